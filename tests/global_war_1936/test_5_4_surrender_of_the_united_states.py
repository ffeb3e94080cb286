"""Section 5.4, the sheet of the USA: they surrender when all four cities are the enemy's as a turn of theirs ends."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Move
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936.politics.fall import seat_of
from tests.global_war_1936.positions import battle, play_from, standing

EAST = dict.fromkeys(("washington-dc", "chicago", "new-york"), "japan")
ARMY = {"san-francisco": "japan: infantry", "north-western-united-states": "united-states: 4 infantry"}
WAR = {("japan", "united-states"): "war"}


def taken() -> Play:
    """Japan marches into San Francisco, the last of the four; its combat phase is over."""
    held = EAST | {"south-western-united-states": "japan"}
    stacks = {"south-western-united-states": "japan: infantry", "north-western-united-states": "united-states: 4 infantry"}
    play = play_from(stacks, "japan", "combat-move", control=held, relations=WAR)
    play.submit(Move("infantry", "south-western-united-states > san-francisco"))
    play.submit(EndPhase("conduct-combat"))
    return play


@pytest.mark.section("5.4", "9.22")
def test_5_4_the_united_states_keep_their_army_after_the_enemys_turn_in_which_they_lost_the_last_city() -> None:
    play = taken()
    assert play.state.control["san-francisco"] == "japan" and seat_of(play.position, "united-states") == ""
    assert play.state.standing["united-states"] != "surrendered"
    assert standing(play, "north-western-united-states") == "united-states: 4 infantry"


@pytest.mark.section("5.4", "9.22")
@pytest.mark.parametrize(("retaken", "after"), [(True, "capital-lost"), (False, "surrendered")])
def test_5_4_they_surrender_as_a_turn_of_theirs_ends_unless_they_have_retaken_one(retaken: bool, after: str) -> None:
    held = EAST | {"san-francisco": "japan"}
    play = play_from(ARMY, "united-states", "combat-move", control=held, relations=WAR, dice=[1, 1, 1, 1, 12])
    if retaken:
        play.submit(Move("4 infantry", "north-western-united-states > san-francisco"))
        play.submit(EndPhase())
        play.submit(battle("san-francisco"))
    while play.state.clock.phase != "place-units":
        play.submit(EndPhase())
    assert play.state.standing["united-states"] == "capital-lost", "not before its end"
    play.submit(EndPhase())
    assert play.state.clock.power != "united-states"
    assert play.state.standing["united-states"] == after
    assert bool(standing(play, "san-francisco" if retaken else "north-western-united-states")) is retaken
