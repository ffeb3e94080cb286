"""Sections 8.7, 8.8 and 9.12: aircraft of carriers, which act as if on patrol; ships that have announced what they do sail no farther."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.orders import Move, Offload
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936.orders import Assign
from tests.global_war_1936.positions import losses, play_from, problems, standing

ATLANTIC, WEST, BAY = "sea-zone-30", "sea-zone-29", "sea-zone-21"
SHORES = dict.fromkeys(("puerto-rico", "bermuda", "bahamas", "hispaniola", "south-eastern-united-states"), "germany")
"""The land within reach of the western zone, in enemy hands."""


def hunt(ships: str, *moves: str) -> list[tuple[str, bool]]:
    """Return the battles that are due after British moves upon a submarine."""
    play = play_from({ATLANTIC: f"great-britain: {ships}", BAY: "germany: submarine"}, "great-britain", "combat-move")
    for units in moves:
        play.submit(Move(units, f"{ATLANTIC} > {BAY}"))
    play.submit(EndPhase())
    return [(one.area, one.required) for one in battles_due(play.position)]


@pytest.mark.section("8.7")
def test_8_7_a_patrol_may_watch_over_its_own_carrier() -> None:
    play = play_from({ATLANTIC: "great-britain: fleet-carrier, fighter"}, "great-britain", "combat-move", control={"azores": "portugal"})
    assert problems(play, Assign("fighter", ATLANTIC, "patrol")) == [], "as in the example of zone 25"


@pytest.mark.section("8.7")
@pytest.mark.parametrize("owner", ["great-britain", "united-states"])
def test_8_7_a_carrier_that_lies_under_a_patrol_is_its_landing_spot(owner: str) -> None:
    stacks = {WEST: f"great-britain: fighter [patrol:{WEST}!]; {owner}: fleet-carrier"}
    allied = {("great-britain", "united-states"): "allied"}
    play = play_from(stacks, "great-britain", "noncombat-move", control=SHORES, relations=allied)
    play.submit(EndPhase())
    assert losses(play) == []


@pytest.mark.section("8.7")
def test_8_7_a_carrier_sails_under_its_patrol_which_stays() -> None:
    stacks = {ATLANTIC: "great-britain: fleet-carrier", WEST: f"great-britain: fighter [patrol:{WEST}!]"}
    play = play_from(stacks, "great-britain", "noncombat-move", control=SHORES)
    play.submit(Move("fleet-carrier", f"{ATLANTIC} > {WEST}"))
    play.submit(EndPhase())
    assert losses(play) == [] and "fighter" in standing(play, WEST)


@pytest.mark.section("8.7")
def test_8_7_a_patrol_without_land_or_carrier_is_eliminated() -> None:
    play = play_from({WEST: f"great-britain: fighter [patrol:{WEST}!], light-cruiser"}, "great-britain", "noncombat-move", control=SHORES)
    play.submit(EndPhase())
    assert losses(play) == [("great-britain", "fighter", 1, "no-landing")]


@pytest.mark.section("8.7")
@pytest.mark.parametrize(
    "ships, moves, found",
    [
        ("fleet-carrier, 2 fighter, destroyer", ["fleet-carrier, 2 fighter, destroyer"], [(BAY, False)]),
        ("fleet-carrier, 2 fighter, destroyer", ["2 fighter", "destroyer", "fleet-carrier"], [(BAY, False)]),
        ("fleet-carrier, 3 fighter", ["fleet-carrier, 3 fighter"], []),  # one of them did not come aboard, and none says which
        ("fleet-carrier, 2 fighter", ["2 fighter"], []),  # the carrier stays behind
        ("fleet-carrier, medium-bomber", ["fleet-carrier, medium-bomber"], []),  # which no carrier holds
        ("fleet-carrier, destroyer", ["fleet-carrier, destroyer"], []),
    ],
)
def test_8_7_aircraft_attack_submarines_that_their_carrier_has_sailed_upon(ships: str, moves: list[str], found: list) -> None:
    assert hunt(ships, *moves) == found


def announced(duty: str) -> Play:
    stacks = {BAY: "germany: light-cruiser; great-britain: destroyer", "sea-zone-3": "great-britain: battleship"}
    play = play_from(stacks, "germany", "combat-move")
    play.submit(Assign("light-cruiser", BAY, duty))
    return play


@pytest.mark.section("8.8")
@pytest.mark.parametrize("duty", ["raid", "screened"])
def test_8_8_who_has_announced_a_duty_sails_no_farther(duty: str) -> None:
    """Ships may make their full movement before the announcement; else a raid would excuse them from a battle elsewhere."""
    assert problems(announced(duty), Move("light-cruiser", f"{BAY} > sea-zone-3")) == ["move/duty"]


@pytest.mark.section("8.8")
def test_8_8_who_lays_mines_sails_no_farther() -> None:
    play = play_from({BAY: "germany: submarine"}, "germany", "combat-move")
    play.submit(Assign("submarine", BAY, "mines"))
    assert problems(play, Move("submarine", f"{BAY} > sea-zone-3")) == ["move/duty"]


@pytest.mark.section("9.12")
@pytest.mark.parametrize(
    "option, there, wrong",
    [
        ("on", "battleship", []),
        ("on", f"battleship [escort:{BAY}!]", []),
        ("unopposed", "battleship", ["duty/unit"]),
        ("unopposed", "naval-transport", []),
        ("off", "naval-transport", ["duty/unit"]),
    ],
)
def test_9_12_warships_that_do_not_escort_keep_raiders_away_with_their_option(option: str, there: str, wrong: list[str]) -> None:
    stacks = {BAY: f"germany: light-cruiser; great-britain: {there}"}
    play = play_from(stacks, "germany", "combat-move", options={"surface-raiders": option})
    assert problems(play, Assign("light-cruiser", BAY, "raid")) == wrong


@pytest.mark.section("8.10", "9.8")
@pytest.mark.parametrize("last", ["offload", "screened"])
def test_8_10_transports_that_wait_behind_a_screen_land_in_whatever_order_that_is_said(last: str) -> None:
    sea, moved = "sea-zone-25", "moved used=1 from=sea-zone-24"
    cargo = f"naval-transport [{moved} cargo=great-britain/infantry+great-britain/infantry], 2 infantry [aboard]"
    stacks = {sea: f"great-britain: light-cruiser [{moved}], {cargo}; germany: torpedo-boat-destroyer", "normandy": "germany: infantry"}
    play = play_from(stacks, "great-britain", "combat-move", control={"normandy": "germany"})
    orders = [Offload("2 infantry", f"{sea} > normandy"), Assign("naval-transport", sea, "screened")]
    for order in orders if last == "screened" else reversed(orders):
        assert problems(play, order) == []
        play.submit(order)
    play.submit(EndPhase())
    assert sorted(one.area for one in battles_due(play.position)) == ["normandy", sea]


@pytest.mark.section("8.8")
@pytest.mark.parametrize("duty", ["raid", "mines", "screened"])
def test_8_8_who_waits_behind_a_screen_does_nothing_else(duty: str) -> None:
    play = play_from({BAY: "germany: submarine [waiting]; great-britain: destroyer"}, "germany", "combat-move")
    assert problems(play, Assign("submarine", BAY, duty)) == ["duty/units"]
