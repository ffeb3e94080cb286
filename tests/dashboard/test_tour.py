"""The dashboard from end to end in a real browser: every page by link and by address, downloads, shared addresses, a phone.

The fixture `page` fails a test for whatever the browser complains of: console, exceptions, requests that fail or leave the machine.
"""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from engine.recording import Fidelity
from ingest.samples import samples
from tests.dashboard.browsing import PATIENCE, go, pick, settled
from tests.dashboard.conftest import DEEDS, EVIL, hand_made, without_map
from tests.dashboard.screens import Screen, screens
from tests.dashboard.server import children, served
from warehouse import Lake
from warehouse.metrics import metrics

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True}
SAVE = min((path for path in samples() if path.suffix == ".tsvg"), key=lambda path: path.stat().st_size)
LINE = 20
"""Pixels: anything lower says nothing."""


Server = tuple[str, subprocess.Popen[str]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A dashboard over a small lake: its address and its process."""
    folder = tmp_path_factory.mktemp("lake")
    torn = hand_made("torn", ended=False, defects=2, player=EVIL, fidelity=Fidelity.OBSERVED)
    Lake.create(folder).write([torn, hand_made("elsewhere", title=without_map()), hand_made("warlike", deeds=DEEDS)])
    with served(folder) as found:
        yield found


@pytest.fixture(scope="module")
def address(server: Server) -> str:
    """Address of that dashboard."""
    return server[0]


def looked_at(page: Page, screen: Screen) -> None:
    """Check that a page stands whole: something on it, no exception, nothing wider than the window."""
    settled(page)
    main = page.get_by_test_id("stMainBlockContainer")
    assert len(main.inner_text().split()) > 5, screen.title
    assert page.get_by_test_id("stException").count() == 0, screen.title
    across = page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    assert across[0] <= across[1], f"{screen.title} is wider than the window: {across}"
    for chart in page.locator("[data-testid=stVegaLiteChart] >> visible=true").all():
        box = chart.bounding_box()
        assert box and box["height"] > LINE and box["x"] + box["width"] <= across[1] + 1, screen.title


def test_every_page_by_its_link(page: Page, address: str) -> None:
    page.goto(address)
    settled(page)
    first, *others = (screen for screen in screens() if screen.listed)
    for screen in (*others, first):
        go(page, screen.title)
        expect(page).to_have_url(re.compile(rf"^{address}/{screen.path}(\?|$)"))
        looked_at(page, screen)


@pytest.mark.slow
@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_every_page_by_its_address_on_a_phone_in_the_dark(page: Page, address: str) -> None:
    for screen in screens():
        page.goto(f"{address}/{screen.path}")
        looked_at(page, screen)
        expect(page).to_have_url(re.compile(rf"^{address}/{screen.path}(\?|$)"))
    shade = page.get_by_test_id("stApp").evaluate("node => getComputedStyle(node).backgroundColor")
    assert sum(map(int, re.findall(r"\d+", shade)[:3])) < 3 * 80, f"{shade} is not dark"


def test_a_chart_can_be_taken_away_as_rows_and_as_a_picture(page: Page, address: str) -> None:
    page.goto(f"{address}/economy")
    settled(page)
    rows = pl.read_csv(downloaded(page, "CSV"))
    assert {"group", "round", "p50", "n"} <= set(rows.columns) and rows.height > 3
    picture = Image.open(downloaded(page, "PNG"))
    assert picture.format == "PNG" and min(picture.size) > 200
    assert len(picture.convert("RGB").getcolors(maxcolors=1 << 20) or []) > 10, "the picture is empty"


def test_no_table_has_a_button_that_writes_formulas(page: Page, address: str) -> None:
    """Streamlit's own writes the cells as they are; the button of ours marks what a spreadsheet would take for a formula."""
    page.goto(f"{address}/titles")
    settled(page)
    page.get_by_test_id("stDataFrame").first.hover()
    expect(page.get_by_role("button", name="Search").first).to_be_visible()
    assert page.get_by_role("button", name="Download as CSV").count() == 0


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="only Linux tells what a process has loaded")
def test_the_process_that_draws_pictures_runs_no_page_of_the_dashboard(page: Page, server: Server) -> None:
    address, process = server
    page.goto(f"{address}/economy")
    settled(page)
    assert downloaded(page, "SVG").read().startswith(b"<svg")
    (drawn,) = (found for number in children(process) if "vl_convert" in (found := libraries(number)))
    assert drawn == {"vl_convert"}, "what a page's script loads, Streamlit first of all"


