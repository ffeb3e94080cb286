"""Sections 9.2, 9.8 and 9.9: troops that land, double casualties, bombardment."""

from __future__ import annotations

import pytest

from engine.events import DiceRolled
from engine.families.axis_allies.orders import Load, Lose, Move, Offload, Press
from engine.rules import EndPhase
from tests.global_war_1936.positions import BOARD, TITLE, battle, fight_on, losses, problems, rolls, standing

JAPAN = {
    "peking": "japan: 4 motorized-infantry [moved from=rehe]; kmt: 3 infantry",
    "sea-zone-54": "japan: 2 naval-transport [target=peking cargo=japan/infantry+japan/artillery],"
    " 2 infantry [aboard target=peking], 2 artillery [aboard target=peking]",
}


def landed(dice: list[int], stacks: dict[str, str] | None = None, **more: object):
    return BOARD.play_from(
        stacks or JAPAN, "japan", "conduct-combat", dice=dice, control={"peking": "kmt"}, relations={("japan", "kmt"): "war"}, **more
    )


@pytest.mark.section("9.8", "8.4")
def test_9_8_japan_attacks_peking() -> None:
    misses = [12] * 6
    play = landed([*misses, 1, 12, 12, *[12] * 4, *[12] * 3])
    play.submit(battle("peking"))
    assert [row[:3] for row in losses(play)] == [("japan", "infantry", 2)]
    play = fight_on(play, Press())
    assert "artillery [assaulted aboard]" in standing(play, "sea-zone-54") and "artillery" not in standing(play, "peking").split("kmt")[0]
    assert "4 motorized-infantry" in standing(play, "peking")


@pytest.mark.section("9.8")
def test_9_8_artillery_waits_for_the_second_round() -> None:
    play = landed([*[12] * 6, 12, 12, 12, 3, 12, *[12] * 6, *[12] * 3])
    play.submit(battle("peking"))
    assert not any(row[2] == "artillery" for row in rolls(play))
    play = fight_on(play, Press())
    assert any(row[2] == "artillery" for row in rolls(play))


@pytest.mark.section("9.2")
@pytest.mark.parametrize(
    ("which", "rules"), [("infantry ashore", []), ("infantry overland", ["casualties/which"]), ("infantry x", ["casualties/which"])]
)
def test_9_2_who_lands_is_told_apart_as_others_are(which: str, rules: list[str]) -> None:
    play = landed([*[12] * 9, *[12] * 8, 1, 12, 12])
    play.submit(battle("peking"))
    play = fight_on(play, Press())
    assert play.pending.what == "casualties"
    assert [problem.rule for problem in play.check(Lose("infantry", which=which))] == rules


@pytest.mark.section("9.2")
def test_9_2_marines_take_one_casualty_a_hit() -> None:
    stacks = {
        "peking": "kmt: infantry",
        "sea-zone-54": "japan: naval-transport [target=peking cargo=japan/marine+japan/marine], 2 marine [aboard target=peking]",
    }
    play = landed([12, 12, 1], stacks)
    play.submit(battle("peking"))
    assert losses(play) == [("japan", "marine", 1, "combat")]


@pytest.mark.section("9.9")
def test_9_9_what_a_bombardment_hits_does_not_fire() -> None:
    play = landed(
        [1, 12, 12, 12],
        {
            "peking": "kmt: 2 infantry",
            "sea-zone-54": "japan: light-cruiser, naval-transport [target=peking cargo=japan/infantry+japan/infantry],"
            " 2 infantry [aboard target=peking]",
        },
    )
    play.submit(battle("peking"))
    assert [row.dice for row in play.events if isinstance(row, DiceRolled) and row.side == "defender"] == [(12,)]


@pytest.mark.section("9.9")
def test_9_9_ships_bombard_at_numbers_of_their_own() -> None:
    stacks = {
        "peking": "kmt: infantry",
        "sea-zone-54": "japan: battleship, light-cruiser, naval-transport [target=peking cargo=japan/infantry+japan/infantry],"
        " 2 infantry [aboard target=peking]",
    }
    play = landed([12, 12, 12, 12, 12], stacks)
    play.submit(battle("peking"))
    assert [(row[2], row[3]) for row in rolls(play) if row[0] == "bombardment"] == [
        ("battleship", 4),
        ("light-cruiser", 1),
    ]


@pytest.mark.section("9.8")
@pytest.mark.parametrize("owner", ["japan", "germany"])
def test_9_8_guns_stay_aboard_when_all_infantry_is_lost_and_nobody_else_attacks(owner: str) -> None:
    stacks = {
        "peking": "kmt: 9 infantry",
        "sea-zone-54": f"{owner}: naval-transport [target=peking cargo=japan/infantry+japan/artillery];"
        " japan: infantry [aboard target=peking], artillery [aboard target=peking]",
    }
    play = landed([12, 1, *[12] * 8], stacks)
    play.submit(battle("peking"))
    assert standing(play, "peking").strip() == "kmt: 9 infantry"
    assert "artillery [assaulted aboard]" in standing(play, "sea-zone-54")


@pytest.mark.section("9.2", "9.8")
def test_9_2_a_hit_costs_one_unit_after_the_first_round() -> None:
    stacks = {
        "peking": "kmt: 2 infantry",
        "sea-zone-54": "japan: 2 naval-transport [target=peking cargo=japan/infantry+japan/infantry], 4 infantry [aboard target=peking]",
    }
    play = landed([*[12] * 6, *[12] * 4, 1, 12, *[12] * 6], stacks)
    play.submit(battle("peking"))
    play = fight_on(play, Press())
    assert losses(play) == [("japan", "infantry", 1, "combat")]


