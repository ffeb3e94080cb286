"""6.2: odds by play, of counters that are on the map at the set-up and of those that wait in a Group, wherever they meet."""

from __future__ import annotations

import pytest

from engine.odds.battle import Forces
from engine.titles.blitz.orders import Resolve
from engine.titles.blitz.sampled_odds import _on_land, _overland, _put, sampled
from tests.blitz.table import TITLE, table

pytestmark = pytest.mark.section("6.2")
GUARD = {("home-guard", "afa"): 1}


def test_6_2_the_waffen_ss_of_a_group_attacks_as_well_as_army_group_center_on_the_map() -> None:
    """Both are ARM of five Factors; the three red triangles of the Waffen SS are ignored while it attacks (6.2, example)."""
    of_group, on_map = (
        sampled(TITLE, Forces({(unit, "germany"): 1}, GUARD), "leningrad", games=40, seed=1)
        for unit in ("waffen-ss-army", "army-group-center")
    )
    assert (of_group.win, of_group.lose, of_group.draw, of_group.retreat) == (on_map.win, on_map.lose, on_map.draw, on_map.retreat)
    assert 0 < of_group.win < 1


@pytest.mark.parametrize(("area", "beside"), [("scotland", "london"), ("rome", "milan"), ("singapore", "south-east-asia")])
def test_6_2_a_battle_is_fought_where_one_area_alone_lies_beside(area: str, beside: str) -> None:
    """Each is the only way in overland, whatever sea lies beside as well."""
    assert _overland(TITLE, area) == [beside]
    assert sampled(TITLE, Forces({("army-group-center", "germany"): 1}, GUARD), area, games=20).win > 0


@pytest.mark.section("1.2")
def test_1_2_a_counter_that_fights_is_not_in_its_group_as_well() -> None:
    play = table()
    _put(play, "waffen-ss-army", "germany", "berlin")
    assert [key.area for key in play.state.stacks if key.unit == "waffen-ss-army"] == ["berlin"]


@pytest.mark.parametrize(("defender", "power", "area"), [("southern-army", "japan", "peking"), ("indian-army", "afa", "london")])
def test_6_2_a_battle_whose_place_is_not_named_is_fought_in_the_defenders_first_land(defender: str, power: str, area: str) -> None:
    """Of the map's list: Great Britain's capital is its first area, Peking the first that Japan holds."""
    play = table(power="germany", at_war=["japan usa", "germany usa"])
    foe = ("army-group-b", "germany") if power == "afa" else ("1st-army", "usa")
    order = _on_land(play, "", dict([foe]), {defender: power})
    assert isinstance(order, Resolve) and order.area == area
