"""What the pages of a site share: head, navigation, foot, and tables and charts as HTML. Text of a record is shown as plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import polars as pl

from dashboard.player.fragment import source
from dashboard.review.export import POLICY
from dashboard.review.section import Drawing
from dashboard.site import charts
from dashboard.site.settings import Settings
from dashboard.ui.text import meaning_html, safe

FOLDER = Path(__file__).parent
DASH = "–"
"""What a table shows where there is nothing to tell."""
PAGES = {
    "index.html": "Start", "games.html": "Games", "league.html": "League", "titles.html": "Titles", "quality.html": "Quality",
    "dictionary.html": "Dictionary", "downloads.html": "Downloads",
}  # fmt: skip
"""The navigation: file to what it is called."""
ASK = {"ask.html": "Ask"}
SHARES = {"rate", "low", "high", "share", "dice"}
"""Columns of shares, shown as percentages."""
LONG = 40
"""Rows above which a table is scrolled within the page, under its own head."""
DATE = re.compile(r"\d{4}-\d\d-\d\d")

Link = Callable[[Mapping[str, Any]], str]
"""Row to address; empty for none."""


def page(settings: Settings, path: str, title: str, body: str, script: str = "", policy: str = POLICY) -> str:
    """Return a page.

    Args:
        settings: of the site. path: of the page, from the site's first one. title: what it is called. body: HTML.
        script: JavaScript for its end. policy: what a browser may load for it.
    """
    policy = charts.POLICY if charts.MARK in body else policy
    told = title if title == settings.name else f"{title} · {settings.name}"
    return "\n".join([
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{safe(told)}</title>',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>\n{source('page.css')}{styles()}</style></head><body>",
        navigation(settings, path),
        f'<main id="main">\n{body}\n</main>',
        foot(settings),
        f"<script>\n{script}</script>" if script else "",
        drawing(path) if charts.MARK in body else "",
        "</body></html>",
    ])  # fmt: skip


def drawing(path: str) -> str:
    """Return what draws the charts of a page."""
    return f'<script src="{root(path)}{charts.NAME}"></script>'


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


def navigation(settings: Settings, path: str) -> str:
    """Return the head of a page: the site's name, and links to its pages."""
    up = root(path)
    pages = PAGES | (ASK if settings.sql else {})
    links = "".join(f'<li><a href="{up}{file}"{_current(file, path)}>{name}</a></li>' for file, name in pages.items())
    return (
        f'<header class="site"><a class="skip" href="#main">To the content</a><a class="name" href="{up}index.html">'
        f'{safe(settings.name)}</a><nav aria-label="Pages"><ul>{links}</ul></nav></header>'
    )


def _current(file: str, path: str) -> str:
    within = path.startswith(f"{file.removesuffix('.html')}/")
    return ' aria-current="page"' if file == path else ' aria-current="true"' if within else ""


def foot(settings: Settings) -> str:
    """Return the foot of a page."""
    return f"<footer>{safe(settings.licence)}<br>Made with Sitrep.</footer>"


def question(words: str) -> str:
    """Return a question as a heading."""
    return f"<h2>{safe(words)}</h2>"


def answer(text: str) -> str:
    """Return an answer in a sentence."""
    return f'<p class="sitrep-answer">{safe(text)}</p>'


def meaning(count: str, text: str) -> str:
    """Return how much something rests on, and what it means."""
    return meaning_html(count, text)


def figure(of: Drawing) -> str:
    """Return a chart."""
    return f'<figure class="wide">{charts.chart(of)}</figure>'


def table(rows: pl.DataFrame, columns: Mapping[str, str], caption: str, links: Mapping[str, Link] | None = None,
          more: str = "") -> str:  # fmt: skip
    """Return rows as a table.

    Args:
        rows: them. columns: column to heading, in order. caption: names the table for those who hear it.
        links: column to the address of its cells. more: attributes of the table.
    """
    numbers = {name for name in columns if rows.schema[name].is_numeric()}
    heads = "".join(f'<th scope="col"{_side(name in numbers)}>{safe(words)}</th>' for name, words in columns.items())
    lines = "".join(
        f"<tr>{''.join(_cell(name, row, name in numbers, links or {}) for name in columns)}</tr>"
        for row in rows.iter_rows(named=True)
    )
    kind = "rows long" if rows.height > LONG else "rows"
    return (
        f'<div class="{kind}" tabindex="0" role="region" aria-label="{safe(caption)}"><table {more}><caption>{safe(caption)}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></div>"
    )


def _side(number: bool) -> str:
    return ' class="n"' if number else ""


def _look(text: str, number: bool) -> str:
    return ' class="d"' if DATE.fullmatch(text) or (text == DASH and not number) else _side(number)


def _cell(name: str, row: Mapping[str, Any], number: bool, links: Mapping[str, Link]) -> str:
    text = safe(_said(name, row[name]))
    look = _look(text, number)
    if name in links and (to := links[name](row)):
        text = f'<a href="{safe(to)}">{text}</a>'
    return f"<td{look}>{text}</td>"


def _said(name: str, value: Any) -> str:
    if value is None or value == "":
        return DASH
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.0%}" if name in SHARES else f"{value:,.1f}"
    if isinstance(value, int):
        return f"{value:,}"
    return str(value)


def folded(summary: str, html: str) -> str:
    """Return HTML that is folded away below a line."""
    return f"<details><summary>{safe(summary)}</summary>{html}</details>"
