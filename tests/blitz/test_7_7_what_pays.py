"""7.6, 7.7, 7.8 What pays for what: Chinese units while the USA is limited, and whose the yield of a new home is."""

from __future__ import annotations

import pytest

from engine.titles.blitz.orders import Build
from engine.titles.blitz.turn_end import purses, treasury, turn_end
from tests.blitz.table import broken, table


@pytest.mark.section("7.7", "7.8")
@pytest.mark.parametrize(
    ("markers", "at_war", "found"),
    [
        ({"entry/usa": "0"}, [], ["build/china"]),  # bound, and its box allows nothing
        ({"entry/usa": "3"}, [], []),
        ({"entered/usa": "yes"}, ["japan usa"], []),  # what the USA have in store is not asked
    ],
)
def test_7_7_chinese_units_count_against_what_a_limited_usa_may_use(markers: dict[str, str], at_war: list[str], found: list[str]) -> None:
    """The Resource of Chungking pays for a Chinese unit; while the USA is limited, no more than its box of Neutral Entry."""
    stores = {"usa": (0, 0)} if at_war else {"usa": (5, 5)}
    play = table("nationalist-army chungking@1", phase="build", power="usa", stores=stores, markers=markers, at_war=at_war)
    assert purses.china_purse(play.position) == 1
    assert broken(play, Build("nationalist-army", "", 1)) == found


@pytest.mark.section("7.6")
def test_7_6_the_new_home_of_british_units_needs_no_convoy_of_the_afa_alone() -> None:
    play = table(markers={"conquered/great-britain": "allies", "seat/great-britain": "canada"})
    homes = {power: turn_end.home_yield(play.position, power) for power in ("afa", "germany", "usa")}
    assert "canada" in homes["afa"] and all("canada" not in homes[power] for power in ("germany", "usa"))


@pytest.mark.section("7.7", "7.8")
@pytest.mark.parametrize(("told", "turn", "most"), [("counted", 2, 3), ("counted", 1, 3), ("free", 2, 5), ("free", 1, 3)])
def test_7_7_only_oil_saved_until_this_turn_is_free_of_the_limit_and_only_by_the_option(told: str, turn: int, most: int) -> None:
    """The USA in box 3, with nine to spend on turn 2: three, and the two Oil that it had when it counted on that turn."""
    play = table(
        phase="build",
        power="usa",
        turn=2,
        stores={"usa": (7, 2)},
        markers={"entry/usa": "3", "saved/usa": f"{turn} 0 2"},
        options={"saved-oil": told, "sabotage": "yes", "sabotage-stores": "saved"},
    )
    assert treasury.usable(play.position, "usa") == most
