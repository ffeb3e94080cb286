"""The parts of title.toml that only some mechanisms read, as typed records.

Loading a title finds keys that no record has (`keys.py`), so each record needs a line in `tables.csv`.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from engine.errors import TitleError
from engine.title.model import Title

Kind = TypeVar("Kind", bound=msgspec.Struct)

_READ: dict[tuple[int, str, type], tuple[Title, object]] = {}


def setting(title: Title, key: str, kind: type[Kind]) -> Kind | None:
    """Return the table `[key]` of a title as a record, or None when the title has no such table.

    Raises:
        TitleError: a value does not fit the record, or one is missing; the message names the file and the key.
    """
    return _read(title, key, kind, lambda value: _convert(title, key, value, kind)) if key in title.settings else None


def setting_rows(title: Title, key: str, kind: type[Kind]) -> dict[str, Kind]:
    """Return the rows `[[key]]` of a title as records by their slug; none when the title has no such rows.

    Raises:
        TitleError: as for `setting`.
    """
    if key not in title.settings:
        return {}
    return _read(title, key, kind, lambda rows: {row["slug"]: _convert(title, key, row, kind) for row in rows})


def _read(title: Title, key: str, kind: type, make):
    found = _READ.get((id(title), key, kind))
    if found is None:
        # The title is kept beside what was read, so that its id stays its own.
        found = _READ[id(title), key, kind] = (title, make(title.settings[key]))
    return found[1]


def _convert(title: Title, key: str, value: object, kind: type[Kind]) -> Kind:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$")
        file = str(title.folder / "title.toml") if title.folder else title.slug
        raise TitleError(what, file=file, column=key + place.strip("`")) from None
