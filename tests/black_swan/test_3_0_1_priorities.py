"""3.0.1 Movement Priorities: where both factions want to move in, the one native to the front does."""

from __future__ import annotations

import pytest

from engine.events import ControlChanged
from engine.families.blocks.land.native import gives_way
from engine.families.blocks.land.orders import March
from tests.black_swan.board import at, outcome, play_from, rules_of

pytestmark = pytest.mark.section("3.0.1")

BOTH = "great-britain infantry-4 thessaloniki, soviet-union infantry-4 ploesti, germany infantry-4 berlin"
HELD = {"sofia": "germany", "ploesti": "soviet-union", "thessaloniki": "great-britain", "belgrade": "germany"}


def test_3_0_1_the_soviets_move_in_on_the_east_front() -> None:
    """Sofia is East: what the British have just taken gives way to the Soviets, never the other way round."""
    play = play_from(BOTH, power="soviet-union", control=HELD, season=("summer", 1944))
    outcome(play, March("infantry-4", "thessaloniki > sofia"))
    assert play.state.control["sofia"] == "great-britain"
    made = outcome(play, March("infantry-4 (soviet-union)", "ploesti > sofia"))
    assert [(one.before, one.after) for one in made if isinstance(one, ControlChanged)] == [
        ("great-britain", "germany"),
        ("germany", "soviet-union"),
    ]
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
    play = play_from(BOTH + ", great-britain 4 infantry-3 trikala", power="soviet-union", control=held, season=("summer", 1944))
    outcome(play, March("infantry-4", "thessaloniki > sofia"), March("4 infantry-3", "trikala > thessaloniki"))
    outcome(play, March("infantry-4 (soviet-union)", "ploesti > sofia"))
    assert at(play, "trikala") == "great-britain infantry-4@4 [used=1]"
    assert at(play, "sofia") == "soviet-union infantry-4@4 [used=1 from=ploesti took]"


def test_the_two_factions_never_stand_together() -> None:
    """Introduction: what the other faction held before the turn is closed."""
    play = play_from(BOTH, power="soviet-union", control=HELD | {"sofia": "great-britain"}, season=("summer", 1944))
    assert rules_of(play, March("infantry-4", "ploesti > sofia")) == ["land/entry"]
    there = play_from(BOTH + ", soviet-union infantry-4 sofia", power="soviet-union", control=HELD | {"sofia": "soviet-union"})
    assert rules_of(there, March("infantry-4", "thessaloniki > sofia")) == ["land/entry"]


MIXED = BOTH + ", soviet-union tank-4 ploesti, soviet-union air-4 ploesti"


def test_3_0_1_who_only_passes_through_moves_in_too() -> None:
    """A Soviet tank takes Sofia on its way to Belgrade: no British block is left there, in an area that is Soviet now."""
    play = play_from(MIXED, power="soviet-union", control=HELD, season=("summer", 1944))
    outcome(play, March("infantry-4", "thessaloniki > sofia"))
    outcome(play, March("tank-4", "ploesti > sofia > belgrade"))
    assert (at(play, "sofia"), play.state.control["sofia"]) == ("", "soviet-union")
    assert at(play, "thessaloniki") == "great-britain infantry-4@4 [used=1]"


def test_3_0_1_aircraft_alone_claim_nothing() -> None:
    """3.2: when the British have gone back Sofia is the enemy's again, where aircraft do not move alone, nor fly over others."""
    play = play_from(MIXED, power="soviet-union", control=HELD, season=("summer", 1944))
    outcome(play, March("infantry-4", "thessaloniki > sofia"))
    assert rules_of(play, March("air-4", "ploesti > sofia")) == ["land/air-alone"]
    assert rules_of(play, March("air-4", "ploesti > sofia > bucharest")) == ["land/entry"]
    outcome(play, March("infantry-4 (soviet-union), air-4", "ploesti > sofia"))
    assert at(play, "sofia") == ("soviet-union air-4@4 [used=1 from=ploesti], soviet-union infantry-4@4 [used=1 from=ploesti took]")


