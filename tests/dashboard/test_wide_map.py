"""The wide map in a real browser: theatres, moves, symbols, the wheel, and that it stays in view while one reads below it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dashboard.player.prepared_game import played
from dashboard.review.export import write_review
from tests.dashboard.conftest import DEEDS, hand_made
from tests.dashboard.frames import page_of
from tests.dashboard.test_map import area, clock, view
from warehouse import Lake

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = Lake.create(tmp_path_factory.mktemp("lake"))
    lake.write([hand_made("warlike", deeds=DEEDS)])
    return lake


@pytest.fixture
def own_page(lake: Lake, tmp_path: Path) -> str:
    return page_of(played(lake, "warlike"), tmp_path)


def middle(page: Page, name: str) -> tuple[float, float]:
    """Return where the counters and the name of an area are, on the screen."""
    at = int(area(page, name).get_attribute("data-area") or -1)
    spot = "node => { const m = node.getScreenCTM(); return [m.e, m.f]; }"
    x, y = page.locator(".sitrep-player .stack").nth(at).evaluate(spot)
    return float(x), float(y)


def is_seen(page: Page, name: str) -> bool:
    box, (x, y) = page.locator(".board").bounding_box(), middle(page, name)
    assert box
    return box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"]


@pytest.mark.parametrize("page", [{"viewport": {"width": 1440, "height": 900}}], indirect=True)
def test_a_theatre_is_one_press_away_and_the_pacific_is_in_one_piece(page: Page, own_page: str) -> None:
    page.goto(own_page)
    whole = view(page)
    looks = page.get_by_role("group", name="Part of the board").get_by_role("button")
    expect(looks).to_have_text(["Europe", "Pacific", "Whole board"])
    expect(looks.nth(2)).to_have_attribute("aria-pressed", "true")
    looks.nth(1).click()
    assert middle(page, "Japan")[0] < middle(page, "Hawaiian Islands")[0], "across the edge of the sheet"
    assert is_seen(page, "Japan") and is_seen(page, "Hawaiian Islands") and is_seen(page, "Australia")
    page.mouse.move(*middle(page, "Hawaiian Islands"))
    expect(page.locator(".tip")).to_contain_text("Hawaiian Islands")
    page.locator(".sitrep-player").focus()
    page.keyboard.press("1")
    expect(looks.nth(0)).to_have_attribute("aria-pressed", "true")
    expect(looks.nth(1)).to_have_attribute("aria-pressed", "false")
    assert is_seen(page, "Germany") and not is_seen(page, "Japan") and view(page)[2] < whole[2] * 0.7
    page.keyboard.press("+")
    expect(looks.nth(0)).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("0")
    assert view(page) == whole and middle(page, "Hawaiian Islands")[0] < middle(page, "Japan")[0]


def test_moves_are_arrows_of_their_power_and_can_be_hidden(page: Page, lake: Lake, tmp_path: Path) -> None:
    game = played(lake, "warlike")
    names = [one["name"] for one in game["areas"]]
    powers = [one["name"] for one in game["powers"]]
    germany, japan = powers.index("Germany"), powers.index("Japan")
    over, around = (
        [names.index(name) for name in ("Brazil", "Germany")],
        [names.index(name) for name in ("Japan", "Hawaiian Islands")],
    )
    game["moves"][2] = [germany, 0, 3, 2, *over[::-1], japan, 1, 8, 2, *around]
    page.goto(f"{page_of(game, tmp_path)}#map=2")
    moves = page.locator(".moves .move")
    expect(moves).to_have_count(2)
    assert moves.evaluate_all("all => all.map((one) => [one.dataset.count, one.classList.contains('quiet')])") == [
        ["3", False],
        ["8", True],
    ]
    expect(moves.first.locator(".line")).to_have_attribute("stroke", game["powers"][germany]["color"])
    x, y = middle(page, "Brazil")
    head = moves.first.locator(".head").bounding_box()
    assert head and abs(head["x"] - x) < 40 and abs(head["y"] - y) < 40, "it ends where the units went"
    box = moves.nth(1).locator(".line").bounding_box()
    assert box and box["width"] < 300, "the short way, across the edge of the sheet"
    page.locator(".sitrep-player").focus()
    page.keyboard.press("m")
    expect(page.locator(".moves")).to_be_hidden()
    expect(page.get_by_label("Moves of the turn (m)")).to_have_attribute("aria-pressed", "false")


def test_units_are_symbols_from_close_by(page: Page, own_page: str, lake: Lake) -> None:
    page.goto(f"{own_page}#map=0")
    expect(clock(page)).to_have_text("Set-up")
    at = int(area(page, "Germany").get_attribute("data-area") or -1)
    counter = page.locator(".sitrep-player .stack").nth(at).locator(".counter").first
    kinds = lake.sql(
        "select count(distinct unit)::int n from stacks s join title_units u using (game_id, unit) where game_id = 'warlike' and turn = 0"
        " and area = 'germany' and power = 'germany' and u.class <> 'facility'"
    )["n"][0]
    x, y = middle(page, "Germany")
    page.mouse.move(x, y)
    page.locator(".sitrep-player").focus()
    for _ in range(5):
        page.keyboard.press("+")
    expect(counter.locator(".symbol")).to_have_count(kinds)
    assert kinds > 2
    page.mouse.move(*middle(page, "Germany"))
    rows = page.locator(".tip tr")
    classes = dict(lake.sql("select name, class from title_units where game_id = 'warlike'").iter_rows())
    told = [classes[name] for name in rows.locator("td:nth-child(3)").all_inner_texts()]
    order = ["land", "air", "sea", "facility"]
    assert told == sorted(told, key=order.index) and len(told) >= kinds, "in a fixed order"


def test_the_wheel_scrolls_the_page_until_the_map_is_clicked(page: Page, own_page: str) -> None:
    page.goto(own_page)
    page.evaluate("document.body.style.paddingBottom = '3000px'")
    whole, box = view(page), page.locator(".board").bounding_box()
    assert box
    page.mouse.move(box["x"] + 200, box["y"] + 150)
    page.mouse.wheel(0, 120)
    page.wait_for_function("scrollY > 50")
    assert view(page) == whole
    page.evaluate("scrollTo(0, 0)")
    page.mouse.click(box["x"] + 200, box["y"] + 150)
    page.mouse.wheel(0, -200)
    page.wait_for_function(f"document.querySelector('.board').viewBox.baseVal.width < {whole[2] / 2}")
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("page", [{"viewport": {"width": 1440, "height": 900}}], indirect=True)
def test_the_map_fills_the_page_and_stays_in_view_while_one_reads(page: Page, lake: Lake, tmp_path: Path) -> None:
    page.goto(write_review(lake, "warlike", tmp_path / "review.html").as_uri())
    stage = page.locator(".stage")
    before, long = stage.bounding_box(), page.evaluate("document.documentElement.scrollHeight")
    assert before and before["width"] > 1380
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator(".sitrep-player")).to_have_class("sitrep-player reading")
    after = stage.bounding_box()
    assert after and 0 <= after["y"] < 10 and 180 <= after["height"] < 0.6 * before["height"]
    assert abs(page.evaluate("document.documentElement.scrollHeight") - long) <= 1, "nothing on the page jumps"
    expect(page.locator(".extras")).to_be_hidden()
    at = page.evaluate("scrollY")
    page.locator("[href='#map=2']").last.evaluate("node => node.click()")
    expect(clock(page)).to_have_text("Round 1, Germany")
    assert page.evaluate("scrollY") == at, "who reads stays where he reads"
    page.get_by_label("Keep the map in view while reading").click()
    expect(stage).not_to_be_in_viewport()


@pytest.mark.parametrize("page", [{"viewport": {"width": 1440, "height": 900}}], indirect=True)
def test_a_page_that_stands_farther_down_when_its_map_comes_has_its_map(page: Page, lake: Lake, tmp_path: Path) -> None:
    """The dashboard brings it when it is made: who has scrolled on by then saw an error instead."""
    path = write_review(lake, "warlike", tmp_path / "review.html")
    start = "const shown = player("
    html = path.read_text(encoding="utf-8")
    assert html.count(start) == 1
    path.write_text(html.replace(start, f"scrollTo(0, document.documentElement.scrollHeight); {start}"), encoding="utf-8")
    page.goto(path.as_uri())
    expect(page.locator(".sitrep-player")).to_have_class("sitrep-player reading")
    expect(clock(page)).not_to_be_empty()
