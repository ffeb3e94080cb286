"""The dashboard in a real browser: every page is opened, and nothing may go wrong out of sight."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.recording import Fidelity
from tests.dashboard.browsing import PATIENCE, drawn, pick, settled
from tests.dashboard.conftest import DEEDS, EVIL, hand_made, without_map
from tests.dashboard.server import served
from tests.one_of_each import soonest_read
from tests.slow import slow_after
from warehouse import Lake

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a dashboard over a small lake."""
    folder = tmp_path_factory.mktemp("lake")
    torn = hand_made("torn", ended=False, defects=2, player=EVIL, fidelity=Fidelity.OBSERVED)
    elsewhere = hand_made("elsewhere", title=without_map(), player=EVIL)
    Lake.create(folder).write([hand_made("first"), elsewhere, torn, hand_made("warlike", deeds=DEEDS)])
    with served(folder) as (address, _):
        yield address


QUIET = """\
Income by side and round
Units value by side and round
Victory cities by contender and round
Share of the board by side and round""".splitlines()
"""The charts of a game in which nobody fights or buys, before one asks for more."""
UNFINISHED = [QUIET[0], QUIET[-1]]
"""Those of them that an unfinished game has: what never changed may still change."""
CONVOYS = "Convoy losses by power and round"
"""The fifth chart of a game with such DEEDS: what it lives by."""
MORE = """\
Strength by side and round
Areas won by side and round
Areas on the front by side and round
Income by power and round
Treasury by power and round
Income by source by power""".splitlines()
"""What is drawn beside them once somebody asks."""
STRIP = "Who holds each area, round by round"
"""The chart in an expander."""
WARLIKE = """\
Convoy losses by line and round
Hits above expectation by side and round
Hits above expectation by power and round
Payments for objectives by power and round
Bombing damage by power and round""".splitlines()
"""And of a game with DEEDS."""


def all_charts(page: Page) -> None:
    """Ask for the other charts of a review."""
    page.get_by_text("More charts").click()


def test_games_lead_to_a_review(page: Page, address: str) -> None:
    page.goto(address)
    settled(page)
    page.get_by_role("link", name="Games", exact=True).click()
    expect(page.get_by_text("4 games of 2 titles; 1 with no recorded end.")).to_be_visible()
    assert page.url == f"{address}/games"
    expect(page.locator(".sitrep-strip")).to_have_count(4)
    page.get_by_label("Search").fill("first")
    page.get_by_label("Search").press("Enter")
    expect(page.locator(".sitrep-card")).to_have_count(1)
    # the cards of the search before go one by one: the last of them, too, is alone on the page for a moment
    expect(page.locator(".sitrep-card")).to_contain_text("first")
    expect(page).to_have_url(f"{address}/games?search=first")
    settled(page)
    page.get_by_role("link", name="Open its review").click()
    expect(page).to_have_url(re.compile(r"/review\?game=first"))
    expect(page.locator(".sitrep-outcome")).to_have_text("Axis won (conceded), after 3 rounds.")
    drawn(page, QUIET)
    page.get_by_text("Every area in every round").click()
    drawn(page, [*QUIET, STRIP])
    all_charts(page)
    drawn(page, [*QUIET, STRIP, *MORE])


def test_the_story_follows_the_map_and_moments_move_both(page: Page, address: str) -> None:
    page.goto(f"{address}/review?game=warlike&turn=1")
    report = page.get_by_role("region", name="What happened in this turn")
    expect(report).to_contain_text("Soviet Union collected 24 IPC.")
    drawn(page, [*QUIET, CONVOYS])
    page.get_by_label("Next (right arrow)").click()
    expect(page.locator(".clock")).to_have_text("Round 1, Germany")
    expect(report).to_contain_text("Germany bombed Russia with 2 Bombers: 5 damage; Germany lost 12 IPC of aircraft.")
    expect(page).to_have_url(re.compile(r"turn=2"))
    page.get_by_label("Last (End)").click()
    expect(report).to_contain_text("The game ended.")
    page.get_by_role("link", name="Round 1, Germany").first.click()
    expect(page.locator(".clock")).to_have_text("Round 1, Germany")
    expect(report).to_contain_text("bombed Russia")
    expect(page).to_have_url(re.compile(r"game=warlike.*turn=2"))


@pytest.mark.slow
def test_a_link_to_a_moment_brings_the_map_into_view_each_time(page: Page, address: str) -> None:
    page.goto(f"{address}/review?game=warlike")
    drawn(page, [*QUIET, CONVOYS])
    link, clock = page.get_by_role("link", name="Round 1, Germany").first, page.locator(".clock")
    assert link.get_attribute("href") == "?game=warlike&turn=2", "a moment has an address to share"
    for _ in range(2):
        link.scroll_into_view_if_needed()
        expect(clock).not_to_be_in_viewport()
        link.click()
        expect(clock).to_have_text("Round 1, Germany")
        expect(clock).to_be_in_viewport()
        expect(page.locator(".sitrep-player .board")).to_be_in_viewport(ratio=0.95)


