"""Sections Submarines (Combat Move) and Submarines (Unit Profiles): how they move among enemies."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Move
from tests.aa1942.positions import outcome, play_from, rules_of, standing

pytestmark = pytest.mark.section("Combat Move / Submarines", "Submarines / Unit Characteristics")

PASSING = Move("submarine", "sea-zone-7 > sea-zone-8 > sea-zone-9")


@pytest.mark.section("Sea Units")
@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_submarines_pass_warships(phase: str) -> None:
    """Submarines: without enemy destroyers they move through a zone with enemy warships without stopping."""
    play = play_from(
        {"sea-zone-7": "germany: submarine", "sea-zone-8": "united-kingdom: battleship, cruiser, aircraft-carrier"}, "germany", phase
    )
    assert rules_of(play, PASSING) == []


@pytest.mark.section("Destroyers / Unit Characteristics")
@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_a_destroyer_ends_a_submarines_movement(phase: str) -> None:
    """Submarines: on entering a zone with an enemy destroyer its movement ends immediately, in one order or two."""
    play = play_from({"sea-zone-7": "germany: submarine", "sea-zone-8": "united-kingdom: destroyer"}, "germany", phase)
    assert rules_of(play, PASSING) == [f"{phase}/submarines"]
    outcome(play, Move("submarine", "sea-zone-7 > sea-zone-8"))
    assert rules_of(play, Move("submarine", "sea-zone-8 > sea-zone-9")) == [f"{phase}/submarines"]


@pytest.mark.section("Destroyers / Unit Characteristics")
def test_a_destroyer_where_it_starts_does_not_hold_a_submarine() -> None:
    """Submarines: only entering a zone with a destroyer ends the movement."""
    play = play_from({"sea-zone-8": "germany: submarine; united-kingdom: destroyer"}, "germany", "combat-move")
    assert rules_of(play, Move("submarine", "sea-zone-8 > sea-zone-9 > sea-zone-10")) == []


@pytest.mark.section("Where Units Can Move")
def test_submarines_may_end_their_noncombat_move_in_a_hostile_zone() -> None:
    """Where Units Can Move/Sea Units: submarines can move through and even into hostile sea zones."""
    play = play_from(
        {"sea-zone-7": "germany: submarine, cruiser", "sea-zone-8": "united-kingdom: battleship"},
        "germany",
        "noncombat-move",
    )
    assert rules_of(play, Move("submarine, cruiser", "sea-zone-7 > sea-zone-8")) == ["noncombat-move/hostile-sea-zone"]
    outcome(play, Move("submarine", "sea-zone-7 > sea-zone-8"))
    assert standing(play, "sea-zone-8") == "germany: submarine [used=1 from=sea-zone-7]; united-kingdom: battleship"


def test_ships_that_go_with_a_submarine_stop_all_the_same() -> None:
    """Submarines: treating hostile zones as friendly is theirs alone."""
    play = play_from(
        {"sea-zone-7": "germany: submarine, cruiser", "sea-zone-8": "united-kingdom: battleship"},
        "germany",
        "combat-move",
    )
    assert rules_of(play, Move("submarine, cruiser", "sea-zone-7 > sea-zone-8 > sea-zone-9")) == ["combat-move/hostile-sea-zone"]


@pytest.mark.section("Destroyers / Unit Characteristics")
def test_allied_destroyers_stop_nobody() -> None:
    """Destroyers: enemy submarines only."""
    play = play_from({"sea-zone-7": "germany: submarine", "sea-zone-8": "japan: destroyer"}, "germany", "combat-move")
    assert rules_of(play, PASSING) == []
