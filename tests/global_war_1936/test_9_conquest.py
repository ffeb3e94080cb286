"""Sections 1.22, 4.12, 9.15, 9.20, 9.24, 14.4.3 and 15.7: what is conquered, dropped, taken back and controlled."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Move
from engine.titles.global_war_1936.land.modifiers import modifier, works_between
from engine.titles.global_war_1936.orders import Assign, Recruit
from tests.global_war_1936.positions import BOARD, TITLE, battle, combat, play_from, problems, standing

WAR = {("germany", "france"): "war", ("germany", "great-britain"): "war", ("france", "great-britain"): "allied"}


@pytest.mark.section("1.22")
def test_1_22_a_fortified_line_defends_its_border_until_the_area_is_conquered_once() -> None:
    stacks = {"western-germany": "france: 4 infantry [moved from=belgium]; germany: infantry"}
    play = combat("france", stacks, [12, 12, 1, 1, 1, 1, 12], control={"western-germany": "germany", "belgium": "france"}, relations=WAR)
    assert works_between(play.position, "western-germany", "belgium") == 2
    play.submit(battle("western-germany"))
    assert play.state.control["western-germany"] == "france"
    assert works_between(play.position, "western-germany", "belgium") == 0


def conquered():
    play = BOARD.play_from(
        {"belgium": "germany: infantry", "belgian-congo": "belgium: infantry"},
        "germany",
        "combat-move",
        control={"belgium": "germany"},
        markers={("game", "controlled|belgium"): "great-britain"},
    )
    play.emit(ev.RelationChanged("germany", "belgium", "peace", "war"))
    return play


@pytest.mark.section("9.24")
def test_9_24_who_controls_a_defeated_minor_power_keeps_its_colonies() -> None:
    play = conquered()
    order = play.rules.sequence(play)
    assert play.state.control["belgian-congo"] == "belgium" and order[order.index("great-britain") + 1] == "belgium"


@pytest.mark.section("4.12")
def test_4_12_colonies_align_when_their_ruler_is_at_war_with_the_conqueror() -> None:
    from engine.titles.global_war_1936.politics import alignment

    play = conquered()
    alignment.settle(play)
    assert play.state.control["belgian-congo"] == "great-britain" and "great-britain: infantry" in standing(play, "belgian-congo")


@pytest.mark.section("9.15")
def test_9_15_airborne_infantry_dropped_on_an_area_attacks_at_three_in_the_first_round() -> None:
    stacks = {"belgium": "germany: air-transport, airborne", "picardy": "france: infantry"}
    play = play_from(stacks, "germany", "combat-move", control={"belgium": "germany", "picardy": "france"}, relations=WAR)
    assert problems(play, Move("airborne", "belgium > picardy", drop=True)) != []
    play.submit(Move("air-transport, airborne", "belgium > picardy", drop=True))
    key = next(key for key in play.state.stacks if key.area == "picardy" and key.unit == "airborne")
    unit = TITLE.units["airborne"]
    assert unit.attack + modifier(play.position, "picardy", "attacker")(key, unit) == 3


@pytest.mark.section("9.20")
def test_9_20_land_of_a_member_of_the_alliance_is_returned_to_it() -> None:
    stacks = {"picardy": "great-britain: 2 infantry [moved from=belgium]; germany: militia"}
    play = combat("great-britain", stacks, [1, 1, 12], control={"picardy": "germany", "belgium": "great-britain"}, relations=WAR)
    play.submit(battle("picardy"))
    assert play.state.control["picardy"] == "france"


def vichy(dice: list[int]):
    control = {"southern-france": "vichy-france", "corsica": "vichy-france", "senegal": "vichy-france"}
    play = BOARD.play_from(
        {"corsica": "vichy-france: infantry"},
        "vichy-france",
        "combat-move",
        dice=dice,
        control={area: who for area, who in control.items() if area in TITLE.areas},
        markers={("game", "controlled|vichy-france"): "germany"},
    )
    play.open_phase(ev.PhaseStarted("vichy-france", "place-units", play.state.clock.turn))
    return play


@pytest.mark.section("14.4.3")
def test_14_4_3_vichy_recruits_on_a_two() -> None:
    assert vichy([3]).pending is None
    play = vichy([2])
    play.submit(Recruit("infantry", "corsica"))
    assert standing(play, "corsica") == "vichy-france: 2 infantry"


@pytest.mark.section("15.7")
def test_15_7_big_ships_escort_only_without_the_option() -> None:
    zone = "sea-zone-21"
    for option, wrong in (("all", []), ("small", ["duty/unit"])):
        play = play_from(
            {zone: "great-britain: battleship, destroyer, light-cruiser, fleet-carrier"},
            "great-britain",
            "combat-move",
            options={"escorts": option},
        )
        assert problems(play, Assign("battleship", zone, "escort")) == wrong
        assert problems(play, Assign("destroyer, light-cruiser, fleet-carrier", zone, "escort")) == []
