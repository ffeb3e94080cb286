"""One Excel workbook: a first sheet with the meanings of columns, then one sheet per table. Text stays text: no formulas, no links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from warehouse import views
from warehouse.errors import LakeError
from warehouse.export.flat import flat_columns
from warehouse.export.form import Form
from warehouse.export.selection import Selection
from warehouse.lake import Lake
from warehouse.schema import TABLES

if TYPE_CHECKING:
    from xlsxwriter import Workbook

MOST_ROWS = 1_048_576 - 1
"""Rows that an Excel sheet holds, without the header."""

MOST_TEXT = 32_767
"""Characters that a cell of Excel holds."""

_PART = 10_000


def write_excel(lake: Lake, selection: Selection, place: Path) -> dict[str, int]:
    """Write the chosen tables to a new workbook; return table to rows.

    Raises:
        LakeError: xlsxwriter (the extra `excel`) is not installed, or a table is longer than a sheet of Excel.
        OSError: the disk refuses.
    """
    try:
        from xlsxwriter import Workbook
        from xlsxwriter.exceptions import FileCreateError
    except ImportError as error:
        raise LakeError("Excel workbooks need xlsxwriter: pip install xlsxwriter") from error
    rows = _counted(lake, selection)
    plain = {
        "constant_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    try:
        with Workbook(str(place), plain) as book, views.connect(lake.state(), selection.only) as con:
            meanings = [(name, column.name, column.meaning) for name in rows for column in TABLES[name].columns]
            _sheet(book, "what it means", ("table", "column", "meaning"), meanings)
            for name in rows:
                table = TABLES[name]
                answer = con.execute(f"SELECT {flat_columns(table)} FROM {name}")
                _sheet(book, name, tuple(table.duckdb), _rows(answer))
    except FileCreateError as error:  # xlsxwriter's wording of a disk error
        raise OSError(str(error)) from error
    return rows


def _counted(lake: Lake, selection: Selection) -> dict[str, int]:
    """Return table to rows; LakeError if one is too long: half a table would be mistaken for a whole one."""
    with views.connect(lake.state(), selection.only) as con:
        rows = {name: con.execute(f"SELECT count(*) FROM {name}").fetchall()[0][0] for name in selection.tables}
    for name, count in rows.items():
        if count > MOST_ROWS:
            raise LakeError(
                f"{name} has {count:,} rows, a sheet of Excel holds {MOST_ROWS:,}; choose games or tables, or export to csv or duckdb"
            )
    return rows


def _rows(answer: Any) -> Iterable[Sequence[Any]]:
    while part := answer.fetchmany(_PART):
        yield from part


def _sheet(book: Workbook, name: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    sheet = book.add_worksheet(name[:31])
    sheet.freeze_panes(1, 0)
    sheet.write_row(0, 0, columns, book.add_format({"bold": True}))
    for number, row in enumerate(rows, start=1):
        for place, cell in enumerate(row):
            if isinstance(cell, str):
                sheet.write_string(number, place, _short(cell))
            elif cell is not None:
                sheet.write(number, place, cell)


def _short(text: str) -> str:
    """Return text that fits a cell; a note marks a cut."""
    if len(text) <= MOST_TEXT:
        return text
    mark = f" [... {len(text):,} characters in all]"
    return text[: MOST_TEXT - len(mark)] + mark


FORM = Form("an Excel workbook", (".xlsx",), write_excel)
