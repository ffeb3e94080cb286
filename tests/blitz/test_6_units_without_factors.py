"""6.: units with 0 printed Factors of a Round roll when modifications give them some."""

from __future__ import annotations

import pytest

from engine.titles.blitz.combat import factors
from tests.blitz.table import keys, table

pytestmark = pytest.mark.section("6.1")


def test_6_1_a_para_that_flies_alone_fires_with_the_white_triangles_of_a_bomber() -> None:
    """Bomber Command has three white triangles (the example of 6.1); the PARA has no Air Factors."""
    play = table("1st-para western-germany@1 [flown ground>paris], bomber-command london@2")
    assert factors.air_fire(play.position, keys(play, "1st-para"), keys(play, "bomber-command")).factors == 3


def test_6_1_a_para_alone_does_not_roll_against_aircraft_without_white_triangles() -> None:
    play = table("1st-para western-germany@1 [flown ground>paris], royal-air-force london@2")
    foes = keys(play, "royal-air-force")
    assert factors.air_fire(play.position, keys(play, "1st-para"), foes).factors == 0


def test_6_1_a_para_that_walks_takes_no_part() -> None:
    play = table("1st-para western-germany@1 [ground>paris], bomber-command london@2")
    assert factors.air_fire(play.position, keys(play, "1st-para"), keys(play, "bomber-command")).factors == 0
