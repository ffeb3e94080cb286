"""Sections 0.5, 8.1 and 14.2: no order leads units into an area that a move may not enter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.families.axis_allies.orders import Land, Load, Move, Offload, Retreat, Scramble, Transfer
from engine.orders import Order
from engine.play import Play
from engine.rules import EndPhase
from engine.strictness import Strictness
from engine.titles.global_war_1936.orders import Annex, Cross, Exploit, Force, Redeploy, Regroup, Shell
from engine.titles.global_war_1936.rules import TitleRules
from tests.global_war_1936.positions import BOARD, TITLE, battle, problems

USA = {
    ("germany", "great-britain"): "war",
    ("germany", "united-states"): "peace",
    ("great-britain", "united-states"): "allied",
}
GUESTS = "united-states: 3 infantry"


def moved() -> tuple[Play, Order]:
    play = BOARD.play_from(
        {"picardy": "germany: infantry", "belgium": GUESTS},
        "germany",
        "combat-move",
        control={"picardy": "germany", "belgium": "great-britain"},
        relations=USA,
    )
    return play, Move("infantry", "picardy > belgium")


def landed() -> tuple[Play, Order]:
    ship = "germany: naval-transport [cargo=germany/infantry]; germany: infantry [aboard]"
    play = BOARD.play_from(
        {"sea-zone-25": ship, "london": GUESTS}, "germany", "combat-move", control={"london": "great-britain"}, relations=USA
    )
    return play, Offload("infantry", "sea-zone-25 > london")


def crossed() -> tuple[Play, Order]:
    play = BOARD.play_from(
        {"picardy": "germany: marine", "london": GUESTS},
        "germany",
        "combat-move",
        control={"picardy": "germany", "london": "great-britain"},
        relations=USA,
    )
    return play, Cross("marine", "picardy > london")


def exploited() -> tuple[Play, Order]:
    tank = "germany: medium-armor [moved used=1 from=western-germany]; great-britain: militia"
    play = BOARD.play_from(
        {"netherlands": tank, "belgium": GUESTS},
        "germany",
        "conduct-combat",
        dice=[1] + [12] * 9,
        control={"netherlands": "great-britain", "belgium": "great-britain"},
        relations=USA,
    )
    play.submit(battle("netherlands"))
    return play, Exploit("medium-armor", "netherlands > belgium")


INTO_LAND = {Move: moved, Offload: landed, Cross: crossed, Exploit: exploited}
"""The orders that lead units into hostile land, and a position in which nations at peace with who comes stand there."""
ELSEWHERE = {
    Load: "from land to a ship",
    Redeploy: "from sea zone to sea zone",
    Force: "from sea zone to sea zone",
    Transfer: "to land of one's own or of a friend",
    Annex: "into land of a neutral minor power, which disbands what stands there",
    Retreat: "back to friendly land",
    Scramble: "aircraft, from a base to a battle",
    Land: "aircraft that scrambled, back to friendly land",
    Shell: "guns that fire over a border stay",
    Regroup: "from land of a Spanish faction to land of the same",
}
"""The other orders that lead units into an area, and why nobody at peace stands there."""


@pytest.mark.section("8.1", "0.5")
@pytest.mark.parametrize("made", INTO_LAND.values(), ids=[order.__name__ for order in INTO_LAND])
def test_8_1_no_order_enters_land_where_a_nation_at_peace_has_units(made: Callable[[], tuple[Play, Order]]) -> None:
    play, order = made()
    assert [rule for rule in problems(play, order) if rule.endswith("/bystanders")], order


def test_every_order_that_leads_units_into_an_area_is_listed_here() -> None:
    taken = {kind for phase in TitleRules(TITLE).by_slug.values() for kind in phase.takes}
    leads = {kind for kind in taken if {"path", "to", "at"} & set(kind.__struct_fields__) and "units" in kind.__struct_fields__}

    assert leads | {Retreat} == {*INTO_LAND, *ELSEWHERE}, "name it, and prove that it has no door past the checks"


@pytest.mark.section("14.2")
def test_14_2_a_blitz_keeps_to_eastern_poland_as_a_move_does() -> None:
    calm = {("soviet-union", o): "peace" for o in ("germany", "italy", "japan", "france", "united-states", "kmt", "free-france")}
    tank = "soviet-union: medium-armor [moved used=1 from=western-ukraine]; great-britain: militia"
    play = BOARD.play_from(
        {"lubelskie": tank},
        "soviet-union",
        "conduct-combat",
        dice=[1] + [12] * 9,
        control={"east-poland": "great-britain", "lubelskie": "great-britain", "warsaw": "germany", "dolnoslaske": "great-britain"},
        relations=calm | {("soviet-union", "great-britain"): "war"},
        markers={("game", "pact|molotov-ribbentrop"): "signed", ("turn", "partition|great-britain"): "yes"},
    )
    play.submit(battle("lubelskie"))
    assert problems(play, Exploit("medium-armor", "lubelskie > dolnoslaske")) == ["partition/reach"]


@pytest.mark.section("10.1")
def test_10_1_nobody_crosses_into_land_conquered_in_this_turn() -> None:
    play = BOARD.play_from(
        {"london": "great-britain: infantry", "picardy": "great-britain: marine"},
        "great-britain",
        "combat-move",
        control={"picardy": "germany"},
    )
    play.submit(EndPhase("conduct-combat"))
    assert play.state.control["picardy"] in play.position.friends_of("great-britain")
    assert problems(play, Cross("infantry", "london > picardy")) == ["noncombat-move/conquered"]


HELD = {"netherlands": "germany", "belgium": "great-britain", "paris": "germany"}
TROOPS = {
    "netherlands": "germany: 2 infantry, artillery, fighter, air-base, major-port",
    "belgium": GUESTS,
    "sea-zone-21": "germany: naval-transport, light-cruiser",
}
ASTRAY = (
    ("noncombat-move", Transfer("infantry", "netherlands", "belgium")),
    ("noncombat-move", Redeploy("naval-transport", "sea-zone-21 > belgium")),
    ("noncombat-move", Move("infantry", "netherlands > belgium")),
    ("noncombat-move", Move("fighter", "netherlands > belgium")),
    ("noncombat-move", Cross("infantry", "netherlands > belgium")),
    ("noncombat-move", Load("infantry", "netherlands > belgium")),
    ("combat-move", Load("infantry", "netherlands > belgium")),
    ("combat-move", Force("light-cruiser", "sea-zone-21 > belgium")),
    ("combat-move", Annex("infantry", "netherlands > belgium")),
    ("combat-move", Move("fighter", "netherlands > belgium")),
    ("combat-move", Cross("infantry", "netherlands > belgium")),
    ("conduct-combat", Retreat("belgium")),
    ("conduct-combat", Land("fighter", "netherlands > belgium")),
    ("conduct-combat", Scramble("fighter", "netherlands > belgium")),
    ("conduct-combat", Exploit("artillery", "netherlands > belgium")),
    ("place-units", Regroup("infantry", "netherlands", "belgium")),
)
"""Every order that leads units into an area, let into that of an enemy with whom troops of a nation at peace stand."""


@pytest.mark.section("8.1", "0.5")
@pytest.mark.parametrize(("phase", "order"), ASTRAY, ids=[f"{phase}-{type(order).__name__}" for phase, order in ASTRAY])
def test_8_1_no_order_of_any_phase_brings_units_among_those_of_a_nation_at_peace(phase: str, order: Order) -> None:
    play = BOARD.play_from(TROOPS, "germany", phase, control=HELD, relations=USA, strictness=Strictness.COLLECT)
    assert problems(play, order) != []
    if isinstance(order, Move):
        return  # What a record says of moves is carried out, and told as a defect.
    play.submit(order)
    there = {key.power for key in play.state.stacks if key.area == "belgium" and TITLE.units[key.unit].cls != "air"}
    assert "germany" not in there, "nor is it carried out where a record says so"


def test_every_order_that_leads_units_into_an_area_has_been_let_astray() -> None:
    assert {type(order) for _, order in ASTRAY} | {Offload, Shell} == {*INTO_LAND, *ELSEWHERE}, "Offload above; guns stay"
