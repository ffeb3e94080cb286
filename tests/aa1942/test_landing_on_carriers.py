"""Sections Noncombat Move/Air Units and Fighters/Land on Aircraft Carriers: when a fighter has landed, and when not yet."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Move
from engine.rules import EndPhase
from tests.aa1942.battles import battle, combat
from tests.aa1942.positions import outcome, play_from, rules_of, standing

pytestmark = pytest.mark.section("Fighters / Unit Characteristics")

ZONE, ON = "sea-zone-35", "sea-zone-35 > sea-zone-34 > anglo-egypt-sudan"
STACKS = {"sea-zone-31": "united-kingdom: aircraft-carrier, 2 fighter"}


def british(over: str = ""):
    stacks = STACKS | ({ZONE: f"united-kingdom: {over}"} if over else {})
    return play_from(stacks, "united-kingdom", "noncombat-move")


def test_once_a_fighter_lands_on_a_carrier_both_have_ended_their_moves() -> None:
    """Air Units: once any fighter lands on a carrier, the movement for both units ends."""
    play = british()
    outcome(play, Move("aircraft-carrier, 2 fighter", "sea-zone-31 > sea-zone-35"))
    assert rules_of(play, Move("fighter", ON)) == ["noncombat-move/landed"]
    assert rules_of(play, Move("aircraft-carrier", "sea-zone-35 > sea-zone-34")) == ["noncombat-move/moved"]


def test_a_fighter_over_its_battle_has_not_landed_because_a_carrier_comes() -> None:
    """Retreat and Air Units: aircraft stay over the space where they fought; they complete their movement in this phase."""
    play = british("fighter [used=1 fought]")
    outcome(play, Move("aircraft-carrier, fighter", "sea-zone-31 > sea-zone-35"))
    assert standing(play, ZONE) == (
        "united-kingdom: aircraft-carrier [used=1 from=sea-zone-31 moved], fighter [used=1 fought], fighter [used=1 landed]"
    )
    assert rules_of(play, Move("fighter", ON)) == []
    outcome(play, Move("fighter", ON))
    assert rules_of(play, Move("fighter", ON)) == ["noncombat-move/landed"]


def test_it_may_as_well_stay_there_with_the_carrier() -> None:
    """Fighters: a carrier can move to a zone where a fighter is, for it to land on."""
    play = british("fighter [used=4 fought]")
    outcome(play, Move("aircraft-carrier", "sea-zone-31 > sea-zone-35"))
    play.phase.close(play)
    assert "fighter [used=4 fought]" in standing(play, ZONE)


def test_a_fighter_that_fought_elsewhere_and_flies_to_the_carrier_lands() -> None:
    """Air Units: those that the order moves there land, whether they have fought or not."""
    stacks = {ZONE: "united-kingdom: aircraft-carrier", "sea-zone-34": "united-kingdom: fighter [used=1 fought]"}
    play = play_from(stacks, "united-kingdom", "noncombat-move")
    outcome(play, Move("fighter", "sea-zone-34 > sea-zone-35"))
    assert standing(play, ZONE) == "united-kingdom: aircraft-carrier [moved], fighter [used=2 fought landed]"
    assert rules_of(play, Move("fighter", "sea-zone-35 > sea-zone-34")) == ["noncombat-move/landed"]


# A carrier promised to a fighter (Unit Profiles, Air Units: suicide runs)

PROMISE = {
    "sea-zone-51": "japan: aircraft-carrier; united-states: submarine",
    "sea-zone-53": "japan: fighter [used=4]; united-states: destroyer",
}


def test_a_carrier_promised_to_a_fighter_is_not_tied_down_by_a_battle_that_may_be_declined() -> None:
    """Air Units: a carrier declared to move for a fighter must follow through."""
    play = combat("japan", PROMISE, [3, 6])
    assert rules_of(play, battle("sea-zone-51")) == ["conduct-combat/promised-carrier"]
    play.submit(battle("sea-zone-53"))
    assert rules_of(play, battle("sea-zone-51")) == ["conduct-combat/promised-carrier"]
    play.submit(EndPhase())
    outcome(play, Move("aircraft-carrier", "sea-zone-51 > sea-zone-52 > sea-zone-53"))
    assert rules_of(play, EndPhase()) == []


def test_its_carrier_is_free_once_the_fighter_is_lost_or_can_land_elsewhere() -> None:
    """Air Units: unless the fighter has landed safely elsewhere or has been destroyed before then."""
    play = combat("japan", PROMISE, [6, 2])
    play.submit(battle("sea-zone-53"))
    assert rules_of(play, battle("sea-zone-51")) == []
    assert rules_of(combat("japan", PROMISE | {"sea-zone-52": "japan: aircraft-carrier"}), battle("sea-zone-51")) == []


def test_ships_that_have_moved_may_sink_lone_transports_beside_a_promised_carrier() -> None:
    """Transports, No Combat Value: that is no sea combat for a carrier that has not moved."""
    stacks = PROMISE | {"sea-zone-51": "japan: aircraft-carrier, destroyer [used=1 from=sea-zone-60 moved]; united-states: transport"}
    assert rules_of(combat("japan", stacks), battle("sea-zone-51")) == []
    stacks["sea-zone-51"] = "japan: aircraft-carrier, destroyer; united-states: transport"
    assert rules_of(combat("japan", stacks), battle("sea-zone-51")) == ["conduct-combat/promised-carrier"]