def test_3_0_1_aircraft_do_not_follow_the_other_faction_s_infantry() -> None:
    """The British engage Sofia; Soviet aircraft alone would send them back and stand there alone."""
    play = play_from(MIXED + ", germany infantry-3 sofia", power="soviet-union", control=HELD, season=("summer", 1944))
    outcome(play, March("infantry-4", "thessaloniki > sofia"))
    assert rules_of(play, March("air-4", "ploesti > sofia")) == ["land/air-alone"]


def test_3_0_1_who_moves_in_finds_the_room_of_those_who_give_way_and_no_more() -> None:
    """Petsamo is small (3.2): two Soviet blocks move in where a British one was, three do not."""
    blocks = "great-britain infantry-4 oulu, soviet-union 3 infantry-4 kandalaksha, finland artillery-3 helsinki"
    held = {"oulu": "great-britain", "petsamo": "finland"}
    play = play_from(blocks, power="soviet-union", control=held, season=("summer", 1944))
    outcome(play, March("infantry-4", "oulu > petsamo"))
    assert rules_of(play, March("3 infantry-4 (soviet-union)", "kandalaksha > petsamo")) == ["land/stacking"]
    outcome(play, March("2 infantry-4 (soviet-union)", "kandalaksha > petsamo"))
    assert at(play, "petsamo") == "2 soviet-union infantry-4@4 [used=1 from=kandalaksha took]"


def test_3_0_1_those_who_give_way_do_not_count_among_the_blocks_of_a_class() -> None:
    """3.2: two infantry of each faction; the British two leave Sofia to the Soviet two."""
    blocks = "great-britain 2 infantry-4 thessaloniki, soviet-union 2 infantry-4 ploesti, germany infantry-3 sofia"
    play = play_from(blocks, power="soviet-union", control=HELD, season=("summer", 1944))
    outcome(play, March("2 infantry-4", "thessaloniki > sofia"))
    outcome(play, March("2 infantry-4 (soviet-union)", "ploesti > sofia"))
    assert at(play, "sofia") == ("germany infantry-3@3, 2 soviet-union infantry-4@4 [used=1 from=ploesti across]")


def test_3_0_1_who_has_nowhere_to_go_back_to_goes_to_the_pool() -> None:
    """Aircraft from Crete have filled Thessaloniki, the only area on land that the British have there."""
    blocks = BOTH.replace("infantry-4 thessaloniki", "4 infantry-4 thessaloniki") + ", great-britain air-4 crete"
    held = HELD | {"crete": "great-britain"}
    play = play_from(blocks, power="soviet-union", control=held, season=("summer", 1944))
    outcome(play, March("infantry-4", "thessaloniki > sofia"), March("air-4", "crete > aegean-sea > thessaloniki"))
    outcome(play, March("infantry-4 (soviet-union)", "ploesti > sofia"))
    assert at(play, "sofia") == "soviet-union infantry-4@4 [used=1 from=ploesti took]"
    assert at(play, "great-britain-pool") == "great-britain infantry-4@4"


def test_3_0_1_nobody_gives_way_to_a_faction_that_is_not_at_war() -> None:
    """The British engage Germans in Sofia; the Soviets, neutral in 1940, may not move in there at all."""
    blocks = "great-britain infantry-4 thessaloniki, great-britain tank-4 thessaloniki, soviet-union infantry-4 ploesti"
    play = play_from(
        f"{blocks}, germany infantry-3 sofia",
        power="great-britain",
        control=HELD,
        season=("summer", 1940),
        at_war=("germany", "great-britain"),
    )
    outcome(play, March("infantry-4, tank-4 (great-britain)", "thessaloniki > sofia"))
    assert not gives_way(play.position, "soviet-union", "sofia")
    assert rules_of(play, March("infantry-4 (soviet-union)", "ploesti > sofia")) == ["land/entry"]
