"""What one can do below a review, in a real browser: play a game on, and lay another one beside it; other addresses, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ingest.samples import HERE, samples
from tests.dashboard.browsing import LAPTOP, PATIENCE, PHONE, barriers, drawn, pick, settled, watched
from tests.dashboard.screens import screens
from tests.dashboard.server import served
from tests.kept import rows_of
from tests.slow import slow_after
from warehouse import Lake

pytestmark = pytest.mark.browser

ORDERS = HERE / "axis-takes-moscow.jsonl"
OTHER = HERE / "allies-take-berlin.jsonl.zst"
SAVE = next(path for path in samples() if path.suffix == ".tsvg")
TOLD = re.compile(r"won \d+ of 10 \(95% range \d+% to \d+%\)|10 games had no winner|Nobody won")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Path, str]]:
    """Address of the review of each record, over a lake of two logs and a save of World War II v4."""
    lake = Lake.create(tmp_path_factory.mktemp("reviews") / "lake")
    games = {path: rows_of(path) for path in (ORDERS, OTHER, SAVE)}
    lake.write(games.values())
    with served(Path(lake.path)) as (address, _):
        yield {path: f"{address}/review?game={game.game_id}" for path, game in games.items()}


def choose(page: Page, moment: str) -> None:
    """Pick the moment from which What if plays on; late ones are soon played."""
    page.get_by_role("combobox", name="Play on from").click()
    page.keyboard.type(moment)  # a long list shows only a part of its options
    page.get_by_role("option", name=moment).click()
    settled(page)


def played_on(page: Page, address: str, chosen: str) -> str:
    """Press the button of What if from a moment, wait for its games, and return what is said of them."""
    page.goto(address)
    settled(page)
    choose(page, chosen)
    before = page.locator(".sitrep-answer").count()
    page.get_by_role("button", name="Play on 10 times").click()
    expect(page.locator(".sitrep-answer").nth(before)).to_contain_text(TOLD, timeout=4 * PATIENCE)
    settled(page)
    assert page.get_by_test_id("stAlert").count() == 0
    return " ".join(page.locator(".sitrep-answer").all_inner_texts()[before:])


@pytest.mark.slow
def test_a_log_is_played_on_from_a_battle_gone_the_other_way(page: Page, games: dict[Path, str]) -> None:
    said = played_on(page, games[ORDERS], "Germany's attack on the Caucasus succeeds (Round 1, Germany)")
    assert "In the game as it was played, the Axis won." in said
    expect(page.locator(".sitrep-command", has_text="play-on")).to_have_text(
        f"sitrep play-on {ORDERS} --flip 1 --games 50 --rounds 6 --seed what-if"
    )


def test_the_board_is_changed_before_it_is_played_on(page: Page, games: dict[Path, str]) -> None:
    page.goto(games[ORDERS])
    settled(page)
    choose(page, "Round 7, Germany")
    page.get_by_text("Change the board first").click()
    page.get_by_role("textbox", name="Lines of a log").fill('{"see":"bank","power":"japan","amount":"much"}')
    page.get_by_role("button", name="Play on 10 times").click()
    expect(page.get_by_test_id("stAlert")).to_contain_text("cannot be played on", timeout=PATIENCE)
    expect(page.get_by_text("the changes:1 [amount]")).to_be_visible()
    page.get_by_role("textbox", name="Lines of a log").fill('{"see":"bank","power":"japan","amount":90}')
    page.get_by_role("button", name="Play on 10 times").click()
    expect(page.locator(".sitrep-answer").filter(has_text=TOLD).first).to_be_visible(timeout=4 * PATIENCE)
    expect(page.get_by_text("Change 1: bank japan 90")).to_be_visible()
    expect(page.locator(".sitrep-command", has_text="play-on")).to_contain_text("""--as '{"see":"bank","power":"japan","amount":90}'""")
    assert page.get_by_test_id("stAlert").count() == 0


def test_a_review_loads_no_colours_of_programming_languages(page: Page, games: dict[Path, str]) -> None:
    """Streamlit's block of code would load 1.5 MB of them; a command line is text that a click selects whole."""
    page.goto(games[ORDERS])
    settled(page)
    scripts = page.evaluate(
        "performance.getEntriesByType('resource').filter((one) => one.name.endsWith('.js')).map((one) => one.decodedBodySize)"
    )
    assert 500_000 < max(scripts) < 1_000_000, "what draws charts is the largest"
    page.locator(".sitrep-command", has_text="play-on").click()
    assert page.evaluate("getSelection().toString()").strip() == page.locator(".sitrep-command", has_text="play-on").inner_text()


