"""3.0.1 Movement Priorities: where both factions want to move in, the one native to the front does."""

from __future__ import annotations

from engine.mechanics.blocks.land.orders import March
from tests.blackswan.board import at, outcome, play_from, rules_of

BOTH = "great-britain infantry-4 thessaloniki, soviet-union infantry-4 ploesti, germany infantry-4 berlin"
HELD = {"sofia": "germany", "ploesti": "soviet-union", "thessaloniki": "great-britain", "belgrade": "germany"}


def test_3_0_1_the_soviets_move_in_on_the_east_front() -> None:
    """Sofia is East: what the British have just taken gives way to the Soviets, never the other way round."""
    play = play_from(BOTH, power="soviet-union", control=HELD, season=("summer", 1944))
    outcome(play, March("infantry-4", "thessaloniki > sofia"))
    assert play.state.control["sofia"] == "great-britain"
    outcome(play, March("infantry-4 (soviet-union)", "ploesti > sofia"))
    assert at(play, "sofia") == "soviet-union infantry-4@4 [used=1 from=ploesti took]"
    assert at(play, "thessaloniki") == "great-britain infantry-4@4 [used=1]"
    assert play.state.control["sofia"] == "soviet-union"
    assert rules_of(play, March("infantry-4", "thessaloniki > sofia")) == ["land/entry"]


def test_3_0_1_the_western_allies_move_in_elsewhere() -> None:
    """Belgrade is Med: the Soviets may take it, and must leave it when the British want it."""
    play = play_from(BOTH, power="soviet-union", control=HELD, season=("summer", 1944))
    outcome(play, March("infantry-4", "ploesti > belgrade"))
    outcome(play, March("infantry-4 (great-britain)", "thessaloniki > belgrade"))
    assert at(play, "belgrade") == "great-britain infantry-4@4 [used=1 from=thessaloniki took]"
    assert at(play, "ploesti") == "soviet-union infantry-4@4 [used=1]"


def test_3_0_1_who_gives_way_to_a_full_area_goes_to_the_next_one() -> None:
    """Thessaloniki has been filled meanwhile: the British block goes on to Trikala, it is not lost."""
    held = HELD | {"trikala": "great-britain"}
    play = play_from(
        BOTH + ", great-britain 4 infantry-3 trikala", power="soviet-union", control=held, season=("summer", 1944)
    )
    outcome(play, March("infantry-4", "thessaloniki > sofia"), March("4 infantry-3", "trikala > thessaloniki"))
    outcome(play, March("infantry-4 (soviet-union)", "ploesti > sofia"))
    assert at(play, "trikala") == "great-britain infantry-4@4 [used=1]"
    assert at(play, "sofia") == "soviet-union infantry-4@4 [used=1 from=ploesti took]"


def test_the_two_factions_never_stand_together() -> None:
    """Introduction: what the other faction held before the turn is closed."""
    play = play_from(BOTH, power="soviet-union", control=HELD | {"sofia": "great-britain"}, season=("summer", 1944))
    assert rules_of(play, March("infantry-4", "ploesti > sofia")) == ["land/entry"]
    there = play_from(
        BOTH + ", soviet-union infantry-4 sofia", power="soviet-union", control=HELD | {"sofia": "soviet-union"}
    )
    assert rules_of(there, March("infantry-4", "thessaloniki > sofia")) == ["land/entry"]
