"""Sections 8.4, 10.6 and 12.2: what transports by sea and by air carry, and aircraft aboard a damaged carrier."""

from __future__ import annotations

import pytest

from engine.events import UnitsMoved
from engine.families.axis_allies.orders import Load, Move, Offload
from engine.invariants import violations
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936.orders import Redeploy
from tests.global_war_1936.positions import TITLE, battle, play_from, problems, standing

ZONE = "sea-zone-25"
COASTS = {"normandy": "great-britain", "picardy": "great-britain"}
LADEN = {ZONE: "great-britain: naval-transport [cargo=great-britain/infantry+great-britain/infantry], 2 infantry [aboard]"}


@pytest.mark.section("8.4")
@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_8_4_a_transport_unloads_in_one_or_more_land_zones(phase: str) -> None:
    play = play_from(LADEN, "great-britain", phase, control=COASTS)
    play.submit(Offload("infantry", f"{ZONE} > normandy"))
    assert problems(play, Offload("infantry", f"{ZONE} > picardy")) == []
    play.submit(Offload("infantry", f"{ZONE} > picardy"))
    assert [standing(play, area) for area in COASTS] == [f"great-britain: infantry [from={ZONE} moved]"] * 2
    there = next(zone for zone in TITLE.neighbours[ZONE] if zone.startswith("sea"))
    assert problems(play, Move("naval-transport", f"{ZONE} > {there}")) == [f"{phase}/offloaded"], "it does not sail on"


@pytest.mark.section("8.4", "9.8")
def test_8_4_a_transport_lands_troops_in_two_land_zones_at_once() -> None:
    held = dict.fromkeys(COASTS, "germany")
    stacks = LADEN | {"normandy": "germany: infantry", "picardy": "germany: infantry"}
    play = play_from(stacks, "great-britain", "combat-move", dice=[1, 12] * 4 + [1] * 40, control=held)
    for area in held:
        play.submit(Offload("infantry", f"{ZONE} > {area}"))
    play.submit(EndPhase())
    for area in held:
        play.submit(battle(area))
        assert play.state.control[area] == "france", area
        assert standing(play, area).count("infantry") == 1


@pytest.mark.section("12.2", "10.6")
def test_12_2_a_transport_carries_an_aircraft_beside_an_infantry() -> None:
    stacks = {ZONE: "great-britain: naval-transport", "london": "great-britain: 2 fighter, infantry, major-port"}
    play = play_from(stacks, "great-britain", "noncombat-move", control=COASTS)
    play.submit(Load("fighter", f"london > {ZONE}"))
    assert problems(play, Load("fighter", f"london > {ZONE}")) == ["noncombat-move/capacity"]
    play.submit(Load("infantry", f"london > {ZONE}"))
    assert problems(play, Move("fighter", f"{ZONE} > normandy")) == ["noncombat-move/units"], "it flies no more"
    assert problems(play, EndPhase()) == []
    play.submit(Offload("fighter", f"{ZONE} > normandy"))
    assert standing(play, "normandy") == "great-britain: fighter [landed]"
    assert problems(play, Move("fighter", "normandy > picardy")) == ["noncombat-move/landed"]
    attack = play_from(stacks, "great-britain", "combat-move")
    assert problems(attack, Load("fighter", f"london > {ZONE}")) == ["combat-move/cargo"], "aircraft fly into combat"


@pytest.mark.section("10.6", "12.2")
def test_10_6_aircraft_aboard_count_among_the_units_that_are_moved_far() -> None:
    near = [zone for zone in TITLE.neighbours[ZONE] if zone.startswith("sea") and "liverpool" in TITLE.neighbours[zone]][:1]
    way = " > ".join([ZONE, *near]) if near else ""
    load = "cargo=great-britain/fighter+great-britain/infantry"
    stacks = {
        ZONE: f"great-britain: naval-transport [{load}], infantry [aboard], fighter [aboard]",
        "london": "great-britain: major-port",
        "liverpool": "great-britain: major-port",
    }
    play = play_from(stacks, "great-britain", "noncombat-move")
    assert way and problems(play, Redeploy("naval-transport", way)) == []
    play.submit(Redeploy("naval-transport", way))
    assert "fighter [aboard]" in standing(play, near[0])


