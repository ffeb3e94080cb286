"""6.2, 5.3: when the Air Round leaves no attacking land unit, nobody attacks any more, and no die is rolled on land."""

from __future__ import annotations

import pytest

from engine.events import DiceRolled
from engine.play import Play
from engine.titles.blitz.orders import Announced, Attack, CommitNoMore, Defend, Resolve
from tests.blitz.table import at, do, settle, table

pytestmark = pytest.mark.section("6.2", "5.3")
LOW = {"ally/belgium-netherlands": "afa"}


def dropped(dice: list[int], more: str = "", joins: str = "") -> Play:
    """Let a PARA jump on the Belgians, whose white triangle would give it a Factor, below the Royal Air Force."""
    units = f"1st-para western-germany@1, big-royal-air-force belgium-netherlands@4, belgian-dutch-army belgium-netherlands@1{more}"
    play = table(units, take={"belgium-netherlands": "afa"}, markers=LOW, owners={"belgian-dutch-army": "afa"}, dice=dice)
    do(play, Attack("ground", "belgium-netherlands", joins, drop="1st-para"), Announced())
    do(play, Defend("ground", "belgium-netherlands", "big-royal-air-force"))
    if play.pending is not None:
        do(play, CommitNoMore("afa"))
    return settle(do(play, Resolve("ground", "belgium-netherlands")))


def rounds(play: Play) -> list[str]:
    """Return what the dice of a game were rolled for."""
    return [event.purpose for event in play.events if isinstance(event, DiceRolled)]


def test_6_2_a_para_that_is_shot_down_fires_at_nobody() -> None:
    play = dropped([6])
    assert (at(play, "1st-para"), at(play, "belgian-dutch-army")) == ("germany-pool", "belgium-netherlands@1")
    assert rounds(play) == ["air"]


def test_6_2_nor_do_the_aircraft_that_came_with_it() -> None:
    """They support land units, by no more than these have (5.3): with none there is nothing to support."""
    play = dropped([1, 5], ", stukas western-germany@2", "stukas")
    assert (at(play, "1st-para"), at(play, "belgian-dutch-army")) == ("germany-pool", "belgium-netherlands@1")
    assert rounds(play) == ["air", "air"]


def test_6_2_a_para_that_gets_through_attacks() -> None:
    play = dropped([1, 1, 1])
    assert rounds(play) == ["air", "land", "land"]
