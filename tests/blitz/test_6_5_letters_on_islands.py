"""6.5: in a Ground Attack against an Island letters are ignored, the defenders' as well as the attackers'."""

from __future__ import annotations

import pytest

from engine.play import Play
from engine.titles.blitz.land import combat
from engine.titles.blitz.orders import Announced, Attack, Resolve
from engine.titles.blitz.position import board
from tests.blitz.table import at, do, settle, table

pytestmark = pytest.mark.section("6.5")
WAR = ["japan usa"]


def fought(play: Play, *orders: Attack) -> Play:
    """Announce attacks and resolve them in order."""
    settle(do(play, *orders, Announced()))
    for kind, area in combat.announced(play.position):
        settle(do(play, Resolve(kind, area)))
    return play


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_6_5_no_letter_of_defenders_keeps_attackers_off_an_island(die: int) -> None:
    """Marines on Midway fall to a 6; whatever letter their own die brings, a surviving landing force comes ashore."""
    play = table(
        "snlf micronesia@2 [aboard], central-trs micronesia@2 [cargo=japan/snlf], marines midway-islands@1",
        at_war=WAR,
        dice=[6, die],
    )
    fought(play, Attack("ground", "midway-islands", "snlf"))
    assert at(play, "marines") == "usa-pool"
    landed = at(play, "snlf").startswith("midway-islands")
    assert (landed, board.holder(play.position, "midway-islands")) == (True, "japan")


def test_6_5_on_the_mainland_a_letter_keeps_attackers_back() -> None:
    """The same result against a land area that is no Island stops who won."""
    play = table(
        "army-group-b paris@2, home-guard belgium-netherlands@1",
        take={"paris": "germany", "belgium-netherlands": "afa"},
        markers={"ally/belgium-netherlands": "afa"},
        dice=[6, 5],
    )
    fought(play, Attack("ground", "belgium-netherlands", "army-group-b"))
    assert (at(play, "home-guard"), at(play, "army-group-b")[:5]) == ("afa-pool", "paris")
