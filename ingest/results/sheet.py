"""A table of results as cells: the CSV file decoded and split, its header matched with columns.csv. What cells mean is `row`'s."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from engine.errors import RecordError
from engine.shipped import csv_rows
from engine.text import one_line

DELIMITERS = ",;\t"
MOST = 100_000
"""Rows of a table at most."""
LONGEST = 1_000
"""Characters of a cell at most, but of notes."""
LONGEST_LINE = 4_000
"""Characters of the header at most."""
NOTES = "notes"
LEFT_ALONE = "#"
"""What the names of columns begin with that are not read."""
EXAMPLE = "date,title,sides,players,winner,bid,rounds,low luck"
"""The first line of a table of results."""
_TELLING = frozenset(("title", "sides", "players", "winner"))
"""Columns by which a table is recognized: the winner, and one of the others."""


class Column(NamedTuple):
    """A column: its name, the words that a header may have for it, whether it must be there, and what it holds."""

    name: str
    words: frozenset[str]
    required: bool
    holds: str


Cells = dict[str, str]
"""Column to its cell, without blanks around it; columns that the table lacks are not there."""


@cache
def columns() -> tuple[Column, ...]:
    """Return the columns of a table of results, in their order: columns.csv."""
    return tuple(
        Column(row["column"], frozenset(row["words"].split(";")), row["required"] == "yes", row["holds"])
        for row in csv_rows("ingest.results", "columns.csv")
    )


def recognize(head: bytes) -> bool:
    """Return whether a content that begins so is a table of results: its first line names the winner and title, sides or players."""
    first = _first_line(head)
    names = {name for _, name in _matched(_split(first)) if name}
    return "winner" in names and len(names & _TELLING) > 1


def sheet(content: bytes, name: str) -> Iterator[tuple[int, Cells | RecordError]]:
    """Yield the rows of a table with their numbers, as a spreadsheet counts them: the header is row 1. Blank rows are left out.

    Args:
        content: of the file. name: its name, for messages.

    Raises:
        RecordError: the header lacks a column, has one twice or an unknown one; or no row can be told from the next.
    """
    if len(_first_line(content)) > LONGEST_LINE:
        raise _bad_header(f"the first row has more than {LONGEST_LINE:,} characters", name)
    reader = csv.reader(io.StringIO(_decoded(content), newline=""), delimiter=_delimiter(content), strict=True)
    header = _header(_next(reader, 1, name) or [], name)
    number, line = 1, reader.line_num
    while True:
        number += 1
        try:
            cells = _next(reader, number, name)
        except RecordError as error:
            if reader.line_num > line + 1:  # a quote that is open: what follows is in no row
                raise
            line = reader.line_num
            yield number, error
            continue
        line = reader.line_num
        if cells is None:
            return
        if number > MOST + 1:
            raise RecordError(f"has more than {MOST:,} rows; split the table into several files", file=name)
        if any(cell.strip() for cell in cells):
            yield number, _cells(header, cells, number, name)


def wrong(column: str, found: str, expected: str, cure: str = "") -> RecordError:
    """Return the error of a cell; who knows the row adds it."""
    said = f"column {column!r}: found {one_line(found[:80])!r}; expected {expected}"
    return RecordError(f"{said}; {cure}" if cure else said)


def _decoded(content: bytes) -> str:
    """Return the text of a file; bytes that are no UTF-8 stay as surrogates, and spoil only the row they stand in."""
    return content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")


def _first_line(content: bytes) -> str:
    return re.split(r"[\r\n]", _decoded(content[: 2 * LONGEST_LINE]), maxsplit=1)[0]


def _split(line: str) -> list[str]:
    return _fields(line, _delimiter(line.encode("utf-8", "surrogateescape")))


def _fields(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _delimiter(content: bytes) -> str:
    """Return the sign between the cells: the one by which the first line names most columns."""
    first = _first_line(content)
    return max(DELIMITERS, key=lambda sign: sum(bool(name) for _, name in _matched(_fields(first, sign))))


def _matched(cells: Sequence[str]) -> list[tuple[str, str]]:
    """Return the cells of a header, each with its column; empty for none."""
    words = {word: column.name for column in columns() for word in column.words}
    return [(cell, words.get(" ".join(re.sub(r"[_\s]+", " ", cell).split()).casefold(), "")) for cell in cells]


def _header(cells: Sequence[str], name: str) -> list[str]:
    """Return the column of each cell of the header; empty for one that is not read."""
    matched, seen = _matched(cells), set[str]()
    for cell, column in matched:
        if column and column in seen:
            raise _bad_header(f"the column {column!r} is there twice", name)
        if not column and cell.strip() and not cell.strip().startswith(LEFT_ALONE):
            cure = f"delete it, or begin its name with {LEFT_ALONE}, and it is left alone"
            raise _bad_header(f"unknown column {one_line(cell[:80])!r}: {cure}", name)
        seen.add(column)
    lacking = [column.name for column in columns() if column.required and column.name not in seen]
    if lacking:
        raise _bad_header(f"no column {', '.join(map(repr, lacking))}", name)
    return [column for _, column in matched]


def _bad_header(what: str, name: str) -> RecordError:
    known = ", ".join(column.name if column.required else f"{column.name} (optional)" for column in columns())
    return RecordError(f"{what}; the first row of a table of results names its columns: {known}", file=name, line=1)


def _next(reader: Iterator[list[str]], number: int, name: str) -> list[str] | None:
    try:
        return next(reader, None)
    except csv.Error as error:
        cure = "a double quote within a cell is written twice, and one that opens a cell must be closed"
        raise RecordError(f"the row cannot be split into cells ({error}); {cure}", file=name, line=number) from None


def _cells(header: list[str], cells: list[str], number: int, name: str) -> Cells | RecordError:
    """Return the cells of a row by column, or what is wrong with them as such."""
    if len(cells) > len(header) and any(cell.strip() for cell in cells[len(header) :]):
        cure = "put a cell that holds the sign between cells into double quotes"
        return RecordError(f"found {len(cells)} cells; expected {len(header)}, as in the first row; {cure}", file=name, line=number)
    found = {column: cell.strip() for column, cell in zip(header, cells, strict=False) if column and column != NOTES}
    for column, cell in found.items():
        said = ""
        if len(cell) > LONGEST:
            said = f"column {column!r}: found {len(cell):,} characters; expected at most {LONGEST:,}"
        elif not cell.isascii() and any("\ud800" <= letter <= "\udfff" for letter in cell):
            said = f"column {column!r}: bytes that are no UTF-8; save the table as CSV UTF-8"
        elif "\0" in cell:
            said = f"column {column!r}: found a NUL character; expected text; save the table again as CSV UTF-8"
        if said:
            return RecordError(said, file=name, line=number)
    return found
