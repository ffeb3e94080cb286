"""Which files are tables of results, and where a row of one lies: `league.csv:12` is row 12 of league.csv, as a spreadsheet counts.

The reader of them takes longer to import than all else that a record of another format needs.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from engine.errors import RecordError
from ingest.confined import open_file
from ingest.results.sheet import recognize

if sys.platform == "win32":
    from pathlib import WindowsPath as OwnPath
else:
    from pathlib import PosixPath as OwnPath

_HEAD = 4096
_ROW = re.compile(r"(.+):([1-9]\d{0,5})\Z", re.DOTALL)


class RowPath(OwnPath):
    """A row as `rows_of` names it: known to be one without another look at the disk, which thousands of rows would take long for.

    Attributes:
        place: the table and the number of the row; None of what was made of such a path, as its folder.
    """

    place: tuple[str, int] | None = None

    @classmethod
    def of(cls, table: Path, number: int) -> RowPath:
        """Return the path of a row."""
        row = cls(f"{table}:{number}")
        row.place = (str(table), number)
        return row


def is_table(path: Path) -> bool:
    """Return whether a file is a table of results, by its first line."""
    if not os.path.isfile(path):
        return False
    try:
        with open_file(path) as file:
            return recognize(file.read(_HEAD))
    except (OSError, RecordError):
        return False


def file_of(path: Path | str) -> Path:
    """Return the file in which a record lies: of a row, its table."""
    place = place_of(path)
    return Path(place[0] if place else path)


def is_row(name: str) -> bool:
    """Return whether a record's name is that of a row of a table: `league.csv:12`."""
    return _ROW.match(name) is not None


def in_table(path: Path | str) -> bool:
    """Return whether a path names a row of a table that is there."""
    return place_of(path) is not None


def place_of(path: Path | str) -> tuple[str, int] | None:
    """Return the table and the number of a row; None for what is no row, be it a file whose name looks like one."""
    known: tuple[str, int] | None = getattr(path, "place", None)
    if known is not None:
        return known
    path = str(path)
    row = _ROW.match(path)
    return (row[1], int(row[2])) if row and not os.path.lexists(path) and os.path.isfile(row[1]) else None
