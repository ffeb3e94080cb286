"""Upgrades of factories in Global 1940."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Place
from tests.axisallies.positions import rules_of
from tests.global_1940.positions import BOARD, play_from


@pytest.mark.section("16. Major and minor factories")
def test_an_upgraded_factory_makes_no_more_in_its_turn_than_before_whatever_is_placed_first() -> None:
    stacks = {"southern-italy": "italy: minor-factory"}
    first = play_from(stacks, "italy", "mobilize-units", pool={"italy": "factory-upgrade, 4 infantry"})
    first.submit(Place("factory-upgrade", "southern-italy"))
    last = play_from(stacks, "italy", "mobilize-units", pool={"italy": "factory-upgrade, 4 infantry"})
    for play in (first, last):
        assert rules_of(play, Place("4 infantry", "southern-italy")) == ["mobilize/limit"]
        play.submit(Place("3 infantry", "southern-italy"))
        assert rules_of(play, Place("infantry", "southern-italy")) == ["mobilize/limit"]
    last.submit(Place("factory-upgrade", "southern-italy"))
    assert rules_of(last, Place("infantry", "southern-italy")) == ["mobilize/limit"]
    assert BOARD.standing(last, "southern-italy") == BOARD.standing(first, "southern-italy")
