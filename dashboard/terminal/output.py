"""Where output goes: tables as wide as the terminal, plain text of a fixed width into a pipe, JSON on request."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click
import polars as pl
from rich.cells import cell_len
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from dashboard.ui.text import counted
from engine.text import one_line, visible
from warehouse.export.formulas import joined, rows_as_text
from warehouse.json_values import as_json

WHOLE = 1000
"""Size from which numbers of tables are told without decimals; below it, with three digits."""
PIPE_WIDTH = 120
"""Columns of text written into a pipe or a file."""


def console() -> Console:
    """Return a console on standard output, made afresh because tests and pipes change what that is."""
    width = None if sys.stdout.isatty() else PIPE_WIDTH
    # names of files, games and players may hold what looks like markup
    return Console(width=width, highlight=False, markup=False, emoji=False)


def say(text: object = "", err: bool = False, nl: bool = True) -> None:
    """Print text, on standard error with `err`. What would steer the terminal is written out: names come from strangers."""
    click.echo(visible(str(text)), err=err, nl=nl)


def print_json(value: Any) -> None:
    """Print a value as one line of JSON; frames are lists of rows."""
    say_json(as_json(value))


def say_json(text: str) -> None:
    """Print JSON; it writes the first 32 control characters out by itself, the others are as much of a terminal's business."""
    click.echo(
        "".join(char if visible(char) == char else _in_json(char) for char in text) if visible(text) != text else text
    )


def _in_json(char: str) -> str:
    return json.dumps(char)[1:-1] if ord(char) > 0x7F else f"\\u{ord(char):04x}"


class _Plain(Table):
    """A table whose cells are text and nothing else: no markup, nothing that steers the terminal."""

    def add_row(self, *cells: Any, **look: Any) -> None:
        """Add a row; an end of a line in a cell begins another line of it."""
        super().add_row(*(Text(visible(cell)) if isinstance(cell, str) else cell for cell in cells), **look)


def table(*columns: str) -> Table:
    """Return a table; a column whose name begins with `>` is set to the right."""
    made = _Plain(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in columns:
        made.add_column(Text(one_line(name.removeprefix(">"))), justify="right" if name.startswith(">") else "left")
    return made


def print_table(heading: str, made: Table) -> None:
    """Print a table under its heading, with an empty line after it; without blanks at the ends of lines."""
    out = console()
    with out.capture() as captured:
        if heading:
            out.print(Text(visible(heading), style="bold"))
        for part in _fitting(made, out.width):
            out.print(part)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n")


def _fitting(made: Table, width: int) -> Iterator[Table]:
    """Yield a table of numbers in parts, one below the other, that fit into a width; the first column names the lines of each.

    Numbers and names cut short say nothing. A table with more text than names is left as it is: its cells wrap.
    """
    if not made.columns:
        return
    first, *others = made.columns
    if any(column.justify != "right" for column in others) or sum(map(_wide, made.columns)) <= width:
        yield made
        return
    taken: list[Column] = []
    for column in others:
        if taken and _wide(first) + sum(map(_wide, taken)) + _wide(column) > width:
            yield _of_columns([first, *taken])
            taken = []
        taken.append(column)
    yield _of_columns([first, *taken])


def _wide(column: Column) -> int:
    return max(cell_len(str(cell)) for cell in (column.header, *column.cells)) + 2


def _of_columns(columns: Sequence[Column]) -> Table:
    made = table(*(f"{'>' if column.justify == 'right' else ''}{column.header}" for column in columns))
    for cells in zip(*(column.cells for column in columns), strict=True):
        made.add_row(*cells)
    return made


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
        (click.echo if raw else say)(rows.write_csv(), nl=False)
    else:
        print_table("", frame_table(frame))
        click.echo(counted(frame.height, "row"))
