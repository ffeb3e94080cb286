"""6., 6.5: both sides of a round fire at once: what sinks in it has fired, whoever's results are taken first."""

from __future__ import annotations

import pytest

from engine.play import Play
from engine.titles.blitz.orders import Engage
from engine.titles.blitz.tables import convoys
from tests.blitz.table import TITLE, at, do, settle, table

pytestmark = pytest.mark.section("6.5")
CONVOYED = {row.area for row in convoys(TITLE).values()}
SEA = next(area for area, row in TITLE.areas.items() if row.kind == "sea" and area not in CONVOYED)
FACES = range(1, 7)


def fought(power: str, sea: str, home: int, high: int) -> Play:
    """The last Size of each fleet meets, with dice for the Home Fleet and the High Seas Fleet."""
    dice = [home, high] if power == "afa" else [high, home]
    play = table(f"home-fleet {sea}@1, high-seas-fleet {sea}@1", power=power, phase="sea-combat", dice=dice)
    return settle(do(play, Engage(sea)))


@pytest.mark.parametrize("home", FACES)
@pytest.mark.parametrize("high", FACES)
def test_6_5_it_does_not_matter_whose_results_come_first(home: int, high: int) -> None:
    """Each fleet is sunk when the other's number is 1 or more, and sent home by its letter; nothing else counts."""
    ends = []
    for power in ("afa", "germany"):
        play = fought(power, SEA, home, high)
        ends.append({unit: at(play, unit).endswith("-pool") for unit in ("home-fleet", "high-seas-fleet")})
    assert ends[0] == ends[1]


def test_6_5_ships_that_are_all_sunk_have_fired() -> None:
    for power in ("afa", "germany"):
        play = fought(power, SEA, 6, 6)
        assert (at(play, "home-fleet"), at(play, "high-seas-fleet")) == ("afa-pool", "germany-pool"), power


@pytest.mark.section("6.3")
def test_6_3_a_sub_that_meets_nothing_but_an_enemy_convoy_fires_at_it() -> None:
    play = table("u-boat-i north-atlantic@1", phase="sea-combat", dice=[6, 6, 6, 6])
    do(play, Engage("north-atlantic"))
    assert play.state.battles == 1 and sum(play.state.damage.values()) > 0


@pytest.mark.section("6.3")
def test_6_3_the_dice_of_the_sunk_fall_on_a_convoy_too() -> None:
    """The High Seas Fleet sinks to the last ship, and its own number is taken by the Home Fleet or the Convoy beside it."""
    play = fought("afa", "north-sea", 6, 6)
    assert at(play, "high-seas-fleet") == "germany-pool"
    assert at(play, "home-fleet") == "afa-pool" or play.state.damage.get(("north-sea", "convoy-great-britain"))
