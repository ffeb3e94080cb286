"""7.2: a turn passes on the way of the USA and the USSR into the war, and no more when they are in it."""

from __future__ import annotations

import pytest

from engine.titles.blitz.politics import entry
from engine.titles.blitz.turn_end import turn_end
from tests.blitz.table import settle, table


@pytest.mark.section("7.2")
@pytest.mark.parametrize("boxes", [(0, 0), (5, 3), (13, 9)])
def test_7_2_each_turn_end_moves_the_markers_by_one(boxes: tuple[int, int]) -> None:
    """Step 5.B of a turn in which nothing else has happened."""
    play = table(phase="turn-end", dice=[6] * 9, markers={"entry/usa": boxes[0], "entry/ussr": boxes[1]})
    turn_end.TurnEnd().open(play)
    settle(play)
    assert (entry.box(play.position, "usa"), entry.box(play.position, "ussr")) == (boxes[0] + 1, boxes[1] + 1)


@pytest.mark.section("7.2")
def test_7_2_the_turn_that_reaches_the_last_box_brings_war() -> None:
    """The USA enters against Germany and Japan, the USSR against Germany alone."""
    play = table(phase="turn-end", dice=[6] * 9, markers={"entry/usa": 14, "entry/ussr": 14})
    turn_end.TurnEnd().open(play)
    settle(play)
    told = {(power, foe): play.position.relation(power, foe) for power in ("usa", "ussr") for foe in ("germany", "japan")}
    assert [pair for pair, relation in told.items() if relation == "war"] == [("usa", "germany"), ("usa", "japan"), ("ussr", "germany")]
