"""The list of games of a site: games without a day stand last in any order of days, and a player is found by any name."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from dashboard.site.build import build
from tests.warehouse.test_results import result
from warehouse import Lake

pytestmark = pytest.mark.browser
SMITH = "Smith, John"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> str:
    lake = Lake.create(tmp_path_factory.mktemp("lake"))
    lake.write([
        result("first", {"allies": ["Amy"], "axis": [SMITH]}),
        result("second", {"allies": ["Amy"], "axis": ["John"]}, day="2026-05-02"),
        result("undated", {"allies": ["Old"], "axis": ["Amy"]}, day=""),
    ])  # fmt: skip
    out = tmp_path_factory.mktemp("site")
    build(lake, out, jobs=1)
    return (out / "games.html").as_uri()


def test_games_without_a_day_stand_last_from_either_end(page: Page, games: str) -> None:
    page.goto(games)
    rows = page.locator("#games tbody tr")
    expect(rows).to_contain_text(["second", "first", "undated"])
    page.get_by_label("Sort by").select_option("Oldest first")
    expect(rows).to_contain_text(["first", "second", "undated"])


def test_a_player_with_a_comma_in_the_name_is_one_player(page: Page, games: str) -> None:
    page.goto(games)
    assert page.locator("#players option").evaluate_all("all => all.map((one) => one.value)") == ["Amy", "John", "Old", SMITH]
    rows = page.locator("#games tbody tr:visible")
    for name, found in ((SMITH, ["first"]), ("John", ["second"])):
        page.get_by_label("Player").fill(name)
        expect(rows).to_contain_text(found)
