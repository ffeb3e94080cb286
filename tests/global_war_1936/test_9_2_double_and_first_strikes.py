"""Sections 1.23, 1.24, 7.8, 8.6, 9.1, 9.2, 9.15, 9.16, 12.2 and table 1-1: who is hit how often, and in which order one fights."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat import scramble
from engine.families.axis_allies.orders import Move, Pick, Press, Retreat
from engine.mechanics.orders import Lose
from engine.play import Play
from tests.global_war_1936.positions import BOARD, TITLE, battle, combat, due, losses, play_from, problems, rolls, standing

BOUND = "target=peking cargo=japan/infantry"
CHINA = {"control": {"peking": "kmt"}, "relations": {("japan", "kmt"): "war"}}
FRENCH = {"control": {"alsace-lorraine": "france"}, "relations": {("germany", "france"): "war"}}


@pytest.mark.section("9.2", "9.8")
def test_9_2_a_first_strike_on_troops_that_land_costs_two_and_nobody_that_came_overland() -> None:
    stacks = {
        "peking": "kmt: artillery, infantry; japan: cavalry [moved used=1 from=rehe]",
        "sea-zone-54": f"japan: 2 naval-transport [{BOUND}+japan/infantry], 4 infantry [aboard target=peking]",
    }
    play = BOARD.play_from(stacks, "japan", "conduct-combat", dice=[1] + [12] * 30, **CHINA)  # type: ignore[arg-type]
    play.submit(battle("peking"))
    assert losses(play) == [("japan", "infantry", 2, "first-fire")]


def maginot(dice: list[int], over: int, round_about: int) -> list[tuple[str, str, int, str]]:
    come = [f"{over} infantry [moved used=1 from=bavaria]"] + (
        [f"{round_about} infantry [moved used=1 from=western-germany]"] if round_about else []
    )
    play = combat("germany", {"alsace-lorraine": f"france: 3 infantry; germany: {', '.join(come)}"}, dice + [12] * 40, **FRENCH)  # type: ignore[arg-type]
    play.submit(battle("alsace-lorraine"))
    return losses(play)


@pytest.mark.section("1.23", "9.2")
def test_1_23_a_shot_of_the_maginot_line_costs_two_of_those_that_cross_it() -> None:
    assert sum(n for _, _, n, _ in maginot([1, 12], 4, 0)) == 2
    assert sum(n for _, _, n, _ in maginot([1, 12], 2, 4)) == 2


@pytest.mark.section("1.23", "9.2")
def test_1_23_hits_on_those_that_come_another_way_cost_one_each() -> None:
    assert sum(n for _, _, n, _ in maginot([12] * 7 + [1, 1], 1, 4)) == 2
    assert sum(n for _, _, n, _ in maginot([12] * 7 + [1, 1], 5, 0)) == 4, "two for each where all cross the line"


def by_two_ways(over: str, others: str, dice: list[int]) -> Play:
    units = ", ".join(
        [f"{unit} [moved used=1 from=bavaria]" for unit in over.split(", ")]
        + [f"{unit} [moved used=1 from=western-germany]" for unit in others.split(", ")]
    )
    play = combat("germany", {"alsace-lorraine": f"france: 3 infantry; germany: {units}"}, dice + [12] * 40, **FRENCH)  # type: ignore[arg-type]
    play.submit(battle("alsace-lorraine"))
    return play


@pytest.mark.section("1.23", "9.2")
@pytest.mark.parametrize(
    ("hits", "gone"),
    [(1, [("infantry", 1)]), (2, [("cavalry", 2), ("infantry", 1)]), (3, [("cavalry", 4), ("infantry", 1)])],
)
def test_1_23_hits_that_those_who_come_another_way_cannot_bear_cost_two_of_those_that_cross(hits: int, gone: list[tuple[str, int]]) -> None:
    play = by_two_ways("5 cavalry", "infantry", [12] * 8 + [1] * hits)
    assert due(play) == "press germany" and lost(play) == gone


@pytest.mark.section("1.23")
def test_1_23_while_others_come_another_way_none_that_cross_are_lost_for_ordinary_hits() -> None:
    play = by_two_ways("3 cavalry", "infantry, motorized-infantry", [12] * 7 + [1])
    assert problems(play, Lose("cavalry")) == ["casualties/not-there"]
    play.submit(Lose("motorized-infantry"))
    assert lost(play) == [("motorized-infantry", 1)]


@pytest.mark.section("1.23")
def test_1_23_of_units_of_a_type_those_that_come_another_way_bear_the_hits() -> None:
    play = by_two_ways("2 infantry", "2 infantry", [12] * 6 + [1, 1])
    assert standing(play, "alsace-lorraine").endswith("germany: 2 infantry [used=1 from=bavaria moved]")
    shot = by_two_ways("2 infantry", "2 infantry", [1] + [12] * 20)
    assert standing(shot, "alsace-lorraine").endswith("germany: 2 infantry [used=1 from=western-germany moved]")


@pytest.mark.section("1.23")
def test_1_23_an_aircraft_may_be_lost_for_those_that_come_another_way() -> None:
    for hits, order, gone in ((1, "fighter", [("fighter", 1)]), (2, "2 cavalry", [("cavalry", 2), ("infantry", 1)])):
        play = by_two_ways("3 cavalry", "infantry, fighter", [12] * 7 + [1] * hits)
        assert due(play) == "casualties germany"
        play.submit(Lose(order))
        assert lost(play) == gone


@pytest.mark.section("1.23")
def test_1_23_a_battle_that_is_broken_off_takes_double_losses_by_the_same_ways() -> None:
    play = by_two_ways("2 infantry", "cavalry, motorized-infantry", [12] * 6 + [1])
    assert due(play) == "casualties germany"
    play.phase.close(play)
    assert lost(play) == [("cavalry", 1)]


@pytest.mark.section("7.8", "9.8")
def test_7_8_units_of_an_attack_transport_all_attack_at_once_though_another_transport_is_there() -> None:
    ships = "japan: naval-transport, attack-transport [target=peking cargo=japan/infantry+japan/artillery]"
    stacks = {
        "peking": "kmt: 3 infantry",
        "sea-zone-54": f"{ships}, infantry [aboard target=peking], artillery [aboard target=peking]",
    }
    play = BOARD.play_from(stacks, "japan", "conduct-combat", dice=[12] * 40, techs={"japan": "attack-transports"}, **CHINA)  # type: ignore[arg-type]
    play.submit(battle("peking"))
    assert "artillery" in [roll[2] for roll in rolls(play)]


@pytest.mark.section("9.15")
def test_9_15_airborne_infantry_does_not_retreat_with_the_others() -> None:
    dropped = "airborne [airborne from=berlin moved used=1], air-transport [used=2 moved dropping]"
    stacks = {"warsaw": f"great-britain: 3 infantry; germany: 2 infantry [moved from=west-poland used=1], {dropped}"}
    play = combat("germany", stacks, [12] * 60, control={"warsaw": "great-britain", "west-poland": "germany"})
    play.submit(battle("warsaw"))
    play.submit(Retreat("west-poland"))
    assert standing(play, "west-poland") == "germany: 2 infantry [used=1 from=warsaw fought moved]"
    assert "airborne" in standing(play, "warsaw")


@pytest.mark.section("9.15", "12.2")
@pytest.mark.parametrize(
    ("lost", "gone"),
    [
        ("air-transport", [("air-transport", "combat"), ("airborne", "airborne")]),
        ("airborne", [("airborne", "combat")]),
    ],
)
def test_9_15_the_owner_chooses_and_with_its_aircraft_airborne_infantry_is_lost_in_the_first_round(
    lost: str, gone: list[tuple[str, str]]
) -> None:
    stacks = {"warsaw": "great-britain: infantry; germany: airborne [airborne moved], air-transport [used=2 dropping]"}
    play = combat("germany", stacks, [12, 1] + [12] * 30, control={"warsaw": "great-britain"})
    play.submit(battle("warsaw"))
    assert play.pending.default == Lose("airborne"), "who loses the aircraft loses both"
    play.submit(Lose(lost))
    assert sorted((unit, cause) for _, unit, _, cause in losses(play)) == gone


@pytest.mark.section("12.2")
def test_12_2_each_anti_aircraft_gun_fires_at_each_aircraft_three_times_at_most() -> None:
    def shots(planes: int, guns: int) -> int:
        stacks = {"paris": f"germany: {planes} fighter [used=1]; france: {guns} anti-aircraft-artillery, infantry"}
        play = combat("germany", stacks, [12] * 40)
        play.submit(battle("paris"))
        return sum(len(roll[4]) for roll in rolls(play) if roll[0] == "anti-air")

    assert (shots(1, 2), shots(4, 2), shots(3, 1)) == (2, 6, 3)


@pytest.mark.section("1.24.1", "1.16")
def test_1_24_a_surrounded_mountain_city_is_no_mountain_to_its_attackers() -> None:
    land = [one for one in TITLE.neighbours["madrid"] if not one.startswith("sea-zone")]

    def number(holder: str) -> int:
        play = combat(
            "germany",
            {"madrid": f"germany: infantry [from={land[1]}]; great-britain: infantry"},
            [12] * 9,
            control=dict.fromkeys(land, "germany") | {land[0]: holder, "madrid": "great-britain"},
        )
        play.submit(battle("madrid"))
        return next(roll[3] for roll in rolls(play) if roll[1] == "germany")

    assert (number("germany"), number("great-britain")) == (2, 1)


@pytest.mark.section("9.1")
def test_9_1_the_attacker_decides_in_which_order_battles_are_fought() -> None:
    stacks = {
        "peking": "kmt: infantry",
        "sea-zone-54": f"japan: naval-transport [{BOUND}], infantry [aboard target=peking]",
        "shantung": "japan: 3 infantry [moved from=peking]; kmt: infantry",
    }
    play = BOARD.play_from(
        stacks,
        "japan",
        "conduct-combat",
        control={"peking": "kmt", "shantung": "kmt"},
        relations={("japan", "kmt"): "war"},
    )
    assert problems(play, battle("shantung")) == [] == problems(play, battle("peking"))


def called(attacked: dict[str, str]) -> scramble.Call | None:
    play: Play = combat("great-britain", attacked | {"saxony": f"germany: air-base, 3 fighter{attacked.get('saxony', '')}"})
    return scramble.next_call(play.position)


@pytest.mark.section("8.6", "9.16")
def test_9_16_fighters_scramble_from_an_air_base_beside_it_against_a_raid() -> None:
    call = called({"berlin": "great-britain: strategic-bomber [raiding used=4]; germany: major-factory"})
    assert call and (call.base, call.zone, call.room) == ("saxony", "berlin", 3)


@pytest.mark.section("12.2")
def test_12_2_militia_of_anzac_and_fec_move_within_their_own_home_countries() -> None:
    play = play_from({"calcutta": "great-britain: militia"}, "great-britain", "noncombat-move")
    assert problems(play, Move("militia", "calcutta > bengal")) == []


@pytest.mark.section("1.15")
def test_table_1_1_the_danish_straits_are_closed_to_warships_alone() -> None:
    def rules(ship: str, holder: str) -> list[str]:
        play = play_from({"sea-zone-10": f"great-britain: {ship}"}, "great-britain", "noncombat-move", control={"denmark": holder})
        return problems(play, Move(ship, "sea-zone-10 > sea-zone-11"))

    assert rules("naval-transport", "denmark") == []
    assert rules("destroyer", "denmark") == rules("naval-transport", "germany") == ["noncombat-move/canals"]


# Whom hits on those that land, or cross the Maginot line, may strike


def landing(defence: str, aboard: str, dice: list[int], more: str = "") -> Play:
    """Japanese units that land in Peking from one transport each, others over land or by air; the Kuomintang defends."""
    units = aboard.split(", ")
    ships = ", ".join(f"naval-transport [target=peking cargo=japan/{unit}]" for unit in units)
    cargo = ", ".join(f"{unit} [aboard target=peking]" for unit in units)
    stacks = {"peking": f"kmt: {defence}{'; japan: ' + more if more else ''}", "sea-zone-54": f"japan: {ships}, {cargo}"}
    play = BOARD.play_from(stacks, "japan", "conduct-combat", dice=dice + [12] * 30, **CHINA)  # type: ignore[arg-type]
    play.submit(battle("peking"))
    return play


def lost(play: Play) -> list[tuple[str, int]]:
    return sorted((unit, n) for _, unit, n, cause in losses(play) if cause == "combat")


FLIES = "fighter [moved used=2]"
RIDES = "cavalry [moved used=1 from=rehe]"


@pytest.mark.section("9.3", "9.8", "9.2")
@pytest.mark.parametrize(
    ("dice", "more", "gone"),
    [
        ([12] * 3 + [12, 1], FLIES, [("fighter", 1)]),
        ([12] * 3 + [12, 1], "tactical-bomber [moved used=2]", [("tactical-bomber", 1)]),
        ([12] * 2 + [12, 1], "", [("infantry", 2)]),
        ([12] * 4 + [1, 1], f"{FLIES}, {RIDES}", [("fighter", 1), ("infantry", 2)]),
    ],
)
def test_9_3_in_a_landing_hits_of_fighters_fall_on_aircraft_first(dice: list[int], more: str, gone: list[tuple[str, int]]) -> None:
    assert lost(landing("fighter, infantry", "infantry, infantry", dice, more)) == gone


@pytest.mark.section("9.3", "1.23")
def test_9_3_over_the_maginot_line_hits_of_fighters_fall_on_aircraft_first() -> None:
    units = "4 infantry [moved used=1 from=bavaria], fighter [moved used=2]"
    stacks = {"alsace-lorraine": f"france: fighter, infantry; germany: {units}"}
    play = combat("germany", stacks, [12] * 8 + [1] + [12] * 20, **FRENCH)  # type: ignore[arg-type]
    play.submit(battle("alsace-lorraine"))
    assert lost(play) == [("fighter", 1)]


@pytest.mark.section("9.3", "9.8")
def test_9_3_in_a_landing_the_firer_picks_its_targets_in_later_rounds() -> None:
    play = landing("tactical-bomber", "infantry, medium-armor", [12] * 4 + [1])
    play.submit(Press())
    assert (play.pending.what, play.pending.power) == ("pick", "kmt")
    play.submit(Pick("medium-armor"))
    assert lost(play) == [("medium-armor", 1)]


@pytest.mark.section("9.3", "9.2")
@pytest.mark.parametrize(
    ("picked", "due", "gone"),
    [
        ("infantry", "casualties japan", [("colonial-infantry", 1), ("infantry", 1)]),
        ("marine", "", [("marine", 1)]),
    ],
)
def test_9_3_of_two_lost_for_a_picked_hit_one_is_picked_and_the_other_chosen(picked: str, due: str, gone: list[tuple[str, int]]) -> None:
    play = landing("tactical-bomber", "infantry, infantry, colonial-infantry, marine", [12] * 4 + [1])
    assert (play.pending.what, play.pending.power) == ("pick", "kmt")
    play.submit(Pick(picked))
    if due:
        assert f"{play.pending.what} {play.pending.power}" == due
        assert problems(play, Lose("infantry, colonial-infantry")) == ["casualties/number"] == problems(play, Lose("marine"))
        play.submit(Lose("colonial-infantry"))
    assert lost(play) == gone


@pytest.mark.section("9.8", "9.2")
def test_9_8_an_aircraft_may_be_lost_for_two_that_land() -> None:
    play = landing("infantry", "infantry, infantry, infantry", [12] * 4 + [1], FLIES)
    assert play.pending.default == Lose("2 infantry (japan)"), "the cheapest, while somebody is left to take the land"
    assert problems(play, Lose("fighter, infantry")) == ["casualties/number"] == problems(play, Lose("infantry"))
    play.submit(Lose("fighter"))
    assert lost(play) == [("fighter", 1)]
    assert landing("infantry", "infantry, infantry", [12] * 3 + [1], FLIES).pending.default == Lose("fighter (japan)")


@pytest.mark.section("9.8")
def test_9_8_where_others_come_overland_those_that_land_are_lost_before_aircraft() -> None:
    assert lost(landing("infantry", "infantry, infantry, infantry", [12] * 5 + [1], f"{FLIES}, {RIDES}")) == [("infantry", 2)]


@pytest.mark.section("1.23")
def test_1_23_the_shots_of_the_maginot_line_hit_no_aircraft_even_when_all_that_cross_it_are_lost() -> None:
    units = "infantry [moved used=1 from=bavaria], fighter [moved used=2]"
    play = combat("germany", {"alsace-lorraine": f"france: infantry; germany: {units}"}, [6, 6] + [12] * 20, **FRENCH)  # type: ignore[arg-type]
    play.submit(battle("alsace-lorraine"))
    assert [row[:3] for row in losses(play)] == [("germany", "infantry", 1)]


@pytest.mark.section("9.3", "9.8", "9.2")
@pytest.mark.parametrize(
    ("defence", "gone"),
    [("tactical-bomber", [("colonial-infantry", 1), ("infantry", 1)]), ("cavalry", [("infantry", 2)])],
)
def test_9_8_a_landing_that_is_broken_off_takes_its_losses_in_the_usual_way(defence: str, gone: list[tuple[str, int]]) -> None:
    play = landing(defence, "infantry, infantry, colonial-infantry", [12] * 3 + [1])
    assert play.pending.what in ("pick", "casualties")
    play.phase.close(play)
    assert lost(play) == gone