def libraries(number: int) -> set[str]:
    """Return the compiled packages that a process has loaded."""
    return set(re.findall(r"site-packages/(\w+)", Path(f"/proc/{number}/maps").read_text()))


def downloaded(page: Page, form: str) -> io.BytesIO:
    """Take the first chart of a page away in a form, and return the file."""
    button = page.get_by_role("button", name=form, exact=True)
    if not button.is_visible():
        page.get_by_test_id("stPopover").first.get_by_role("button").click()
    with page.expect_download(timeout=PATIENCE) as waiting:
        button.click()
    path = waiting.value.path()
    assert waiting.value.suggested_filename.endswith(f".{form.lower()}")
    return io.BytesIO(Path(path).read_bytes())


def test_a_save_is_dropped_played_taken_away_and_kept(page: Page, address: str, tmp_path: Path) -> None:
    page.goto(f"{address}/games")
    settled(page)
    page.locator("input[type=file]").set_input_files(SAVE)
    expect(page.locator(".sitrep-player .clock")).to_have_text(re.compile("^Round"), timeout=PATIENCE)
    settled(page)
    played(page)
    with page.expect_download(timeout=PATIENCE) as waiting:
        page.get_by_role("button", name="Download this review as one HTML file").click()
    waiting.value.save_as(tmp_path / "review.html")
    page.get_by_role("button", name="Keep this game").click()
    page.get_by_role("link", name="Open its review, with an address to share").click()
    expect(page).to_have_url(re.compile(r"\?game="), timeout=PATIENCE)
    settled(page)
    headline = page.locator(".sitrep-outcome").inner_text()
    page.goto((tmp_path / "review.html").as_uri())
    expect(page.get_by_text(headline).first).to_be_visible()
    played(page)


def played(page: Page) -> None:
    """Let the map play from its first turn to its last."""
    player, clock = page.locator(".sitrep-player"), page.locator(".sitrep-player .clock")
    player.focus()
    page.keyboard.press("End")
    last = clock.inner_text()
    page.keyboard.press("Home")
    expect(clock).not_to_have_text(last)
    player.get_by_label("Turns per second").select_option("10")
    player.get_by_label("Play or pause").click()
    expect(clock).to_have_text(last, timeout=PATIENCE)


def test_an_address_that_was_shared_shows_what_its_sender_saw(page: Page, address: str) -> None:
    page.goto(f"{address}/economy")
    settled(page)
    question = [metric.question for metric in metrics().values() if metric.family == "economy"][1]
    pick(page, "Question", question)
    expect(page.get_by_test_id("stHeading").last).to_have_text(question)
    settled(page)
    page.get_by_test_id("stButtonGroup").get_by_text("One number per game").click()
    expect(page.locator(".sitrep-meaning")).to_contain_text("A game counts with")
    settled(page)
    page.get_by_text("Which games?").click()
    pick(page, "Title", "Somebody's Map")
    expect(page).to_have_url(re.compile("title="))
    expect(page.locator(".sitrep-meaning")).to_contain_text("Somebody's Map")
    settled(page)
    seen, shared = told(page), page.url
    assert re.search(r"1 game \(Somebody's Map\)", seen[-1]), seen
    page.goto("about:blank")
    page.goto(shared)
    settled(page)
    assert told(page) == seen


def told(page: Page) -> list[str]:
    """Return the question of a page over many games, its answer, and what the answer rests on."""
    words = [page.get_by_test_id("stHeading").last, page.locator(".sitrep-answer"), page.locator(".sitrep-meaning")]
    return [word.inner_text() for word in words]
