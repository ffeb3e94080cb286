"""Where rows and settings come from: which of them, or which part, the rule book does not hold and had to be reconstructed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine.title.loader import Tables

RECONSTRUCTED = "reconstructed"
"""What the source of a row, or a part of it after a semicolon, begins with that the rule book does not hold."""

_PART = re.compile(rf"(?:^|; ){RECONSTRUCTED}(?P<why>.*)", re.DOTALL)


def reconstructed_part(source: str) -> str:
    """Return the part of a source that says that a row, or a part of it, is reconstructed; empty when it is not."""
    found = _PART.search(source)
    return RECONSTRUCTED + found["why"] if found else ""


def reconstructed_settings(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield the settings that say of themselves that they are reconstructed: where, and what they say."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from reconstructed_settings(part, f"{place}.{key}".strip("."))
    elif isinstance(value, list):
        for part in value:
            yield from reconstructed_settings(part, place)
    elif isinstance(value, str) and (why := reconstructed_part(value)):
        yield place, why


class FileSources(NamedTuple):
    """What of one file is reconstructed.

    Attributes:
        file: its name. what: what its rows are: rows, or the list of title.toml that they stand in.
        rows: how many there are with all overlays. owners: how many of them an overlay gives.
        reconstructed: how many are still reconstructed, wholly or in part.
    """

    file: str
    what: str
    rows: int
    owners: int
    reconstructed: int


def sources(tables: Tables, folder: str = "") -> list[FileSources]:
    """Return what is reconstructed, file by file, then list by list of title.toml; `folder` is the overlay of an owner."""
    found = []
    for name, rows in tables.rows.items():
        if any("source" in row.cells for row in rows):
            mine = sum(bool(folder) and Path(row.file).is_relative_to(folder) for row in rows)
            left = sum(bool(reconstructed_part(row.cells.get("source", ""))) for row in rows)
            found.append(FileSources(f"{name}.csv", "rows", len(rows), mine, left))
    for key, value in tables.settings.items():
        if isinstance(value, list) and value and all(isinstance(row, dict) and "source" in row for row in value):
            mine = sum(row.get("slug") in tables.typed.get(key, ()) for row in value)
            left = sum(bool(reconstructed_part(str(row["source"]))) for row in value)
            found.append(FileSources("title.toml", key, len(value), mine, left))
    return found
