"""Passages that may be read in two ways: the option of each selects the other reading."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.fire import firing_groups
from engine.families.axis_allies.orders import Declare
from engine.titles.global_war_1936.economy import supply
from engine.titles.global_war_1936.politics import events, fall, objectives
from tests.global_war_1936.positions import TITLE, battle, begun, combat, play_from, rolls


def numbers(play: object, area: str, side: str) -> dict[str, int]:
    return {group.unit: group.target for group in firing_groups(play.position, area, side, rank=None)}


@pytest.mark.section("0.3", "1.10")
@pytest.mark.parametrize(("option", "cavalry"), [("one", 1), ("zero", 0)])
def test_0_3_a_defense_is_kept_at_one_or_falls_to_zero(option: str, cavalry: int) -> None:
    play = combat(
        "japan",
        {"burma": "japan: infantry [moved]; great-britain: cavalry, infantry"},
        options={"defense-floor": option},
    )
    assert numbers(play, "burma", "defender").get("cavalry", 0) == cavalry


@pytest.mark.section("12.7")
@pytest.mark.parametrize(("option", "first"), [("works", 2), ("both", 1)])
def test_12_7_a_fortification_is_not_cumulative_with_penalties_of_terrain(option: str, first: int) -> None:
    units = "germany: infantry [moved from=bulgaria]; soviet-union: infantry, fortification [border:bulgaria!]"
    for number, expected in (("1", first), ("2", 1)):
        play = combat(
            "germany",
            {"romania": units},
            control={"romania": "soviet-union"},
            markers={("battle", "round"): number},
            options={"fortified-terrain": option},
        )
        assert numbers(play, "romania", "attacker") == {"infantry": expected}


@pytest.mark.section("2.1")
@pytest.mark.parametrize(("option", "lost"), [("kept", False), ("lost", True)])
def test_2_1_a_capital_that_has_moved_is_not_lost_or_is(option: str, lost: bool) -> None:
    play = begun("1939", options={"moved-capital": option})
    play.submit(Declare("soviet-union", by="germany"))
    fall.give(play, "moscow", "germany", "captured")
    fall.look(play)
    assert fall.seat_of(play.position, "soviet-union")
    assert fall.has_lost_capital(play.position, "soviet-union") is lost


@pytest.mark.section("4.8")
@pytest.mark.parametrize("first", ["romania", "hungary", "bulgaria"])
def test_table_4_5_the_first_satellite_is_chosen(first: str) -> None:
    play = begun("1939", options={"first-satellite": first})
    fall.give(play, "paris", "germany", "captured")
    fall.look(play)
    events.place_units_over(play)
    assert [area for area in ("romania", "hungary", "bulgaria") if play.state.control[area] == "germany"] == [first]


@pytest.mark.section("12.2")
@pytest.mark.parametrize(("option", "dice"), [("each", 2), ("together", 1)])
def test_12_2_guns_fire_each_or_together(option: str, dice: int) -> None:
    stacks = {"paris": "germany: fighter [used=1]; france: 2 anti-aircraft-artillery, infantry"}
    play = combat("germany", stacks, [12] * 9, options={"anti-aircraft": option})
    play.submit(battle("paris"))
    assert sum(len(roll[4]) for roll in rolls(play) if roll[0] == "anti-air") == dice


@pytest.mark.section("8.11")
@pytest.mark.parametrize(("option", "closed"), [("one-nation", False), ("together", True)])
def test_8_11_ships_of_two_nations_blockade_apart_or_together(option: str, closed: bool) -> None:
    zone = next(zone for zone in TITLE.neighbours["liverpool"] if zone.startswith("sea"))
    stacks = {"liverpool": "great-britain: major-port", zone: "germany: 2 destroyer; italy: destroyer"}
    play = play_from(stacks, "great-britain", "place-units", options={"blockade": option})
    assert supply.is_blockaded(play.position, "liverpool", zone) is closed


@pytest.mark.section("3.1")
@pytest.mark.parametrize(("option", "points"), [("held", 1), ("taken", 0)])
def test_3_1_the_ice_free_port_is_held_or_was_taken(option: str, points: int) -> None:
    play = begun("1939", options={"ice-free-port": option})
    assert objectives.scores(play.position, "soviet-union").get("ice-free-port", 0) == points
