"""A table as HTML, of rows that a page or a file shows without a program: text of a record is shown as plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from dashboard.league.own_rules import DIGITS
from dashboard.league.words import SIGNED, WHOLE
from dashboard.ui.templates import Template

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)
DASH = "–"
"""What a table shows where there is nothing to tell."""
SHARES = {"rate", "low", "high", "chance", "chance_low", "chance_high", "share", "dice"}
"""Columns of shares, shown as percentages."""
LONG = 40
"""Rows above which a table is scrolled within the page, under its own head."""
DATE = re.compile(r"\d{4}-\d\d-\d\d")

Link = Callable[[Mapping[str, Any]], str]
"""Row to address; empty for none."""


class Cell(NamedTuple):
    """A cell of a table: what it says, its class (`n` for numbers, `d` for dates; empty for text), and where it links to."""

    text: str
    look: str
    address: str


def table(rows: pl.DataFrame, columns: Mapping[str, str], caption: str, links: Mapping[str, Link] | None = None, name: str = "") -> Markup:
    """Return rows as a table.

    Args:
        rows: them. columns: column to heading, in order. caption: names the table for those who hear it.
        links: column to the address of its cells. name: of the table in the page, for a script.
    """
    numbers = {column for column in columns if rows.schema[column].is_numeric()}
    heads = [(words, column in numbers) for column, words in columns.items()]
    lines = ([_cell(column, row, column in numbers, links or {}) for column in columns] for row in rows.iter_rows(named=True))
    return HTML.table("rows long" if rows.height > LONG else "rows", caption, name, heads, lines)


def _cell(name: str, row: Mapping[str, Any], number: bool, links: Mapping[str, Link]) -> Cell:
    text = _said(name, row[name])
    look = "d" if DATE.fullmatch(text) or (text == DASH and not number) else "n" if number else ""
    return Cell(text, look, links[name](row) if name in links else "")


def _said(name: str, value: Any) -> str:
    if value is None or value == "":
        return DASH
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return _number(name, value)
    if isinstance(value, int):
        return f"{value:,}"
    return str(value)


def _number(name: str, value: float) -> str:
    if name in SHARES:
        return f"{value:.0%}"
    places = SIGNED.get(name, 0 if name in WHOLE else DIGITS.get(name, 1))
    sign = "+" if name in SIGNED and round(value, places) else ""
    return f"{round(value, places) + 0.0:{sign},.{places}f}"  # what rounds to nothing has no sign
