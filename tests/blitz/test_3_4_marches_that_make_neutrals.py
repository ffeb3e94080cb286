"""1.6, 3.4: a march that takes Paris goes on into nothing that has become neutral by it."""

from __future__ import annotations

import pytest

from engine.titles.blitz.orders import MoveUnit
from tests.blitz.table import at, broken, do, settle, table

pytestmark = pytest.mark.section("1.6", "3.4")


def test_1_6_a_march_ends_in_paris_when_france_falls_by_it() -> None:
    play = table("army-group-b western-germany@2", phase="move")
    settle(do(play, MoveUnit("army-group-b", "western-germany > paris > vichy-france")))
    assert (at(play, "army-group-b"), play.state.control.get("vichy-france", "")) == ("paris@2", "")
    assert broken(play, MoveUnit("army-group-b", "paris > western-germany")) == ["move/moved"]


def test_5_2_a_march_goes_on_through_what_stays_an_enemys() -> None:
    play = table("army-group-b western-germany@2", phase="move", markers={"fallen/france": "yes"})
    settle(do(play, MoveUnit("army-group-b", "western-germany > paris > vichy-france")))
    assert (at(play, "army-group-b"), play.state.control["vichy-france"]) == ("vichy-france@2", "germany")
