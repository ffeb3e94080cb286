"""7.4, 7.6: an LL unit delivers what its power has: what lacks of Resources is given in Oil, and nothing from nothing."""

from __future__ import annotations

import pytest

from engine.events import FacilityChanged
from engine.play import Play
from engine.titles.blitz.turn_end import turn_end
from engine.titles.blitz.vocabulary import LEND
from tests.blitz.table import table

pytestmark = pytest.mark.section("7.4", "7.6")


def raided(damage: int) -> Play:
    """Scenario D: damage of Convoys leaves the AFA with little; the Arctic convoy of Size 2 is at sea."""
    play = table("arctic-ocean-ll arctic-ocean@2", scenario="barbarossa", phase="turn-end")
    for convoy, area in (("canada", "north-atlantic"), ("great-britain", "north-sea")):
        hurt = min(damage, 2)
        if hurt:
            play.emit(FacilityChanged(area, f"convoy-{convoy}", "afa", "damaged", hurt, hurt))
        damage -= hurt
    return play


@pytest.mark.parametrize("damage", range(5))
@pytest.mark.parametrize("told", ["2 0", "1 1", "0 2"])
def test_7_6_lending_makes_and_loses_no_goods(damage: int, told: str) -> None:
    """What both powers count together is the same with and without the delivery, of which all arrives that is there."""
    play = raided(damage)
    before = [turn_end.collect(play, power) for power in ("afa", "ussr")]
    LEND.set(play, told, "arctic-ocean-ll")
    after = [turn_end.collect(play, power) for power in ("afa", "ussr")]
    assert sum(map(sum, after)) == sum(map(sum, before))
    assert sum(after[1]) - sum(before[1]) == min(2, sum(before[0]))


def test_7_4_what_lacks_of_resources_is_given_in_oil() -> None:
    play = raided(3)
    assert turn_end.collect(play, "afa") == (1, 2)
    soviet = turn_end.collect(play, "ussr")
    LEND.set(play, "2 0", "arctic-ocean-ll")
    assert turn_end.collect(play, "afa") == (0, 1)
    assert turn_end.collect(play, "ussr") == (soviet[0] + 1, soviet[1] + 1)
