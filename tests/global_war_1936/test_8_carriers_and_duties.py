"""Sections 8.7 to 8.10, 9.12 and 12.2: aircraft of carriers, which act as if on patrol; ships that have announced what they do; screens."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.orders import Move, Offload
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936.orders import Assign
from engine.titles.global_war_1936.sea import convoys, seas
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
    stacks = {BAY: "germany: light-cruiser, heavy-cruiser; great-britain: destroyer", "sea-zone-3": "great-britain: battleship"}
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


# Who lands on a carrier, and how many


@pytest.mark.section("8.7", "12.2")
@pytest.mark.parametrize(("unit", "lands"), [("fighter", True), ("medium-bomber", False), ("seaplane", False)])
def test_8_7_a_carrier_is_a_landing_spot_of_those_that_land_on_carriers_alone(unit: str, lands: bool) -> None:
    far = "sea-zone-12"
    play = play_from({far: f"great-britain: fleet-carrier, {unit}"}, "great-britain", "combat-move")
    assert problems(play, Assign(unit, far, "patrol")) == ([] if lands else ["duty/unit"])
    later = play_from({far: f"great-britain: fleet-carrier, {unit} [patrol:{far}!]"}, "great-britain", "noncombat-move")
    later.submit(EndPhase())
    assert losses(later) == ([] if lands else [("great-britain", unit, 1, "no-landing")])


@pytest.mark.section("8.7", "12.2")
@pytest.mark.parametrize(
    ("ships", "flown", "lost"),
    [
        ("fleet-carrier, fighter", 1, 0),
        ("fleet-carrier, 2 fighter", 1, 1),
        ("fleet-carrier", 3, 1),
        ("fleet-carrier, light-carrier, 2 fighter", 2, 1),
        ("fleet-carrier~1, 2 fighter", 1, 1),
    ],
)
def test_8_7_a_deck_is_a_landing_spot_of_as_many_patrols_as_it_has_room_for(ships: str, flown: int, lost: int) -> None:
    stacks = {WEST: f"great-britain: {ships}, {flown} tactical-bomber [patrol:{WEST}!]"}
    play = play_from(stacks, "great-britain", "noncombat-move", control=SHORES)
    play.submit(EndPhase())
    assert losses(play) == ([("great-britain", "tactical-bomber", lost, "no-landing")] if lost else [])


@pytest.mark.section("8.7")
def test_8_7_patrols_share_the_decks_around_them_so_that_most_have_one() -> None:
    stacks = {
        WEST: f"great-britain: light-carrier, fighter [patrol:{WEST}!]",
        ATLANTIC: f"great-britain: light-carrier, fighter [patrol:{ATLANTIC}!]",
    }
    play = play_from(stacks, "great-britain", "noncombat-move", control=SHORES | {"azores": "germany"})
    play.submit(EndPhase())
    assert losses(play) == []


@pytest.mark.section("8.7")
@pytest.mark.parametrize(("aboard", "wrong"), [("fighter", []), ("2 fighter", ["duty/unit"])])
def test_8_7_who_comes_to_a_full_deck_may_not_patrol_but_who_is_aboard_it_may(aboard: str, wrong: list[str]) -> None:
    stacks = {WEST: f"great-britain: fleet-carrier, {aboard}, tactical-bomber [moved used=1 from={ATLANTIC}]"}
    play = play_from(stacks, "great-britain", "combat-move", control=SHORES)
    assert problems(play, Assign("tactical-bomber", WEST, "patrol")) == wrong
    assert problems(play, Assign(aboard, WEST, "patrol")) == []


# What a damaged carrier holds, and what transports carry


@pytest.mark.section("12.2", "8.7", "9.11")
@pytest.mark.parametrize(
    ("there", "watches"),
    [
        ("fleet-carrier, 2 fighter", True),
        ("fleet-carrier~1, 2 fighter", False),
        ("fleet-carrier~1, light-carrier, 2 fighter", True),
        ("naval-transport [cargo=great-britain/fighter], fighter [aboard]", False),
    ],
)
def test_12_2_what_cannot_take_off_guards_no_convoys_and_stops_no_submarine(there: str, watches: bool) -> None:
    zone = "sea-zone-18"
    position = play_from({zone: f"great-britain: {there}; germany: submarine"}, "germany", "combat-move").position
    assert bool(convoys.patrols(position, zone, "great-britain")) is watches
    assert (convoys.guard(position, zone, "great-britain") > 0) is watches
    assert seas.is_guarded(position, zone, "germany") is watches


@pytest.mark.section("12.2", "8.7")
def test_12_2_what_a_damaged_carrier_holds_does_not_go_on_patrol() -> None:
    play = play_from({"sea-zone-25": "great-britain: fleet-carrier~1, 2 fighter"}, "great-britain", "combat-move")
    assert problems(play, Assign("2 fighter", "sea-zone-25", "patrol")) == ["duty/units"]


# Screening forces


@pytest.mark.section("8.10", "9.7")
@pytest.mark.parametrize(
    ("ships", "order", "wrong"),
    [
        ("2 heavy-cruiser", "2 heavy-cruiser", ["duty/screen"]),
        ("2 heavy-cruiser", "heavy-cruiser", []),
        ("heavy-cruiser, naval-transport", "heavy-cruiser", ["duty/screen"]),
        ("heavy-cruiser, naval-transport", "naval-transport", []),
    ],
)
def test_8_10_a_part_of_the_ships_is_the_screening_force(ships: str, order: str, wrong: list[str]) -> None:
    came = "[moved used=1 from=sea-zone-24]"
    fleet = ", ".join(f"{ship} {came}" for ship in ships.split(", "))
    play = play_from({"sea-zone-25": f"germany: {fleet}; great-britain: destroyer"}, "germany", "combat-move")
    assert problems(play, Assign(order, "sea-zone-25", "screened")) == wrong


@pytest.mark.section("8.10")
def test_8_10_the_screening_force_takes_no_other_duty() -> None:
    zone = "sea-zone-18"
    for fleet, wrong in (("heavy-cruiser [waiting], submarine", ["duty/screen"]), ("heavy-cruiser [waiting], 2 submarine", [])):
        play = play_from({zone: f"germany: {fleet}; great-britain: destroyer"}, "germany", "combat-move")
        assert problems(play, Assign("submarine", zone, "raid")) == wrong


@pytest.mark.section("8.10", "9.7")
@pytest.mark.parametrize("screen", ["destroyer", "submarine [moved used=1 from=sea-zone-24]"])
@pytest.mark.parametrize("waits", [True, False])
def test_8_10_the_screening_force_fights_also_where_it_would_not_have_to(screen: str, waits: bool) -> None:
    fleet = ", heavy-cruiser [waiting moved used=1 from=sea-zone-24]" if waits else ""
    play = play_from({"sea-zone-25": f"germany: {screen}{fleet}; great-britain: destroyer"}, "germany", "combat-move")
    play.submit(EndPhase())
    assert [(one.area, one.required) for one in battles_due(play.position)] == [("sea-zone-25", waits)]


@pytest.mark.section("8.10")
def test_8_10_ships_whose_screening_force_has_sailed_away_fight() -> None:
    zone = "sea-zone-25"
    play = play_from({zone: "germany: heavy-cruiser [moved used=1], destroyer; great-britain: destroyer"}, "germany", "combat-move")
    play.submit(Assign("heavy-cruiser", zone, "screened"))
    play.submit(Move("destroyer", f"{zone} > sea-zone-24"))
    play.submit(EndPhase())
    assert [(one.area, one.required) for one in battles_due(play.position)] == [(zone, True)]
