"""Reading a title's CSV tables: every row keeps its file and line; overlays replace rows by key."""

from __future__ import annotations

import csv
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from engine.errors import TitleError
from engine.title.columns import Parser

Row = TypeVar("Row")
REMOVE = "remove"


class RawRow(NamedTuple):
    """A row's cells, with their file and line."""

    file: str
    line: int
    cells: dict[str, str]


def read_layers(paths: Sequence[Path], columns: Sequence[str], key: Sequence[str], optional: Collection[str] = ()) -> list[list[RawRow]]:
    """Return the rows of a table and of each overlay's, which needs only the columns of `key` and those that it changes.

    A cell that an overlay has no column for is as the row below has it; `merge_rows` needs all columns for a row that is new.

    Raises:
        TitleError: as `read_rows`, or an overlay lacks a column of the key or has one that the table has not.
    """
    return [read_rows(path, columns, optional) if not at else _over(path, columns, key, optional) for at, path in enumerate(paths)]


def _over(path: Path, columns: Sequence[str], key: Sequence[str], optional: Collection[str]) -> list[RawRow]:
    header = [name for name in header_of(path) if name != REMOVE]
    if header and (strange := [name for name in header if name not in columns and name not in optional]):
        raise TitleError(f"no column {strange[0]!r}; expected some of {','.join(columns)}", file=str(path), line=1)
    if header and (lacking := [name for name in key if name not in header and name not in optional]):
        needed = f"expected {','.join(key)}, and those that change, of {','.join(columns)}"
        raise TitleError(f"columns are {','.join(header)}, without {lacking[0]}; {needed}", file=str(path), line=1)
    if len(set(header)) < len(header):
        raise TitleError(f"columns are {','.join(header)}; expected each once", file=str(path), line=1)
    named = [name for name in optional if name in key and name not in header]
    return [row._replace(cells={**row.cells, **dict.fromkeys(named, "")}) for row in read_rows(path, header or columns)]


def read_rows(path: Path, columns: Sequence[str], optional: Collection[str] = ()) -> list[RawRow]:
    """Return the rows of a CSV file whose header is exactly `columns` (an overlay may add `remove`).

    The file may leave out columns of `optional`; their cells are then empty.

    Raises:
        TitleError: unreadable text, a wrong header, or a row with too many or too few cells.
    """
    lines = _lines(path)
    if not lines:
        raise TitleError(f"the file is empty; its first line must be {','.join(columns)}", file=str(path))
    header = lines[0][1]
    left_out = [name for name in optional if name not in header]
    if [name for name in header if name != REMOVE] != [name for name in columns if name not in left_out]:
        raise TitleError(f"columns are {','.join(header)}; expected {','.join(columns)}", file=str(path), line=1)
    rows = []
    for number, cells in lines[1:]:
        if len(cells) != len(header):
            raise TitleError(f"{len(cells)} cells; expected {len(header)} ({','.join(header)})", file=str(path), line=number)
        named = {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
        rows.append(RawRow(str(path), number, named | dict.fromkeys(left_out, "")))
    return rows


def header_of(path: Path) -> list[str]:
    """Return the first row of a CSV file; none where it is empty.

    Raises:
        TitleError: unreadable text.
    """
    return next((cells for _, cells in _lines(path)), [])


def _lines(path: Path) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, each with its line."""
    try:
        with path.open(encoding="utf-8", newline="") as handle:
            reader = csv.reader(handle, strict=True)
            return [(reader.line_num, cells) for cells in reader if cells]
    except (UnicodeDecodeError, csv.Error) as error:
        raise TitleError(f"not a CSV file in UTF-8 ({error}); save it as comma-separated UTF-8", file=str(path)) from None


def merge_rows(
    layers: Sequence[Sequence[RawRow]], key: Sequence[str], columns: Sequence[str] = (), optional: Collection[str] = ()
) -> list[RawRow]:
    """Return the rows of a base table with each overlay's rows put over it, in order.

    A row whose `key` cells are known replaces that row in its place, but for the cells that it leaves out; an unknown one is added, and
    one with a filled `remove` cell takes it away.

    Args:
        columns: those that a row needs that is new, but for the `optional` ones.

    Raises:
        TitleError: a key stands twice in one file, a row to remove is not there, or a new one leaves out cells.
    """
    merged: dict[tuple[str, ...], RawRow] = {}
    for layer in layers:
        seen: dict[tuple[str, ...], int] = {}
        for row in layer:
            name = tuple(row.cells[column] for column in key)
            if name in seen:
                raise TitleError(f"{_named(name)} is here and in line {seen[name]}; keep one", file=row.file, line=row.line)
            seen[name] = row.line
            if row.cells.get(REMOVE):
                if merged.pop(name, None) is None:
                    raise TitleError(f"{_named(name)} is to be removed but is not there", file=row.file, line=row.line)
            else:
                merged[name] = _filled(row, merged.get(name), name, columns, optional)
    return list(merged.values())


def _filled(row: RawRow, below: RawRow | None, name: tuple[str, ...], columns: Sequence[str], optional: Collection[str]) -> RawRow:
    """Return a row with the cells that it leaves out, as the row below has them."""
    lacking = [column for column in columns if column not in row.cells]
    if not lacking:
        return row
    cells = below.cells if below else dict.fromkeys(optional, "")
    if missing := [column for column in lacking if column not in cells]:
        why = f"{_named(name)} is no row of the table, and a new one needs all columns: {','.join(missing)} is left out"
        raise TitleError(f"{why}; mend the name, or add the cells", file=row.file, line=row.line)
    return row._replace(cells={**{column: cells[column] for column in lacking}, **row.cells})


def _named(key: tuple[str, ...]) -> str:
    return " ".join(cell for cell in key if cell)


def parse_rows(rows: Sequence[RawRow], parsers: Mapping[str, Parser], row_type: type[Row], rename: Mapping[str, str] = {}) -> list[Row]:
    """Return the rows as `row_type`, each cell read by its column's parser.

    Raises:
        TitleError: a cell is wrong; it names file, line, column, the value and what was expected.
    """
    out = []
    for row in rows:
        fields = {}
        for column, parser in parsers.items():
            cell = row.cells[column]
            try:
                fields[rename.get(column, column)] = parser(cell)
            except ValueError as error:
                raise TitleError(f"found {cell!r}; {error}", file=row.file, line=row.line, column=column) from None
        out.append(row_type(**fields))
    return out
