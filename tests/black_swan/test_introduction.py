"""Introduction: what nations of a faction do together, what the factions of the Allies do not, minor nations as their leader's."""

from __future__ import annotations

import pytest

from engine.families.blocks import supply
from engine.families.blocks.land import entry
from engine.families.blocks.land.orders import March, StrategicMove
from engine.families.blocks.production.orders import Reinforce
from engine.families.blocks.production.reinforce import bills, chosen
from tests.black_swan.board import TITLE, play_from, position, rules_of

pytestmark = pytest.mark.section("INTRODUCTION")

WEST = "great-britain infantry-4 london, germany infantry-3 berlin"


@pytest.mark.parametrize(
    ("one", "two", "apart"),
    [
        ("france", "great-britain", True),
        ("france", "united-states", False),
        ("great-britain", "united-states", False),
        ("germany", "italy", False),
        ("france", "belgium", True),
        ("greece", "france", True),
        ("greece", "great-britain", False),
        ("belgium", "netherlands", False),
        ("hungary", "romania", True),
        ("hungary", "germany", False),
        ("bulgaria", "romania", False),
    ],
)
def test_who_never_stands_with_whom(one: str, two: str, apart: bool) -> None:
    """French and British never stack; a minor nation is treated as British "for all effects"; Hungarians and Romanians."""
    found = position(WEST, at_war=[*TITLE.powers])
    assert entry.apart(found, one, two) is entry.apart(found, two, one) is apart


def test_the_french_do_not_march_in_where_belgians_stand_unless_they_are_a_union() -> None:
    stacks = f"{WEST}, belgium infantry-4 brussels, france infantry-3 lille"
    march = March("infantry-3", "lille > brussels")
    assert rules_of(play_from(stacks, "land", "great-britain"), march) == ["land/apart"]
    union = {"union/france": "great-britain france"}
    assert rules_of(play_from(stacks, "land", "great-britain", markers=union), march) == []
    assert rules_of(play_from(stacks.replace("france", "united-states"), "land", "great-britain"), march) == []


@pytest.mark.parametrize(("holder", "found"), [("romania", []), ("hungary", ["land/entry"])])
def test_a_minor_nation_is_at_home_in_all_that_it_controls(holder: str, found: list[str]) -> None:
    """Transylvania is Romania's until it is ceded (9.0), which it is not where a Soviet declaration of war comes first."""
    stacks = f"{WEST}, romania infantry-4 ploesti, soviet-union infantry-4 moscow"
    assert rules_of(play_from(stacks, "land", control={"cluj": holder}), March("infantry-4", "ploesti > cluj")) == found


def test_nations_of_a_faction_enter_each_others_areas_and_sail_in_each_others_ships() -> None:
    """An American in a British ship to France."""
    stacks = f"{WEST}, united-states infantry-4 london, great-britain light-surface-4 the-channel"
    order = StrategicMove("infantry-4 (united-states)", "london > the-channel > lille")
    assert rules_of(play_from(stacks, "land", "great-britain", control={"lille": "france"}), order) == []
    alone = stacks.replace("great-britain light-surface-4 the-channel", "great-britain infantry-4 plymouth")
    assert rules_of(play_from(alone, "land", "great-britain", control={"lille": "france"}), order) != []


def test_the_two_factions_do_not_stack_nor_enter_what_the_other_holds() -> None:
    stacks = f"{WEST}, soviet-union infantry-4 warsaw, great-britain infantry-4 konigsberg"
    play = play_from(stacks, "land", "great-britain", control={"lublin": "soviet-union", "berlin": "great-britain"})
    assert rules_of(play, March("infantry-4 (great-britain)", "konigsberg > warsaw")) == ["land/entry"]
    assert rules_of(play, March("infantry-4 (great-britain)", "konigsberg > vilnius")) != []
    assert not entry.may_be(play.position, "great-britain", "lublin")
    assert not entry.may_be(play.position, "soviet-union", "london")
    assert not supply.is_supplied(play.position, "great-britain", "lublin")


def test_a_minor_nations_steps_are_paid_by_who_plays_it_and_its_blocks_live_on_his_supply() -> None:
    stacks = f"{WEST}, greece infantry-4@1 athens, hungary infantry-3@1 budapest"
    war = ("great-britain", "united-states", "germany", "greece", "hungary")
    found = position(stacks, phase="production", power="great-britain", at_war=war)
    blocks, _ = chosen(found, Reinforce("athens", "infantry-4"))
    assert bills(found, blocks, 1) == {"great-britain": 1}
    assert {"athens", "london"} <= {*supply.sources(found, "greece")}
    assert {"budapest", "berlin"} <= {*supply.sources(found, "hungary")}
    assert "usa" in supply.sources(found, "greece"), "both Washington and London supply what is British"