@pytest.mark.section("12.2")
def test_12_2_an_air_transport_carries_any_infantry_but_nothing_else_in_the_noncombat_move() -> None:
    stacks = {"london": "great-britain: infantry, cavalry, air-transport, strategic-bomber"}
    play = play_from(stacks, "great-britain", "noncombat-move")
    way = "london > liverpool > scotland"
    assert problems(play, Move("infantry, air-transport", way, drop=True)) == []
    assert problems(play, Move("cavalry, air-transport", way, drop=True)) != []
    assert problems(play, Move("infantry, strategic-bomber", way, drop=True)) != []


@pytest.mark.section("12.2", "7.8")
@pytest.mark.parametrize("carrier", ["fleet-carrier~1", "heavy-carrier~1"])
def test_12_2_aircraft_neither_take_off_from_a_damaged_carrier_nor_land_on_it(carrier: str) -> None:
    zone = "sea-zone-30"
    stacks = {zone: f"great-britain: {carrier}, fighter", "sea-zone-25": "great-britain: light-carrier, fighter"}
    play = play_from(stacks, "great-britain", "noncombat-move", techs={"great-britain": "heavy-carriers"})
    there = next(other for other in TITLE.neighbours[zone] if other.startswith("sea"))
    assert problems(play, EndPhase()) == [], "it stays aboard"
    assert problems(play, Move("fighter", f"{zone} > {there}")) == ["noncombat-move/damaged-carrier"]
    ship = carrier.partition("~")[0]
    play.submit(Move(ship, f"{zone} > {there}"))
    assert "fighter" in standing(play, there), "it goes along"
    play.submit(EndPhase())
    assert "fighter" in standing(play, there), "and is there when the phase is over"


@pytest.mark.section("8.4", "9.8")
def test_8_4_who_stayed_aboard_in_an_assault_is_not_put_ashore_afterwards() -> None:
    load = "cargo=great-britain/artillery+great-britain/infantry"
    ship = f"great-britain: naval-transport [offloaded assaulted target=picardy {load}], infantry [aboard], artillery [aboard]"
    play = play_from({ZONE: ship}, "great-britain", "noncombat-move", control=COASTS)
    assert problems(play, Offload("artillery", f"{ZONE} > normandy")) == ["noncombat-move/offload-cargo"]


def driven_off(ships: str) -> Play:
    """Japan's noncombat move after its infantry was lost before Peking, and the artillery that came with it stayed aboard."""
    stacks = {
        "peking": "kmt: 3 infantry",
        "rehe": "japan: artillery",
        "sea-zone-54": f"{ships}; japan: infantry [aboard target=peking], artillery [aboard target=peking]",
    }
    held = {"peking": "kmt", "rehe": "japan"}
    at_war = {("japan", "kmt"): "war"}
    play = play_from(stacks, "japan", "conduct-combat", control=held, relations=at_war, dice=[12, 1, 12, 12])
    play.submit(battle("peking"))
    play.submit(EndPhase())
    assert play.state.clock.phase == "noncombat-move"
    return play


BROUGHT = "naval-transport [target=peking cargo=japan/infantry+japan/artillery]"


@pytest.mark.section("8.4", "9.8")
def test_8_4_who_stayed_aboard_in_an_assault_stays_there_while_others_of_its_kind_go_ashore_from_other_ships() -> None:
    play = driven_off(f"japan: {BROUGHT}, naval-transport")
    play.submit(Load("artillery", "rehe > sea-zone-54"))
    assert problems(play, Offload("2 artillery", "sea-zone-54 > rehe")) == ["noncombat-move/offload-cargo"]
    play.submit(Offload("artillery", "sea-zone-54 > rehe"))
    last = [event for event in play.events if isinstance(event, UnitsMoved)][-1]
    assert (last.destination, last.condition) == ("rehe", "loaded aboard"), "not the one that has been off Peking"
    assert "artillery [assaulted aboard]" in standing(play, "sea-zone-54")
    assert violations(TITLE, play.events) == []


@pytest.mark.section("8.4", "9.8")
def test_8_4_who_stayed_aboard_an_ally_s_ship_in_an_assault_goes_ashore_in_the_next_turn_alone() -> None:
    play, ashore = driven_off(f"germany: {BROUGHT}"), Offload("artillery", "sea-zone-54 > rehe", "germany")
    assert problems(play, ashore) == ["noncombat-move/offload-cargo"]
    while (play.state.clock.power, play.state.clock.phase) != ("japan", "combat-move") and play.state.clock.round < 3:
        play.submit(EndPhase())
    assert problems(play, ashore) == []
