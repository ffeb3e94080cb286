"""Where output goes: tables as wide as the terminal, plain text of a fixed width into a pipe, JSON on request."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
import polars as pl
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dashboard.words import counted

PIPE_WIDTH = 120
"""Columns of text written into a pipe or a file."""


def console() -> Console:
    """Return a console on standard output, made afresh because tests and pipes change what that is."""
    width = None if sys.stdout.isatty() else PIPE_WIDTH
    # names of files, games and players may hold what looks like markup
    return Console(width=width, highlight=False, markup=False, emoji=False)


def print_json(value: Any) -> None:
    """Print a value as one line of JSON; frames are lists of rows."""
    click.echo(json.dumps(value, default=_plain, ensure_ascii=False))


def _plain(value: Any) -> Any:
    if isinstance(value, pl.DataFrame):
        return value.to_dicts()
    return str(value)


def table(*columns: str) -> Table:
    """Return a table; a column whose name begins with `>` is set to the right."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in columns:
        made.add_column(name.removeprefix(">"), justify="right" if name.startswith(">") else "left")
    return made


def print_table(heading: str, made: Table) -> None:
    """Print a table under its heading, with an empty line after it; without blanks at the ends of lines."""
    out = console()
    with out.capture() as captured:
        if heading:
            out.print(Text(heading, style="bold"))
        out.print(made)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n")


def frame_table(frame: pl.DataFrame) -> Table:
    """Return a frame as a table, numbers to the right, empty for null; text is shown as text."""
    numeric = [dtype.is_numeric() for dtype in frame.dtypes]
    made = table(*(f">{name}" if right else name for name, right in zip(frame.columns, numeric, strict=True)))
    for row in frame.iter_rows():
        made.add_row(*(Text(_cell(value)) for value in row))
    return made


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:,.3g}" if isinstance(value, float) else str(value)


def print_rows(frame: pl.DataFrame, form: str = "table") -> None:
    """Print the answer to a query as a table, CSV or JSON (one array of objects)."""
    if form == "json":
        print_json(frame)
    elif form == "csv":
        flat = frame.with_columns(
            pl.col(name).cast(pl.List(pl.String)).list.join(" ")
            for name, dtype in frame.schema.items()
            if dtype == pl.List
        )
        click.echo(flat.write_csv(), nl=False)
    else:
        print_table("", frame_table(frame))
        click.echo(counted(frame.height, "row"))
