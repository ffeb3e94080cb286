"""Section 10.6: transports that go by strategic naval movement take units up at ports along the way, and put them ashore where they end."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Load, Move, Offload
from engine.play import Play
from engine.titles.global_war_1936.orders import Redeploy
from engine.titles.global_war_1936.vocabulary import REDEPLOYED
from tests.global_war_1936.positions import play_from, problems, standing

BRITAIN, BISCAY, GIBRALTAR = "sea-zone-25", "sea-zone-24", "sea-zone-32"
FAR = f"{BISCAY} > sea-zone-31 > {GIBRALTAR}"
PORTS = {
    "london": "great-britain: 2 infantry, major-port",
    "normandy": "great-britain: 2 infantry, minor-port",
    "gibraltar": "great-britain: major-port",
}


def british(ships: str = "naval-transport", **more: str) -> Play:
    board = {BRITAIN: f"great-britain: {ships}", **PORTS, **more}
    return play_from(board, "great-britain", "noncombat-move", control={"normandy": "great-britain", "picardy": "great-britain"})


@pytest.mark.section("10.6")
def test_10_6_what_is_aboard_goes_ashore_at_the_port_where_the_way_ends() -> None:
    play = british()
    play.submit(Load("infantry", f"london > {BRITAIN}"))
    play.submit(Redeploy("naval-transport", f"{BRITAIN} > {FAR}"))
    play.submit(Offload("infantry", f"{GIBRALTAR} > gibraltar"))
    assert "infantry" in standing(play, "gibraltar")
    assert problems(play, Redeploy("naval-transport", f"{GIBRALTAR} > sea-zone-31 > {BISCAY}")) == ["redeploy/ships"]


@pytest.mark.section("10.6")
def test_10_6_nothing_goes_ashore_where_no_port_is() -> None:
    play = british("submarine", **{GIBRALTAR: "great-britain: naval-transport"}, gibraltar="great-britain: infantry, major-port")
    play.submit(Load("infantry", f"gibraltar > {GIBRALTAR}"))
    play.submit(Redeploy("naval-transport", f"{GIBRALTAR} > sea-zone-31 > {BISCAY} > {BRITAIN}"))
    assert problems(play, Offload("infantry", f"{BRITAIN} > picardy")) == ["noncombat-move/offload-cargo"]
    assert problems(play, Offload("infantry", f"{BRITAIN} > london")) == []


@pytest.mark.section("10.6")
def test_10_6_units_are_picked_up_at_a_port_along_the_way_and_each_counts_once() -> None:
    play = british()
    play.submit(Redeploy("naval-transport", f"{BRITAIN} > {BISCAY}"))
    assert REDEPLOYED.number(play.state) == 1
    assert problems(play, Move("naval-transport", f"{BISCAY} > sea-zone-31")) == ["noncombat-move/moved"]

    play.submit(Load("2 infantry", f"normandy > {BISCAY}"))
    assert problems(play, Redeploy("naval-transport", f"{FAR}")) == []
    play.submit(Redeploy("naval-transport", FAR))
    assert REDEPLOYED.number(play.state) == 3
    play.submit(Offload("2 infantry", f"{GIBRALTAR} > gibraltar"))
    assert "2 infantry" in standing(play, "gibraltar")


@pytest.mark.section("10.6")
def test_10_6_the_parts_of_a_way_count_together_to_five_spaces() -> None:
    play = british()
    play.submit(Redeploy("naval-transport", f"{BRITAIN} > {FAR}"))
    back = [GIBRALTAR, "sea-zone-31", BISCAY]
    play.submit(Redeploy("naval-transport", " > ".join(back)))
    assert problems(play, Redeploy("naval-transport", f"{BISCAY} > {BRITAIN}")) == ["redeploy/ships"]


@pytest.mark.section("10.6")
def test_10_6_who_went_aboard_at_a_coast_without_a_port_is_not_sent_on() -> None:
    play = british(picardy="great-britain: infantry")
    play.submit(Load("infantry", f"london > {BRITAIN}"))
    assert problems(play, Redeploy("naval-transport", f"{BRITAIN} > {BISCAY}")) == []
    play.submit(Load("infantry", f"picardy > {BRITAIN}"))
    assert problems(play, Redeploy("naval-transport", f"{BRITAIN} > {BISCAY}")) == ["redeploy/coast"]


@pytest.mark.section("10.6", "8.4")
def test_10_6_units_of_another_member_of_the_alliance_that_are_aboard_go_along_and_count() -> None:
    play = british("naval-transport [cargo=france/infantry]; france: infantry [aboard]")
    play.submit(Redeploy("naval-transport", f"{BRITAIN} > {BISCAY}"))
    assert "france: infantry [aboard]" in standing(play, BISCAY)
    assert REDEPLOYED.number(play.state) == 2
