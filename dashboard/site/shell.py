"""What the pages of a site share: head, navigation, foot, and tables and charts as HTML. Text of a record is shown as plain text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

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
PAGES = {
    "index.html": "Start", "games.html": "Games", "league.html": "League", "openings.html": "Openings", "titles.html": "Titles",
    "quality.html": "Quality", "dictionary.html": "Dictionary", "downloads.html": "Downloads",
}  # fmt: skip
"""The navigation: file to what it is called."""
ASK = {"ask.html": "Ask"}


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
    shared = ("ui/look.css", "review/export.css", "ui/table.css")
    return "".join((FOLDER.parent / path).read_text(encoding="utf-8") for path in shared) + own_style()


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


def folded(summary: str, html: Markup) -> Markup:
    """Return HTML that is folded away below a line."""
    return HTML.folded(summary, html)