@pytest.mark.slow
@pytest.mark.parametrize("page", [{"viewport": {"width": 1280, "height": 500}}], indirect=True)
def test_the_address_of_a_moment_opens_at_the_map(page: Page, address: str) -> None:
    page.goto(f"{address}/review?game=warlike&turn=2")
    expect(page.locator(".clock")).to_have_text("Round 1, Germany")
    expect(page.locator(".sitrep-player .board")).to_be_in_viewport(ratio=0.9)
    page.goto(f"{address}/review?game=warlike")
    drawn(page, [*QUIET, CONVOYS])
    expect(page.locator(".sitrep-outcome")).to_be_in_viewport()


@pytest.mark.slow
def test_a_dropped_file_is_reviewed_and_the_review_is_taken_away(page: Page, address: str, tmp_path: Path) -> None:
    record = soonest_read()[0]
    page.goto(f"{address}/games")
    page.locator("input[type=file]").set_input_files(record)
    expect(page.get_by_text("This game is not in the lake.")).to_be_visible(timeout=PATIENCE)
    clock = page.locator(".sitrep-player .clock")
    expect(clock).to_be_visible(timeout=PATIENCE)
    settled(page)
    moment, turn = page.locator(".sitrep-story a").first, page.get_by_label("Turn", exact=True)
    moment.scroll_into_view_if_needed()
    expect(clock).not_to_be_in_viewport()
    expect(turn).not_to_have_value(str(moment.get_attribute("data-turn")))
    moment.click()
    expect(turn).to_have_value(str(moment.get_attribute("data-turn")))
    expect(clock).to_be_in_viewport()
    with page.expect_download(timeout=PATIENCE) as taken:
        page.get_by_role("button", name="Download this review as one HTML file").click()
    taken.value.save_as(tmp_path / "review.html")
    assert (tmp_path / "review.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.slow
def test_an_address_of_before_there_was_a_first_page_leads_to_the_review(page: Page, address: str) -> None:
    page.goto(f"{address}/?game=warlike&turn=2")
    expect(page).to_have_url(re.compile(r"/review\?game=warlike&turn=2"))
    expect(page.locator(".clock")).to_have_text("Round 1, Germany")
    settled(page)


@pytest.mark.slow
def test_picking_another_game_changes_page_and_address(page: Page, address: str) -> None:
    page.goto(f"{address}/review?game=first")
    drawn(page, QUIET)
    pick(page, "Game", "torn")
    expect(page.locator(".sitrep-outcome")).to_have_text("The record stops before the end of the game, after 3 rounds.")
    expect(page).to_have_url(f"{address}/review?game=torn")
    drawn(page, UNFINISHED)


@pytest.mark.slow
def test_a_board_that_never_changes_has_nothing_to_play(page: Page, address: str) -> None:
    page.goto(f"{address}/titles")
    shown = page.locator(".sitrep-player")
    expect(shown.locator(".clock")).to_have_text("Set-up")
    expect(shown.get_by_role("button", name="Whole board")).to_be_visible()
    of_turns = ("Play or pause (space)", "Turn", "Moves of the turn (m)")
    assert [shown.get_by_label(name, exact=True).count() for name in of_turns] == [0, 0, 0]
    shown.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    expect(shown.locator(".clock")).to_have_text("Set-up")
    settled(page)


@pytest.mark.slow
def test_an_address_of_no_game(page: Page, address: str) -> None:
    page.goto(f"{address}/review?game=nothing")
    expect(page.get_by_text("This lake has no such game")).to_be_visible()
    expect(page.get_by_text("?game=nothing")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("page", slow_after(1, [{}, {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}]), indirect=True)
def test_convoys_objectives_luck_and_bombing_are_drawn_whole(page: Page, address: str) -> None:
    page.goto(f"{address}/review?game=warlike")
    drawn(page, [*QUIET, CONVOYS])
    all_charts(page)
    charts = drawn(page, [*QUIET, CONVOYS, *MORE, *WARLIKE])
    first = charts.filter(has=page.locator('[aria-label*="Lost, IPC: 4"]')).first
    cell, written = (first.locator(f'{shape}[aria-label*="Lost, IPC: 4"]') for shape in ("path", "text"))
    written.hover()
    for told in ("United Kingdom", "Sea Zone 5", "Germany"):
        expect(page.locator("#vg-tooltip-element")).to_contain_text(told)
    box, number = cell.bounding_box(), written.bounding_box()
    assert box and number and box["height"] > 20
    assert box["x"] < number["x"] and number["x"] + number["width"] < box["x"] + box["width"]
    for one in charts.all():
        place = one.bounding_box()
        assert place and place["height"] > 60 and place["x"] + place["width"] <= page.viewport_size["width"]


@pytest.mark.parametrize("page", [{"viewport": {"width": 390, "height": 844}}], indirect=True)
def test_on_a_phone_nothing_is_wider_than_the_screen(page: Page, address: str) -> None:
    page.goto(f"{address}/review?game=torn")
    drawn(page, UNFINISHED)
    all_charts(page)
    charts = drawn(page, [*QUIET, *MORE])
    wide = page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= 390
    for box in (chart.bounding_box() for chart in charts.all()):
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
