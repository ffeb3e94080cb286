"""Tables as wide as the terminal; of a fixed width into a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click
from rich.cells import cell_len
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from engine.text import one_line, visible

PIPE_WIDTH = 120
"""Columns of text written into a pipe or a file."""


def console() -> Console:
    """Return a console on standard output, made afresh because tests and pipes change what that is."""
    width = None if sys.stdout.isatty() else PIPE_WIDTH
    # names of files, games and players may hold what looks like markup
    return Console(width=width, highlight=False, markup=False, emoji=False)


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