@pytest.mark.slow
def test_a_save_is_played_on_from_a_turn(page: Page, games: dict[Path, str]) -> None:
    said = played_on(page, games[SAVE], "Round 8, United States")
    assert "In the game as it was played, the Axis won." in said


def test_another_game_of_the_title_is_laid_beside(page: Page, games: dict[Path, str]) -> None:
    page.goto(games[ORDERS])
    settled(page)
    charts = page.locator("[data-testid=stVegaLiteChart]").filter(visible=True).locator("svg.marks")
    names = charts.evaluate_all('all => all.map((chart) => chart.closest("[aria-label]")?.ariaLabel ?? "")')
    page.get_by_text("Compare with another game").click()
    expect(page.get_by_text("How did they open?")).to_be_visible()
    pick(page, "Other game", "allies-take-berlin")
    table = page.locator("table.sitrep-beside, .sitrep-beside table")
    expect(table.first).to_contain_text("allies-take-berlin")
    curves = ["Chance of winning in two games", "Income in two games", "Units in two games"]
    for chart in drawn(page, [*names, *curves]).all():
        place = chart.bounding_box()
        assert place and place["height"] > 60 and place["x"] + place["width"] <= page.viewport_size["width"]
    for row in ("Germany", "Soviet Union", "Japan"):
        expect(table.first).to_contain_text(row)


@pytest.mark.parametrize("screen", slow_after(1, [screen.path for screen in screens() if screen.path]))
def test_a_page_that_is_opened_by_its_address_finds_the_server_at_once(page: Page, games: dict[Path, str], screen: str) -> None:
    """Streamlit would otherwise look for its server below the page's own address first, and get a 404."""
    address, asked = games[ORDERS].partition("/review")[0], []
    page.on("response", lambda answer: asked.append((answer.url, answer.status)) if "_stcore" in answer.url else None)
    page.goto(f"{address}/{screen}")
    page.wait_for_function("document.querySelector('[data-testid=stApp]')?.dataset.testConnectionState === 'CONNECTED'")
    assert asked and set(asked) <= {(f"{address}/_stcore/{name}", 200) for name in ("health", "host-config")}
    settled(page)


@pytest.mark.slow
def test_a_phone_folds_away_the_phases_of_which_much_is_told(browser: Browser, games: dict[Path, str]) -> None:
    with watched(browser, **PHONE) as (page, complaints):
        page.goto(f"{games[ORDERS]}&turn=2")
        settled(page)
        told = page.locator(".told")
        moves = told.locator("details").first
        expect(moves.locator("summary")).to_have_text(re.compile(r"Combat move \(\d+\)"))
        expect(moves.locator("li").first).not_to_be_visible()
        moves.locator("summary").click()
        expect(moves.locator("li").first).to_be_visible()
        shown = told.evaluate("all => [...all.querySelectorAll('details')].map((one) => one.querySelectorAll('li').length)")
        assert shown and min(shown) > 6
        assert complaints == []


@pytest.mark.parametrize("scheme", slow_after(1, ["dark", "light"]))
@pytest.mark.parametrize("screen", slow_after(1, ["economy", "odds", "battles", "control", "games", "lab", "league", "openings", "titles"]))
def test_what_is_picked_can_be_read_in_the_dark_too(browser: Browser, games: dict[Path, str], screen: str, scheme: str) -> None:
    address = games[ORDERS].partition("/review")[0]
    with watched(browser, **{**LAPTOP, "color_scheme": scheme}) as (page, _):
        page.goto(f"{address}/{screen}")
        settled(page)
        assert barriers(page) == []


@pytest.mark.parametrize("mistyped", slow_after(1, ["games/nonsense", "nonsense"]))
def test_an_address_without_a_page_says_so_and_finds_the_server_at_once(browser: Browser, games: dict[Path, str], mistyped: str) -> None:
    address = games[ORDERS].partition("/review")[0]
    with watched(browser) as (page, complaints):
        page.goto(f"{address}/{mistyped}")
        expect(page.get_by_text("Page not found")).to_be_visible()
        settled(page)
        assert len(complaints) == 1 and "does not seem to exist" in complaints[0]
