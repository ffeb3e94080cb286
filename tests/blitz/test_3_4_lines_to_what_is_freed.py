"""3.4: a country is liberated by who is "in a position to conquer" it: lines reach its areas, as for a conquest."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.play import Play
from engine.titles.blitz import agenda
from engine.titles.blitz.politics import control, politics
from engine.titles.blitz.position import board, changes
from tests.blitz.table import keys, settle, supplied_in, table

pytestmark = pytest.mark.section("3.4")
RAIDERS = "u-boat-i north-sea@1, u-boat-ii arctic-ocean@1"
LOST = {"conquered/norway": "allies", "ally/norway": "afa"}


def taken_back(units: str) -> Play:
    """Let the AFA take Norway again, which the Axis has conquered."""
    play = table(units, phase="move", power="afa", take={"norway": "germany"}, markers=LOST)
    play.emit(ev.FacilityChanged("north-sea", "convoy-great-britain", "afa", "damaged", 1, 1))  # it would keep the sea open (1.5)
    control.take_control(play, "norway", "afa")
    agenda.run(play)
    return settle(play)


def test_3_4_norway_behind_submarines_is_not_liberated_until_a_line_reaches_it() -> None:
    play = taken_back(RAIDERS)
    assert "norway" not in supplied_in(play, "afa") and board.is_conquered(play.position, "norway")
    changes.destroy(play, keys(play, "u-boat-i")[0])
    politics.settle(play)
    assert "norway" in supplied_in(play, "afa") and not board.is_conquered(play.position, "norway")


def test_3_4_it_is_at_once_where_a_line_reaches_it() -> None:
    assert not board.is_conquered(taken_back("").position, "norway")


def test_3_4_rome_is_asked_alone_when_italy_is_liberated_the_first_time() -> None:
    """Italy "is liberated when Rome is once again friendly": no line is asked."""
    told = {"conquered/italy": "axis", "fallen/italy": "yes"}
    taken = {"rome": "afa", "milan": "afa", "libya": "afa"}
    play = table("home-fleet mediterranean-sea@1", phase="move", take=taken, markers=told)
    play.emit(ev.ControlChanged("rome", "afa", "germany", "told"))
    assert "rome" not in supplied_in(play, "japan")
    politics.settle(play)
    assert not board.is_conquered(play.position, "italy")
