"""What the pages of a site share: head, navigation, foot, and tables and charts as HTML. Text of a record is shown as plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from dashboard.league.own_rules import DIGITS
from dashboard.league.words import SIGNED, WHOLE
from dashboard.player.fragment import source
from dashboard.review.export import POLICY
from dashboard.review.section import Drawing
from dashboard.site import charts
from dashboard.site.settings import Settings
from dashboard.ui.templates import PARTS, Template, joined, trusted

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)
FOLDER = Path(__file__).parent
DASH = "–"
"""What a table shows where there is nothing to tell."""
PAGES = {
    "index.html": "Start", "games.html": "Games", "league.html": "League", "openings.html": "Openings", "titles.html": "Titles",
    "quality.html": "Quality", "dictionary.html": "Dictionary", "downloads.html": "Downloads",
}  # fmt: skip
"""The navigation: file to what it is called."""
ASK = {"ask.html": "Ask"}
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


def page(settings: Settings, path: str, title: str, body: Iterable[Markup], script: str = "", policy: str = POLICY) -> Markup:
    """Return a page.

    Args:
        settings: of the site. path: of the page, from the site's first one. title: what it is called. body: its parts.
        script: JavaScript for its end. policy: what a browser may load for it.
    """
    told = joined(body)
    drawn = charts.MARK in told
    end = [PARTS.script(trusted(script))] if script else []
    name = title if title == settings.name else f"{title} · {settings.name}"
    parts = [navigation(settings, path), HTML.main(told), foot(settings), *end, drawing(path) if drawn else ""]
    style = trusted(source("page.css") + styles())
    return PARTS.page(name, trusted(charts.POLICY if drawn else policy), [style], joined(parts))


def drawing(path: str) -> Markup:
    """Return what draws the charts of a page."""
    return HTML.drawing(f"{root(path)}{charts.NAME}")


@lru_cache
def styles() -> str:
    """Return the styles of pages: the dashboard's, the exported review's, and the site's own."""
    review = FOLDER.parent / "review" / "export.css"
    look = FOLDER.parent / "ui" / "look.css"
    return "".join(path.read_text(encoding="utf-8") for path in (look, review)) + own_style()


@lru_cache
def own_style() -> str:
    """Return the styles that only a site has."""
    return (FOLDER / "site.css").read_text(encoding="utf-8")


def root(path: str) -> str:
    """Return the way from a page to the site's first page's folder."""
    return "../" * path.count("/")


def navigation(settings: Settings, path: str) -> Markup:
    """Return the head of a page: the site's name, and links to its pages."""
    pages = PAGES | (ASK if settings.sql else {})
    return HTML.navigation(settings.name, root(path), [(file, name, _current(file, path)) for file, name in pages.items()])


def _current(file: str, path: str) -> str:
    """Return whether a page is a file of the navigation (`page`), or below one (`true`)."""
    return "page" if file == path else "true" if path.startswith(f"{file.removesuffix('.html')}/") else ""


def foot(settings: Settings) -> Markup:
    """Return the foot of a page."""
    return HTML.foot(settings.licence)


def heading(words: str) -> Markup:
    """Return what a page is called, as its first heading."""
    return HTML.heading(words)


def question(words: str) -> Markup:
    """Return a question as a heading."""
    return HTML.question(words)


def part(words: str) -> Markup:
    """Return the heading of a part."""
    return HTML.part(words)


def answer(text: str) -> Markup:
    """Return an answer in a sentence."""
    return PARTS.answer(text)


def meaning(count: str, text: str) -> Markup:
    """Return how much something rests on, and what it means."""
    return PARTS.meaning(text, count)


def links(label: str, to: Iterable[tuple[str, str]], current: str = "") -> Markup:
    """Return links beside each other.

    Args:
        label: what they are, for those who hear them. to: address and words of each. current: the address of the page itself.
    """
    return HTML.links(label, to, current)


def way(text: str, address: str) -> Markup:
    """Return a link in a line of its own."""
    return HTML.way(text, address)


def figure(of: Drawing) -> Markup:
    """Return a chart."""
    return HTML.figure(charts.chart(of))


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


def folded(summary: str, html: Markup) -> Markup:
    """Return HTML that is folded away below a line."""
    return HTML.folded(summary, html)
