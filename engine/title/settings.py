"""The parts of title.toml that only some mechanisms read, as typed records.

Loading a title finds keys that no record has (`keys.py`), so each record needs a line in `tables.csv`.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from engine.errors import TitleError
from engine.title.model import Title

Kind = TypeVar("Kind", bound=msgspec.Struct)


def setting(title: Title, key: str, kind: type[Kind]) -> Kind | None:
    """Return the table `[key]` of a title as a record, or None when the title has no such table.

    Raises:
        TitleError: a value does not fit the record, or one is missing; the message names the file and the key.
    """
    found = title.derived.get((key, kind))
    if found is None and key in title.settings:
        found = title.derived[key, kind] = _convert(title, key, title.settings[key], kind)
    return found


def setting_rows(title: Title, key: str, kind: type[Kind]) -> dict[str, Kind]:
    """Return the rows `[[key]]` of a title as records by their slug; none when the title has no such rows.

    Raises:
        TitleError: as for `setting`.
    """
    found = title.derived.get((key, kind))
    if found is None:
        rows = title.settings.get(key, ())
        found = title.derived[key, kind] = {row["slug"]: _convert(title, key, row, kind) for row in rows}
    return found


def _convert(title: Title, key: str, value: object, kind: type[Kind]) -> Kind:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$")
        file = str(title.folder / "title.toml") if title.folder else title.slug
        raise TitleError(what, file=file, column=key + place.strip("`")) from None
