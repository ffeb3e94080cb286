"""Sections Noncombat Move/Air Units and Fighters/Land on Aircraft Carriers: when a fighter has landed, and when not yet."""

from __future__ import annotations

from engine.mechanics.orders import Move
from tests.aa1942.positions import outcome, play_from, rules_of, standing

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
