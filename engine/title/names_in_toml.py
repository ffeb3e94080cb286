"""Names in title.toml: what its tables name has to be the title's, where their records type a field as a cell (`own_tables.py`).

TOML readers tell no lines, so the line of a wrong name is looked up in the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from engine.errors import TitleError
from engine.title.keys import record, records
from engine.title.own_tables import wrong_name

HEADER = re.compile(r"^\[+\s*([\w-]+)")


def check_names(settings: Mapping[str, Any], names: Mapping[str, Collection[str]], folders: Sequence[Path]) -> None:
    """Check that the tables of title.toml name what the title has.

    Args:
        names: kind (area, unit, ...) to what the title has of it. folders: the title's and its overlays', the last of which counts.

    Raises:
        TitleError: one names what the title has not; file, line and key are in it.
    """
    for key in settings.keys() & records().keys():
        rows = settings[key] if isinstance(settings[key], list) else [settings[key]]
        for path in records()[key]:
            hints = get_type_hints(record(path), include_extras=True)
            for row in rows:
                for column, word, hint in _words(row, hints):
                    if wrong := wrong_name(word, hint, names):
                        file, line = _place(folders, key, row.get("slug", ""), column, word)
                        raise TitleError(wrong, file=file, line=line, column=f"{key}.{column}")


def _words(row: Mapping[str, Any], hints: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield the words of a row that are to name something, each with its key and what its field says of it."""
    for column, value in row.items():
        for word, hint in _inside(value, hints.get(column)):
            yield column, word, hint


def _inside(value: Any, hint: Any) -> Iterator[tuple[str, Any]]:
    """Yield the words of a value, also of lists and tables in it, each with what its field says of it."""
    inner = get_args(hint) if get_origin(hint) in (tuple, dict) else ()
    if isinstance(value, str) and value:
        yield value, hint
    elif isinstance(value, dict) and len(inner) == 2:
        for word, told in value.items():
            yield word, inner[0]
            yield from _inside(told, inner[1])
    elif isinstance(value, list) and inner:
        for told in value:
            yield from _inside(told, inner[0])


def _place(folders: Sequence[Path], key: str, slug: str, column: str, word: str) -> tuple[str, int]:
    """Return file and line of a word of a row, of the last folder that has it; line 0 when it stands nowhere as it is."""
    wanted = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    for folder in reversed(folders):
        file = folder / "title.toml"
        for row in _rows(file, key) if file.is_file() else ():
            if slug and not any(re.match(rf"slug\s*=\s*[\"']{re.escape(slug)}[\"']", text) for _, text in row):
                continue
            start = next((at for at, (_, text) in enumerate(row) if re.match(rf"{re.escape(column)}\s*=", text)), len(row))
            for line, text in row[start:]:
                if wanted.search(text):
                    return str(file), line
    return str(folders[-1] / "title.toml"), 0


def _rows(file: Path, key: str) -> Iterator[list[tuple[int, str]]]:
    """Yield the rows `[key]` or `[[key]]` of a file, each with its lines and their numbers."""
    found: list[tuple[int, str]] = []
    inside = False
    for line, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if header := HEADER.match(text):
            if found:
                yield found
            found, inside = [], header[1] == key
        elif inside:
            found.append((line, text.strip()))
    if found:
        yield found
