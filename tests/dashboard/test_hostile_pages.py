"""Hostile text in every field of every format, and a look at every page, export and picture that it can come to."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from dashboard.review.export import page_of
from dashboard.review.questions import sections
from dashboard.review.reader import Reader
from dashboard.ui.downloads import svg
from ingest import ingest
from ingest.report import REFUSED
from tests.dashboard.browsing import settled
from tests.dashboard.screens import Screen, screens
from tests.dashboard.server import served
from tests.dashboard.test_pages import opened
from tests.hostile import FORMATS, PLACE, TEXTS, UNSEEN
from tests.slow import slow_after
from warehouse import Lake

ALL = " ".join(TEXTS.values()).replace("\x00", "")
"""All at once; a text with a zero byte is no text, and its summary refused."""

PLAIN = frozenset(
    "arrow_data_frame arrow_vega_lite_chart html text code selectbox multiselect text_area text_input "
    "number_input bidi_component dataframe vega_lite_chart".split()
)
"""Elements that show text as text; `html` is looked at by itself. Labels, headings and the rest are markdown."""

MARKDOWN = re.compile(r"(?<!\\)!\[p|(?<!\\)\[link\]|(?<!\\)\*\*bold|(?<!\\):red\[|(?<!\\)\$x\^2|(?<!\\)<(?:img|script)")
"""Hostile text that was not made harmless for markdown."""


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake of a record of each format with all hostile texts, and of one of each with markdown alone."""
    folder = tmp_path_factory.mktemp("hostile")
    for name, make in FORMATS.items():
        (folder / f"all-{name}").write_bytes(make(ALL))
        (folder / f"few-{name}").write_bytes(make(TEXTS["markdown"]))
    lake = Lake.create(folder / "lake")
    report = ingest([folder], lake)
    assert not [row.message for row in report.rows if row.status == REFUSED]
    return lake


@pytest.fixture
def _shown(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITREP_LAKE", str(lake.path))


def ids(lake: Lake, about: str) -> list[str]:
    """Return the games of the records whose names begin so: `all`, or `few`."""
    games = lake.games()
    return games.filter(pl.col("name").str.contains(f"{about}-", literal=True))["game_id"].to_list()


ABOUT = slow_after(1, ["all", "few"])

OF_TEXT = ("games", "titles", "quality", "ask")
"""Pages with the most text of records: cards, names, and tables of both kinds."""


def looked_through(app: object) -> None:
    """Check every element of a page: markdown holds nothing of a record but escaped, HTML has no tag of one."""
    for element in app.main:  # type: ignore[attr-defined]
        told = str(element.proto).encode().decode("unicode_escape", "replace") if hasattr(element, "proto") else ""
        if element.type == "html":
            assert not re.search(r"<(?:img|script|b)\b[^>]*(?:elsewhere|onerror)|<script|onerror=alert\(1\)>", told), told[:500]
        elif element.type not in PLAIN:
            assert not MARKDOWN.search(told.replace("\\\\", "\\")), f"{element.type}: {told[:500]}"


@pytest.mark.usefixtures("_shown")
@pytest.mark.parametrize("screen", screens(), ids=lambda screen: screen.file.stem)
def test_every_page_shows_it_as_text(screen: Screen) -> None:
    looked_through(opened(screen.file.name))


@pytest.mark.usefixtures("_shown")
@pytest.mark.parametrize("about", ABOUT)
def test_every_game_is_shown_as_text(about: str, lake: Lake) -> None:
    games = ids(lake, about)
    assert len(games) == len(FORMATS)
    for game in games:
        looked_through(opened(game=game))


class Reading(HTMLParser):
    """Reads a page as a browser does, and falls over what may not stand in it."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("img", "iframe", "object", "image", "base"), tag
        for name, value in attrs:
            assert not name.startswith("on"), (tag, name, value)
            assert name not in ("src", "href", "xlink:href", "action") or PLACE not in (value or ""), (tag, name, value)

    def handle_data(self, data: str) -> None:
        assert self.get_starttag_text() != "<script>" or not data.strip().startswith("alert(")


def _pills() -> None:
    from dashboard.review import page_sections
    from dashboard.review.section import Section
    from tests.hostile import TEXTS

    names = tuple(TEXTS[kind] for kind in ("markdown", "markup"))
    page_sections.show(Section("Who?", "", "", "1", "", (), ("Power", names)), None)


def test_names_that_can_be_chosen_are_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit takes what stands on a pill for markdown: a picture in a name was fetched by whoever opened the review."""
    # The page becomes the main module, which the process that draws pictures for a later test would start with.
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    app = AppTest.from_function(_pills, default_timeout=300).run()
    assert not app.exception, app.exception[0].message
    assert "\\!\\[p\\]\\(" in app.get("button_group")[0].options[0]
    looked_through(app)


@pytest.mark.parametrize("about", ABOUT)
def test_every_review_to_mail_and_every_picture_holds_it_as_text(about: str, lake: Lake) -> None:
    for game in ids(lake, about):
        of = Reader.of_lake(lake, game)
        page = page_of(of)
        assert not UNSEEN & set(page) and "cannot be drawn" not in page
        Reading().feed(page)
        for section in sections(of):
            for drawing in section.drawings:
                drawn = svg(drawing.chart).decode()
                assert not UNSEEN & set(drawn) and "<image" not in drawn and "<script" not in drawn


@pytest.fixture(scope="module")
def address(lake: Lake) -> Iterator[str]:
    """Address of a dashboard over that lake."""
    with served(Path(lake.path)) as (address, _):
        yield address


def quiet(page: Page, place: str) -> None:
    """Open a page: the fixture fails for requests that leave the machine, dialogs, and whatever the content policy had to refuse."""
    page.goto(place)
    settled(page)
    few = page.locator("[data-testid=stMain] img:not([src^='data:'])")
    expect(few).to_have_count(0)


@pytest.mark.browser
@pytest.mark.parametrize("name", FORMATS)
def test_a_browser_asks_nobody_for_anything_and_runs_nothing_of_a_game(page: Page, address: str, lake: Lake, name: str) -> None:
    (game,) = lake.games().filter(pl.col("name").str.contains(f"all-{name}", literal=True))["game_id"]
    quiet(page, f"{address}/?game={game}")


@pytest.mark.browser
@pytest.mark.parametrize("path", slow_after(4, sorted((screen.path for screen in screens()), key=lambda path: path not in OF_TEXT)))
def test_a_browser_asks_nobody_for_anything_and_runs_nothing_of_a_page(page: Page, address: str, path: str) -> None:
    quiet(page, f"{address}/{path}")