@pytest.mark.section("9.8")
def test_9_8_guns_stay_aboard_when_others_win_but_no_infantry_has_come_ashore_alive() -> None:
    stacks = {
        "peking": "japan: 4 motorized-infantry [moved from=rehe]; kmt: infantry",
        "sea-zone-54": "japan: naval-transport [target=peking cargo=japan/infantry+japan/artillery],"
        " infantry [aboard target=peking], artillery [aboard target=peking]",
    }
    play = landed([12, 1, 12, 12, 12, 1], stacks)
    play.submit(battle("peking"))
    assert play.state.control["peking"] == "japan" and ("japan", "infantry", 1, "combat") in losses(play)
    assert "artillery [assaulted aboard]" in standing(play, "sea-zone-54") and "artillery" not in standing(play, "peking")


LOADED = {"sea-zone-32": "vichy-france: naval-transport [loaded cargo=vichy-france/infantry], infantry [loaded aboard]"}
"""Vichy troops that went aboard in this combat move, two zones from the only coast that an enemy holds."""


@pytest.mark.section("8.4", "9.8")
@pytest.mark.parametrize("guest, rules", [("", []), ("; united-states: infantry", ["combat-move/undelivered"])])
def test_8_4_nobody_sails_for_a_coast_where_units_of_a_nation_at_peace_stand(guest: str, rules: list[str]) -> None:
    """Troops there could not be landed, and as they must be, the phase could not end."""
    held = {"aquitaine": "free-france", "normandy": "spain", "basque-country": "spain", "galicia": "spain"}
    play = BOARD.play_from(
        LOADED | {"aquitaine": f"free-france: infantry{guest}"},
        "vichy-france",
        "combat-move",
        control=held | {"morocco": "vichy-france"},
        relations={("free-france", "vichy-france"): "war", ("united-states", "vichy-france"): "peace"},
    )
    sail = Move("naval-transport", "sea-zone-32 > sea-zone-31 > sea-zone-24", "infantry (vichy-france)")
    assert problems(play, sail) == rules
    if not rules:
        play.submit(sail)
        assert play.phase.owed(play.position) == [Offload("infantry", "sea-zone-24 > aquitaine", cargo="infantry (vichy-france)")]
        assert problems(play, EndPhase()) == ["combat-move/undelivered"]


@pytest.mark.section("1.13", "8.4")
@pytest.mark.parametrize("holder", ["soviet-union", "germany"])
def test_1_13_troops_need_not_land_on_ice(holder: str) -> None:
    """A coast of ice, an enemy's or their own, is no shore for them: the ship may lie there, and the phase ends."""
    ice = "greenland"
    near = next(zone for zone in TITLE.neighbours[ice] if TITLE.areas[zone].kind == "sea")
    coasts = {area: "spain" for area in TITLE.neighbours[near] if TITLE.areas[area].kind == "land"}
    cargo = "naval-transport [used=3 loaded cargo=germany/infantry], infantry [loaded aboard]"
    for option, rules in (("on", []), ("off", ["combat-move/undelivered"])):
        play = BOARD.play_from(
            {near: f"germany: {cargo}"},
            "germany",
            "combat-move",
            options={"tundra": option},
            control=coasts | {ice: holder},
            relations={("germany", "soviet-union"): "war"},
        )
        assert problems(play, EndPhase()) == rules


@pytest.mark.section("8.4", "10.1")
def test_8_4_troops_set_down_in_the_combat_move_go_no_further_but_with_its_option() -> None:
    stacks = {
        "rome": "italy: light-armor",
        "sea-zone-50": "italy: naval-transport",
        "southern-france": "france: infantry",
        "belgium": "germany: air-transport, airborne",
    }
    war = {("italy", "france"): "war", ("germany", "france"): "war"}
    ways = {
        "italy": (
            Load("light-armor", "rome > sea-zone-50"),
            Offload("light-armor", "sea-zone-50 > northern-italy"),
            Move("light-armor", "northern-italy > southern-france"),
        ),
        "germany": (Move("air-transport, airborne", "belgium > picardy", drop=True), Move("airborne", "picardy > paris")),
    }
    for value, wrong in (("stay", ["combat-move/carried"]), ("move", [])):
        for nation, (*before, onward) in ways.items():
            play = BOARD.play_from(stacks, nation, "combat-move", relations=war, control={"belgium": "germany"}, options={"carried": value})
            for order in before:
                play.submit(order)
            assert problems(play, onward) == wrong, (nation, value)


@pytest.mark.section("9.8", "8.4")
def test_9_8_guns_that_could_not_land_go_back_to_the_ships_that_brought_them() -> None:
    brought = "naval-transport [target=peking cargo=japan/infantry+japan/artillery]"
    cargo = "infantry [aboard target=peking], artillery [aboard target=peking]"
    stacks = {"peking": "kmt: 3 infantry", "sea-zone-54": f"japan: {brought}, naval-transport, {cargo}"}
    play = BOARD.play_from(
        stacks, "japan", "conduct-combat", dice=[12, 1] + [12] * 30, control={"peking": "kmt"}, relations={("japan", "kmt"): "war"}
    )
    play.submit(battle("peking"))
    ships = [key.condition for key in play.state.stacks if key.unit == "naval-transport" and key.area == "sea-zone-54"]
    assert [text for text in ships if "cargo" in text and "assaulted" not in text] == [], ships
    assert any("cargo=japan/artillery" in text for text in ships), ships
