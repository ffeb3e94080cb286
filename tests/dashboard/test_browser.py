"""The dashboard in a real browser: every page is opened, the slider moved, and nothing may go wrong out of sight."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from engine.recording import Fidelity
from tests.dashboard.conftest import DEEDS, EVIL, hand_made, without_map
from tests.dashboard.server import served
from warehouse import Lake

pytestmark = pytest.mark.browser

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()
PATIENCE = 60_000
"""Milliseconds: the first chart of a cold server on a busy machine takes seconds."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a dashboard over a small lake."""
    folder = tmp_path_factory.mktemp("lake")
    torn = hand_made("torn", ended=False, defects=2, player=EVIL, fidelity=Fidelity.OBSERVED)
    elsewhere = hand_made("elsewhere", title=without_map(), player=EVIL)
    Lake.create(folder).write([hand_made("first"), elsewhere, torn, hand_made("warlike", deeds=DEEDS)])
    with served(folder) as (address, _):
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip("no Chromium on PATH: looked for chromium, chromium-browser, google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Page]:
    """A laptop's page, or what the test asks for; it fails the test for whatever the browser complains of."""
    page = browser.new_page(**{"viewport": {"width": 1280, "height": 900}, **getattr(request, "param", {})})
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page.on(
        "console",
        lambda said: complaints.append(f"{said.type}: {said.text}") if said.type in ("error", "warning") else None,
    )
    page.on("pageerror", lambda error: complaints.append(f"exception: {error}"))
    page.on("requestfailed", lambda asked: complaints.append(f"not reached: {asked.url}"))
    page.on("dialog", lambda box: (complaints.append(f"dialog: {box.message}"), box.dismiss()))
    page.on(
        "request", lambda asked: complaints.append(f"left the machine: {asked.url}") if _is_outside(asked.url) else None
    )
    yield page
    page.screenshot(path=tmp_path / "page.png", full_page=True)
    assert (tmp_path / "page.png").stat().st_size > 10_000
    assert page.get_by_test_id("stException").count() == 0
    assert complaints == []
    page.close()


def _is_outside(url: str) -> bool:
    return url.startswith("http") and "://localhost" not in url


def charts(page: Page, count: int = 5) -> Locator:
    """Wait until all charts are drawn and return them."""
    drawn = page.locator("[data-testid=stVegaLiteChart] svg.marks")
    expect(drawn).to_have_count(count, timeout=PATIENCE)
    expect(page.get_by_test_id("stStatusWidget")).to_have_count(0, timeout=PATIENCE)
    return drawn


def area(page: Page, name: str) -> Locator:
    """Return an area of the map."""
    return page.locator(f'path[aria-label*="Area: {name};"]').first


def test_one_game_and_the_map_through_the_rounds(page: Page, address: str) -> None:
    page.goto(f"{address}/?game=first")
    charts(page)
    expect(page.locator(".sitrep-outcome")).to_have_text("Axis won (conceded), after 3 rounds.")
    slider = page.locator(".vega-bind input[type=range]")
    assert (slider.get_attribute("min"), slider.get_attribute("max"), slider.input_value()) == ("0", "3", "3")
    expect(area(page, "Brazil")).to_have_attribute("fill", "#6b7178")
    slider.fill("0")
    expect(area(page, "Brazil")).to_have_attribute("fill", "#2f7d4f")
    expect(area(page, "Brazil")).to_have_attribute("aria-label", "holder: United States; Area: Brazil; Held by: United States; "
                                                   "Value: 3; Units: none")  # fmt: skip
    slider.press("ArrowRight")
    expect(area(page, "Brazil")).to_have_attribute("fill", "#6b7178")
    area(page, "Brazil").scroll_into_view_if_needed()
    at = area(page, "Brazil").bounding_box()
    assert at
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    expect(page.locator("#vg-tooltip-element")).to_contain_text("Germany")


def test_the_map_is_drawn_whole_and_its_marks_lie_on_their_areas(page: Page, address: str) -> None:
    page.goto(f"{address}/?game=first")
    drawn = charts(page).last
    box, sea = drawn.bounding_box(), area(page, "Sea Zone 1").bounding_box()
    assert box and sea and box["width"] > 1000
    assert 2.0 < box["width"] / box["height"] < 2.5, "as wide as the page, and as high as the board then is"
    land = page.locator('path[aria-label*="Area: Australia;"]').bounding_box()
    assert land and land["x"] > box["x"] + 0.7 * box["width"], "nothing floods the globe"
    assert land["width"] < 0.2 * box["width"]
    mark, berlin = (
        page.locator('path[aria-label*="Capital of: Germany"]').bounding_box(),
        area(page, "Germany").bounding_box(),
    )
    assert mark and berlin
    assert berlin["x"] < mark["x"] + mark["width"] / 2 < berlin["x"] + berlin["width"]
    assert berlin["y"] < mark["y"] + mark["height"] / 2 < berlin["y"] + berlin["height"]


def test_all_games_lead_to_one(page: Page, address: str) -> None:
    page.goto(address)
    charts(page)
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_text("4 games of 2 titles; 1 without an end on record.")).to_be_visible()
    assert page.url == f"{address}/games"
    link = page.get_by_role("link", name="Open the chosen game")
    expect(link).to_be_visible()
    # The table is one picture; its second row's box stands a row and a half below the head.
    table = page.get_by_test_id("stDataFrame").bounding_box()
    assert table
    page.mouse.click(table["x"] + 16, table["y"] + 2 * 35 + 18)
    expect(page.get_by_test_id("stText")).to_have_text("first")
    link.click()
    expect(page).to_have_url(f"{address}/?game=first")
    expect(page.locator(".sitrep-outcome")).to_have_text("Axis won (conceded), after 3 rounds.")
    charts(page)


