"""Sections 0.5, 5.5, 8.2, 8.7 to 8.9, 9.6, 9.10 and 10.3: ships and submarines that meet patrols, escorts and old neighbours."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.fire import firing_groups
from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.orders import Move, Press, Submerge
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936.orders import Assign, Decline
from tests.global_war_1936.positions import battle, combat, due, losses, play_from, problems, rolls, standing

FROM, ZONE, ON = "sea-zone-24", "sea-zone-25", "sea-zone-9"
BOMBER = f"great-britain: medium-bomber [patrol:{ZONE}!]"
WEST, LINE, NORTH = "sea-zone-20", "sea-zone-21", "sea-zone-18"
ESCORT = f"great-britain: light-cruiser [escort:{LINE}!]"


def fights(play: Play) -> list[tuple[str, bool]]:
    return [(one.area, one.required) for one in battles_due(play.position)]


@pytest.mark.section("0.5")
def test_example_0_5_b_ships_newly_at_war_in_one_zone_attack_leave_or_do_nothing() -> None:
    sea = "sea-zone-11"
    both = "germany: light-cruiser; soviet-union: light-cruiser"
    play = play_from({sea: both}, "germany", "combat-move", relations={("germany", "soviet-union"): "war"})
    away = next(zone for zone in play.title.neighbours[sea] if zone.startswith("sea-zone"))
    assert problems(play, Move("light-cruiser", f"{sea} > {away}")) == [], "move out of the zone freely"
    play.submit(EndPhase())
    assert fights(play) == [(sea, False)], "attack in the zone, if it wants to"
    assert problems(play, EndPhase()) == [] and problems(play, battle(sea)) == []


@pytest.mark.section("0.5")
def test_0_5_b_who_moves_in_among_enemies_attacks_them() -> None:
    play = combat(
        "germany",
        {"sea-zone-11": "germany: light-cruiser [moved used=1]; soviet-union: light-cruiser"},
        relations={("germany", "soviet-union"): "war"},
    )
    assert fights(play) == [("sea-zone-11", True)]


@pytest.mark.section("8.9")
def test_example_8_9_a_a_submarine_declines_to_fight_a_fleet_and_sails_on() -> None:
    fleet = "great-britain: battleship, destroyer, naval-transport"
    for phase in ("combat-move", "noncombat-move"):
        play = play_from({ZONE: fleet, FROM: "germany: submarine"}, "germany", phase)
        assert problems(play, Move("submarine", f"{FROM} > {ZONE} > {ON}")) == [], phase
    stays = combat("germany", {ZONE: f"{fleet}; germany: submarine [moved used=1]"})
    assert fights(stays) == [(ZONE, False)], "the fleet does not have the option to engage it"


@pytest.mark.section("8.9", "9.11")
def test_example_8_9_b_a_submarine_that_raids_meets_the_patrol_alone() -> None:
    guards = f"{ESCORT}, medium-bomber [patrol:{LINE}!]"
    play = play_from({LINE: guards, WEST: "germany: submarine"}, "germany", "combat-move", dice=[6, 1, 12, 4])
    play.submit(Move("submarine", f"{WEST} > {LINE}"))
    play.submit(Assign("submarine", LINE, "raid"))
    play.submit(EndPhase())
    assert fights(play) == [] and problems(play, EndPhase()) == []


@pytest.mark.section("8.9", "9.11")
def test_example_8_9_b_had_it_attacked_the_cruiser_both_would_have_defended() -> None:
    stacks = {LINE: f"{ESCORT}, medium-bomber [patrol:{LINE}!]; germany: submarine [moved used=1]"}
    play = combat("germany", stacks, [12] * 9)
    play.submit(battle(LINE))
    play.submit(Decline(False))
    play.submit(Submerge("attacker", 0))
    assert {roll[2] for roll in rolls(play)} == {"submarine", "light-cruiser", "medium-bomber"}


@pytest.mark.section("8.9", "8.7")
def test_example_8_9_c_a_submarine_stops_at_a_patrol_endures_a_round_and_submerges() -> None:
    zone, before = "sea-zone-50", "sea-zone-49"
    patrol = f"italy: tactical-bomber [patrol:{zone}!]"
    war = {("great-britain", "italy"): "war"}
    play = play_from({zone: patrol, before: "great-britain: submarine"}, "great-britain", "combat-move", dice=[12] * 4, relations=war)
    beyond = next(other for other in play.title.neighbours[zone] if other.startswith("sea-zone") and other != before)
    assert problems(play, Move("submarine", f"{before} > {zone} > {beyond}")) == ["combat-move/submarines"]
    play.submit(Move("submarine", f"{before} > {zone}"))
    play.submit(EndPhase())
    assert fights(play) == [(zone, True)], "it cannot decline"
    play.submit(battle(zone))
    play.submit(Decline(False))
    play.submit(Submerge("attacker", 1))
    assert [(roll[2], roll[3]) for roll in rolls(play)] == [("tactical-bomber", 5)], "it cannot hit the aircraft"
    play.submit(Press())
    play.submit(Submerge("attacker", 1))
    assert losses(play) == [] and fights(play) == []


@pytest.mark.section("8.7")
def test_example_8_7_aircraft_of_a_carrier_force_one_round_on_a_submarine_and_ships_beside_them_do_not_fire() -> None:
    fleet = "united-states: fleet-carrier, fighter, tactical-bomber, battleship"
    war = {("united-states", "germany"): "war"}
    play = play_from({ZONE: fleet, FROM: "germany: submarine"}, "germany", "combat-move", dice=[12] * 9, relations=war)
    play.submit(Move("submarine", f"{FROM} > {ZONE}"))
    play.submit(EndPhase())
    assert fights(play) == [(ZONE, True)]
    play.submit(battle(ZONE))
    play.submit(Submerge("attacker", 1))
    assert sorted((roll[2], roll[3]) for roll in rolls(play)) == [("fighter", 6), ("tactical-bomber", 5)]


@pytest.mark.section("8.9", "12.2")
def test_8_9_a_destroyer_for_each_aircraft_joins_in_the_round_that_a_submarine_endures() -> None:
    guards = f"great-britain: 2 destroyer, light-cruiser, medium-bomber [patrol:{ZONE}!]"
    play = combat("germany", {ZONE: f"{guards}; germany: submarine [moved used=1]"}, [12] * 9)
    play.submit(battle(ZONE))
    play.submit(Decline(False))
    play.submit(Submerge("attacker", 1))
    assert sorted((roll[2], len(roll[4])) for roll in rolls(play)) == [("destroyer", 1), ("medium-bomber", 1)]


@pytest.mark.section("8.2", "8.7")
def test_example_8_2_ships_enter_a_patrolled_zone_in_the_combat_move_alone() -> None:
    stacks = {ZONE: BOMBER, FROM: "germany: 2 heavy-cruiser"}
    into = Move("2 heavy-cruiser", f"{FROM} > {ZONE}")
    assert problems(play_from(stacks, "germany", "combat-move"), into) == []
    assert problems(play_from(stacks, "germany", "noncombat-move"), into) == ["noncombat-move/hostile-sea-zone"]


@pytest.mark.section("8.7")
def test_8_7_ships_stop_at_a_patrol_or_with_its_option_pass() -> None:
    stacks, through = {ZONE: BOMBER, FROM: "germany: heavy-cruiser, submarine"}, f"{FROM} > {ZONE} > {ON}"
    play = play_from(stacks, "germany", "combat-move")
    assert problems(play, Move("heavy-cruiser", through)) == ["combat-move/hostile-sea-zone"]
    free = play_from(stacks, "germany", "combat-move", options={"patrols": "pass"})
    assert problems(free, Move("heavy-cruiser", through)) == []
    assert problems(free, Move("submarine", through)) == ["combat-move/submarines"]


@pytest.mark.section("8.7")
def test_8_7_a_patrol_may_decline_to_fight_ships_without_aircraft() -> None:
    ships = "germany: 2 heavy-cruiser [moved used=1]"
    play = combat("germany", {ZONE: f"{BOMBER}; {ships}"}, [1] * 4)
    play.submit(battle(ZONE))
    assert due(play) == "patrol great-britain"
    play.submit(Decline(True))
    assert losses(play) == [] and fights(play) == [] and "medium-bomber" in standing(play, ZONE)
    flown = combat("germany", {ZONE: f"{BOMBER}; {ships}, fighter [used=1]"}, [12] * 9)
    flown.submit(battle(ZONE))
    assert due(flown) == "press germany", "an enemy that has aircraft is not declined"


@pytest.mark.section("9.11", "8.9")
def test_9_11_enemies_ignore_escorts_as_they_move_into_or_through_their_zone() -> None:
    stacks = {LINE: ESCORT, WEST: "germany: heavy-cruiser"}
    play = play_from(stacks, "germany", "combat-move")
    assert problems(play, Move("heavy-cruiser", f"{WEST} > {LINE} > {NORTH}")) == []
    play.submit(Move("heavy-cruiser", f"{WEST} > {LINE}"))
    play.submit(EndPhase())
    assert fights(play) == [(LINE, False)] and problems(play, EndPhase()) == []
    unmarked = play_from({LINE: "great-britain: light-cruiser", WEST: "germany: heavy-cruiser"}, "germany", "combat-move")
    assert problems(unmarked, Move("heavy-cruiser", f"{WEST} > {LINE} > {NORTH}")) == ["combat-move/hostile-sea-zone"]


@pytest.mark.section("9.11", "8.8")
def test_8_8_a_surface_raider_fights_no_battle_after_its_raid() -> None:
    stacks = {LINE: "germany: heavy-cruiser [moved used=1 convoy-raid]; great-britain: light-cruiser"}
    play = combat("germany", stacks, [6, 1])
    assert fights(play) == []


@pytest.mark.section("8.8", "9.14")
@pytest.mark.parametrize("beside", ["", ", light-cruiser [moved used=1]"])
def test_8_8_aircraft_that_raid_fight_no_battle_after_their_raid(beside: str) -> None:
    raider = f"germany: tactical-bomber [moved convoy-raid patrol:{LINE}!], fleet-carrier{beside}"
    play = play_from({LINE: f"{raider}; great-britain: destroyer"}, "germany", "conduct-combat", dice=[6, 1] + [12] * 40)
    assert fights(play) == ([(LINE, True)] if beside else [(LINE, False)])
    play.submit(battle(LINE))
    assert not any(unit == "tactical-bomber" for _, _, unit, *_ in rolls(play))
    assert f"tactical-bomber [convoy-raid fought moved patrol:{LINE}!]" in standing(play, LINE), "it stays on patrol"


@pytest.mark.section("8.8")
def test_8_8_a_ship_that_escorts_does_not_raid() -> None:
    play = play_from({LINE: "germany: light-cruiser"}, "germany", "combat-move")
    play.submit(Assign("light-cruiser", LINE, "escort"))
    assert problems(play, Assign("light-cruiser", LINE, "raid")) == ["duty/units"]


@pytest.mark.section("9.10", "12.2")
def test_9_10_only_aircraft_on_patrol_attack_submarines_and_let_destroyers_pair() -> None:
    def hunters(planes: str) -> dict[str, int]:
        play = combat("great-britain", {WEST: f"great-britain: {planes}, destroyer [moved used=1]; germany: submarine"})
        return {group.unit: group.count for group in firing_groups(play.position, WEST, "attacker", rank=None)}

    assert hunters("fighter [used=2 moved]") == {}
    assert hunters(f"fighter [used=2 patrol:{WEST}!]") == {"fighter": 1, "destroyer": 1}
    assert hunters("fleet-carrier, fighter") == {"fighter": 1, "destroyer": 1}, "those of carriers act as if on patrol"


@pytest.mark.section("8.7", "10.3")
def test_8_7_a_patrol_ends_in_the_non_combat_move_and_within_its_patrol_range() -> None:
    play = play_from(
        {ZONE: f"great-britain: fighter [patrol:{ZONE}!]", "normandy": "germany: infantry"},
        "great-britain",
        "combat-move",
        control={"normandy": "germany"},
    )
    assert problems(play, Move("fighter", f"{ZONE} > normandy")) == ["move/patrol"]
    later = play_from({ZONE: BOMBER}, "great-britain", "noncombat-move")
    assert problems(later, Move("medium-bomber", f"{ZONE} > london")) == []
    assert problems(later, Move("medium-bomber", f"{ZONE} > london > liverpool > scotland")) == ["noncombat-move/range"]


@pytest.mark.section("8.7")
def test_8_7_a_patrol_is_eliminated_as_soon_as_its_base_falls_in_an_enemys_turn() -> None:
    zone = "sea-zone-24"
    stacks = {zone: f"great-britain: fighter [patrol:{zone}!]"}
    near = dict.fromkeys(
        [area for area in play_from({}, "germany", "conduct-combat").title.neighbours[zone] if not area.startswith("sea-zone")], "germany"
    )
    play = combat("germany", stacks, control=near)
    play.submit(EndPhase())
    assert standing(play, zone) == ""


@pytest.mark.section("9.6")
def test_9_6_attacking_transports_left_alone_are_eliminated_with_their_cargo() -> None:
    fleet = (
        "germany: destroyer [moved used=1 from=sea-zone-11], "
        "naval-transport [moved used=1 from=sea-zone-11 cargo=germany/infantry], infantry [aboard]"
    )
    play = combat("germany", {"sea-zone-10": f"{fleet}; great-britain: light-cruiser"}, [12, 1])
    play.submit(battle("sea-zone-10"))
    assert standing(play, "sea-zone-10") == "great-britain: light-cruiser"
