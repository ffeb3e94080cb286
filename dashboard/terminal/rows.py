"""Frames in the terminal: as a table, CSV or JSON."""

from __future__ import annotations

from typing import Any

import polars as pl
from rich.table import Table

from dashboard.terminal.output import print_json, say
from dashboard.terminal.printed_tables import print_table, table
from dashboard.ui.text import counted
from engine.text import one_line
from warehouse.export.formulas import joined, rows_as_text
from warehouse.json_values import as_json

WHOLE = 1000
"""Size from which numbers of tables are told without decimals; below it, with three digits."""


def frame_table(frame: pl.DataFrame) -> Table:
    """Return a frame as a table, numbers to the right, empty for null; text is shown as text."""
    numeric = [dtype.is_numeric() for dtype in frame.dtypes]
    made = table(*(f">{name}" if right else name for name, right in zip(frame.columns, numeric, strict=True)))
    for row in frame.iter_rows():
        made.add_row(*(one_line(_cell(value)) for value in row))
    return made


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, (bytes, dict, list)):
        return as_json(value).strip('"')
    if not isinstance(value, float):
        return str(value)
    return f"{value:,.0f}" if abs(value) >= WHOLE else f"{value:,.3g}"


def print_rows(frame: pl.DataFrame, form: str = "table", raw: bool = False) -> None:
    """Print the answer to a query as a table, CSV or JSON (one array of objects); `raw`: the texts of CSV as they stand."""
    if form == "json":
        print_json(frame)
    elif form == "csv":
        rows = joined(frame) if raw else rows_as_text(frame)
        say(rows.write_csv(), nl=False, raw=raw)
    else:
        print_table("", frame_table(frame))
        say(counted(frame.height, "row"))