def test_picking_another_game_changes_page_and_address(page: Page, address: str) -> None:
    page.goto(f"{address}/?game=first")
    charts(page)
    page.get_by_role("combobox").click()
    page.get_by_role("option", name="torn").click()
    expect(page.locator(".sitrep-outcome")).to_have_text("The record stops before the game is over, after 3 rounds.")
    expect(page).to_have_url(f"{address}/?game=torn")
    charts(page)


@pytest.mark.parametrize("page", [{"color_scheme": "dark"}], indirect=True)
def test_a_title_without_a_map_and_a_player_who_writes_html(page: Page, address: str) -> None:
    page.goto(f"{address}/?game=elsewhere")
    charts(page)
    expect(page.get_by_text(EVIL)).to_be_visible()
    boxes = page.locator('path[aria-label*="onerror"]')
    expect(boxes).to_have_count(4)  # one a round, the set-up among them
    boxes.first.hover()
    expect(page.locator("#vg-tooltip-element")).to_contain_text(EVIL)
    assert page.locator("#vg-tooltip-element").locator("img, a, strong, b, em").count() == 0


def test_an_address_of_no_game(page: Page, address: str) -> None:
    page.goto(f"{address}/?game=nothing")
    expect(page.get_by_text("There is no such game in this lake")).to_be_visible()
    expect(page.get_by_text("?game=nothing")).to_be_visible()


@pytest.mark.parametrize(
    "page", [{}, {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}], indirect=True
)
def test_convoys_objectives_luck_and_bombing_are_drawn_whole(page: Page, address: str) -> None:
    page.goto(f"{address}/?game=warlike")
    drawn = charts(page, 10)
    cell, written = (page.locator(f'{shape}[aria-label*="Lost, IPC: 4"]') for shape in ("path", "text"))
    written.hover()
    for told in ("United Kingdom", "Sea Zone 5", "Germany"):
        expect(page.locator("#vg-tooltip-element")).to_contain_text(told)
    box, number = cell.bounding_box(), written.bounding_box()
    assert box and number and box["height"] > 20
    assert box["x"] < number["x"] and number["x"] + number["width"] < box["x"] + box["width"]
    for one in drawn.all():
        place = one.bounding_box()
        assert place and place["height"] > 60 and place["x"] + place["width"] <= page.viewport_size["width"]


@pytest.mark.parametrize("page", [{"viewport": {"width": 390, "height": 844}}], indirect=True)
def test_on_a_phone_nothing_is_wider_than_the_screen(page: Page, address: str) -> None:
    page.goto(f"{address}/?game=torn")
    charts(page)
    wide = page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= 390
    for box in (chart.bounding_box() for chart in charts(page).all()):
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
