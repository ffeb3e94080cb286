"""Unit Changes: fortifications protect one border, give artillery a free shot at landings, and fall with their area."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Lose
from tests.axisallies.battles import fight_on
from tests.global1939.positions import battle, combat, due, fought, losses, rolls, standing

pytestmark = pytest.mark.section("Unit Changes / Fortifications")

WALL = "fortification [border:western-germany!]"
COAST = "normandy-bordeaux"
FROM = "[from=western-germany moved]"


def targets(play):
    return [(unit, target, len(dice)) for purpose, _, unit, target, dice in rolls(play) if purpose == "fire"]


def test_infantry_and_artillery_defend_at_one_more_against_who_crosses_the_border():
    stacks = {"france": f"germany: 4 infantry {FROM}; france: 2 infantry, artillery, tank, {WALL}"}
    play = combat("germany", stacks, [6, 6, 6, 6, 6, 6, 6, 6])
    play.submit(battle("france"))
    assert targets(play) == [("infantry", 1, 4), ("infantry", 3, 2), ("artillery", 3, 1), ("tank", 3, 1)]


def test_it_does_nothing_against_attackers_from_elsewhere():
    stacks = {"france": f"germany: 4 infantry [from=holland-belgium moved]; france: 3 infantry, {WALL}"}
    play = combat("germany", stacks, [6] * 7)
    play.submit(battle("france"))
    assert targets(play) == [("infantry", 1, 4), ("infantry", 2, 3)]


def test_of_an_attack_over_several_borders_it_meets_those_who_cross_its_own_one_for_one():
    stacks = {"france": f"germany: infantry {FROM}, 3 infantry [from=holland-belgium moved]; france: 3 infantry, {WALL}"}
    play = combat("germany", stacks, [6] * 7)
    play.submit(battle("france"))
    assert targets(play) == [("infantry", 1, 4), ("infantry", 3, 1), ("infantry", 2, 2)]


def landing(fort: str) -> dict[str, str]:
    load = "cargo=germany/infantry+germany/infantry"
    return {
        "sea-zone-105": f"germany: 2 transport [{load} target={COAST}], 4 infantry [aboard target={COAST}], battleship",
        COAST: f"france: 2 artillery, infantry{fort}",
    }


def test_artillery_has_a_free_shot_at_landings_after_bombardment():
    fort = ", fortification [border:sea-zone-105!]"
    play = combat("germany", landing(fort), [6, 3, 4, 6, 6, 6, 6, 6, 6])
    play.submit(battle(COAST))
    assert [(roll[0], roll[2], roll[3], roll[4]) for roll in rolls(play)] == [
        ("bombardment", "battleship", 4, (6,)),
        ("free-shot", "artillery", 3, (3, 4)),
        ("fire", "infantry", 1, (6, 6, 6)),
        ("fire", "infantry", 3, (6,)),
        ("fire", "artillery", 3, (6, 6)),
    ]
    assert losses(play) == [("germany", "infantry", 1, "free-shot")]


def test_there_is_no_free_shot_without_a_fortified_coast():
    for fort in ("", ", fortification [border:western-germany!]"):
        play = combat("germany", landing(fort), [6] * 8)
        play.submit(battle(COAST))
        assert [roll[0] for roll in rolls(play)] == ["bombardment", "fire", "fire", "fire"]


def test_the_owner_chooses_what_the_free_shot_strikes_among_what_landed():
    fort = ", fortification [border:sea-zone-105!]"
    stacks = landing(fort)
    stacks["sea-zone-105"] = (
        f"germany: transport [cargo=germany/artillery+germany/infantry target={COAST}], artillery [aboard target={COAST}],"
        f" infantry [aboard target={COAST}], battleship"
    )
    play = fought("germany", stacks, [6, 1, 6], battle(COAST))
    assert due(play) == "casualties germany"
    play.dice.left = [6, 6, 6, 6, 6]
    play = fight_on(play, Lose("artillery"))
    assert losses(play) == [("germany", "artillery", 1, "free-shot")]


def test_a_fortification_is_destroyed_when_its_area_is_captured():
    stacks = {"france": f"germany: 2 tank {FROM}; france: infantry, {WALL}", "western-germany": "germany: infantry"}
    play = fought("germany", stacks, [1, 6, 6], battle("france"))
    assert play.state.control["france"] == "germany"
    assert "fortification" not in standing(play, "france")
    assert ("france", "fortification", 1, "scorched-earth") in losses(play)
