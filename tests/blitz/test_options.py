"""9. Optional rules, and the other readings of what is unclear."""

from __future__ import annotations

import pytest

from engine.titles.blitz import control, factors
from engine.titles.blitz.agenda import run
from engine.titles.blitz.orders import Attack, Blitz, March, No, Yes
from tests.blitz.table import broken, do, keys, table

ROUTE = {"paris": "germany"}


@pytest.mark.section("9.4")
def test_9_4_one_small_land_unit_attacks_over_a_land_route_at_half() -> None:
    units = "army-group-b paris@2, army-group-a paris@2, spanish-army spain@2"
    enemy = {"owners": {"spanish-army": "afa"}, "take": {**ROUTE, "spain": "afa", "portugal": "afa"}}
    assert broken(table(units, **enemy), Attack("ground", "spain", "army-group-b")) == ["attack/adjacent"]  # type: ignore[arg-type]
    play = table(units, options={"land-route-attacks": "yes"}, **enemy)  # type: ignore[arg-type]
    assert broken(play, Attack("ground", "spain", "army-group-b, army-group-a")) == ["attack/route"]
    do(play, Attack("ground", "spain", "army-group-b"))
    assert broken(play, Attack("ground", "spain", "army-group-a")) == ["attack/route"]
    fire = factors.land_fire(play.position, "spain", keys(play, "army-group-b"), keys(play, "spanish-army"))
    assert fire.attack.factors == 1, "4, halved for the Route and for the mountains"


@pytest.mark.section("9.7")
def test_9_7_a_resource_buys_a_land_blitz_with_one_arm() -> None:
    units = "army-group-center berlin@2, waffen-ss-army berlin@2, 18th-army berlin@2"
    stores = {"germany": (1, 0)}
    assert broken(table(units, phase="blitz", blitzing={}, stores=stores), Blitz("germany", "foot")) == ["blitz/option"]
    play = table(units, phase="blitz", blitzing={}, stores=stores, options={"foot-blitz": "yes"})
    do(play, Blitz("germany", "foot"))
    assert play.state.resources["germany", "resources"] == 0
    moving = table(units, phase="move", blitzing={"germany": "foot"}, options={"foot-blitz": "yes"})
    do(moving, March("army-group-center", "berlin > western-germany"), March("18th-army", "berlin > western-germany"))
    assert broken(moving, March("waffen-ss-army", "berlin > western-germany")) == ["blitz/foot"]


@pytest.mark.section("9.9")
def test_9_9_a_factory_may_be_looted_instead_of_scored() -> None:
    for answer, points, resources in ((Yes(), 0, 4), (No(), 2, 0)):
        play = table(options={"looting": "yes"}, at_war=["germany ussr"], stores={"germany": (0, 0)})
        control.take_control(play, "moscow", "germany")
        run(play)
        assert play.pending is not None and play.pending.what == "loot"
        do(play, answer)
        assert play.state.points.get(("germany", "vp"), 0) == points
        assert play.state.resources.get(("germany", "resources"), 0) == resources
