"""Sections 2.3, 7.3 and 9.22: Great Britain surrenders with FEC and ANZAC, which are one major power with it."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.orders import Move
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936.economy import chart
from tests.global_war_1936.positions import play_from

NATIONS = ("great-britain", "fec", "anzac")


def surrendered() -> Play:
    """Germany has taken London last; each of the three has a light cruiser under way, and money."""
    held = dict.fromkeys(("scotland", "liverpool", "southern-england"), "germany")
    play = play_from(
        {"southern-england": "germany: 3 infantry"},
        "germany",
        "combat-move",
        control=held,
        money={"fec": 8, "anzac": 7, "great-britain": 0},
        relations={("germany", "great-britain"): "war"},
        markers={("game", f"chart/{nation}/light-cruiser///1"): "1" for nation in NATIONS},
    )
    play.submit(Move("3 infantry", "southern-england > london"))
    play.submit(EndPhase("conduct-combat"))
    assert play.state.standing["great-britain"] == "surrendered"
    return play


@pytest.mark.section("2.3", "7.3", "9.22")
def test_7_3_the_conqueror_has_what_the_whole_commonwealth_has_under_way() -> None:
    play = surrendered()
    assert chart.items(play.position) == [chart.Item("germany", "light-cruiser", "", "", 1, 3)]


@pytest.mark.section("2.3", "9.22", "9.23")
def test_9_22_the_money_of_the_whole_commonwealth_is_lost() -> None:
    assert [purse(surrendered().position, nation) for nation in NATIONS] == [0, 0, 0]
