"""Scorched Earth: a factory is destroyed when its area is captured; bases of the base game are captured."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Move
from engine.rules import EndPhase
from tests.global1939.positions import battle, fought, losses, play_from, standing

pytestmark = pytest.mark.section("Scorched Earth")

FROM = "[from=western-germany moved]"


def test_a_factory_is_destroyed_when_its_area_is_captured():
    stacks = {"normandy-bordeaux": f"germany: 2 tank {FROM}; france: infantry, minor-factory, naval-base, air-base"}
    play = fought("germany", stacks, [1, 6, 6], battle("normandy-bordeaux"), damage={"normandy-bordeaux": 2})
    assert standing(play, "normandy-bordeaux") == (
        "germany: air-base [captured], naval-base [captured], 2 tank [from=western-germany fought moved]"
    )
    assert ("france", "minor-factory", 1, "scorched-earth") in losses(play)
    assert not play.state.damage


def test_it_is_destroyed_where_nobody_defends_too():
    stacks = {"western-germany": "germany: tank", "france": "france: major-factory"}
    play = play_from(stacks, "germany", "combat-move")
    play.submit(Move("tank", "western-germany > france"))

    play.submit(EndPhase())
    assert play.state.control["france"] == "germany"
    assert ("france", "major-factory", 1, "scorched-earth") in losses(play)


def test_guns_that_alone_are_left_are_destroyed():
    stacks = {"normandy-bordeaux": f"germany: 2 tank {FROM}; france: anti-aircraft-gun"}
    play = fought("germany", stacks, [], battle("normandy-bordeaux"))
    assert losses(play) == [("france", "anti-aircraft-gun", 1, "defenceless")]
    assert play.state.control["normandy-bordeaux"] == "germany"
