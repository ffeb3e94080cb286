"""Sections 7.8, 9.4 and 9.6: retreats into more than one zone; carriers and transports that are left without a warship."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Press, Retreat
from engine.mechanics.orders import Lose
from engine.play import Play
from tests.aa1942 import positions as aa1942
from tests.axisallies.battles import combat_on
from tests.global_war_1936.positions import battle, combat, due, ends, losses, problems, rolls, standing

WEST, EAST = "west-poland", "east-prussia"


def beaten_off() -> Play:
    came = f"2 infantry [moved from={WEST} used=1], infantry [moved from={EAST} used=1]"
    play = combat(
        "germany",
        {"warsaw": f"great-britain: 3 infantry; germany: {came}"},
        [12] * 30,
        control={"warsaw": "great-britain", WEST: "germany", EAST: "germany", "dolnoslaske": "germany"},
    )
    play.submit(battle("warsaw"))
    return play


@pytest.mark.section("9.4")
def test_9_4_land_units_retreat_to_more_than_one_zone() -> None:
    play = beaten_off()
    play.submit(Retreat(WEST, also=f"infantry > {EAST}"))
    after = "infantry [used=1 from=warsaw fought moved]"
    assert (standing(play, WEST), standing(play, EAST)) == (f"germany: 2 {after}", f"germany: {after}")
    assert "germany" not in standing(play, "warsaw")


@pytest.mark.section("9.4")
@pytest.mark.parametrize(
    ("also", "rule"),
    [
        ("4 infantry > east-prussia", "retreat/parts"),
        ("cavalry > east-prussia", "retreat/parts"),
        ("infantry > dolnoslaske", "retreat/destination"),
        ("infantry", "retreat/parts"),
        ("infantri > east-prussia", "retreat/parts"),
    ],
)
def test_9_4_each_zone_is_one_that_somebody_came_from_and_units_go_once(also: str, rule: str) -> None:
    assert problems(beaten_off(), Retreat(WEST, also=also)) == [rule]


@pytest.mark.section("9.4")
def test_9_4_ships_retreat_to_more_than_one_zone() -> None:
    came = "heavy-cruiser [moved from=sea-zone-22 used=1], light-cruiser [moved from=sea-zone-20 used=1]"
    play = combat("germany", {"sea-zone-21": f"germany: {came}; great-britain: battleship"}, [12] * 30)
    play.submit(battle("sea-zone-21"))
    assert play.pending.default is not None
    zones = [zone for zone in ("sea-zone-22", "sea-zone-20") if problems(play, Retreat(zone)) == []]
    assert len(zones) == 2, zones
    play.submit(Retreat("sea-zone-22", also="light-cruiser > sea-zone-20"))
    assert "heavy-cruiser" in standing(play, "sea-zone-22") and "light-cruiser" in standing(play, "sea-zone-20")


def test_in_other_books_all_units_retreat_to_one_space() -> None:
    came = "infantry [moved from=balkans used=1], infantry [moved from=eastern-europe used=1]"
    held = {"ukraine-ssr": "soviet-union", "balkans": "germany", "eastern-europe": "germany"}
    play = combat_on(aa1942.BOARD, "germany", {"ukraine-ssr": f"soviet-union: 3 infantry; germany: {came}"}, [6] * 20, control=held)
    play.submit(battle("ukraine-ssr"))
    assert problems(play, Retreat("balkans", also="infantry > eastern-europe")) == ["retreat/parts"]


SEA, BACK = "sea-zone-18", "sea-zone-8"
SAILED = f"[moved used=1 from={BACK}]"


def at_sea(attack: str, defence: str, dice: list[int], techs: dict[str, str] | None = None) -> Play:
    ships = ", ".join(f"{unit} {SAILED}" for unit in attack.split(", "))
    relations = {("germany", "great-britain"): "war"}
    stacks = {SEA: f"germany: {ships}; great-britain: {defence}"}
    play = combat("germany", stacks, dice + [12] * 40, relations=relations, techs=techs or {})
    play.submit(battle(SEA))
    return play


@pytest.mark.section("9.4", "9.6")
@pytest.mark.parametrize("left", ["fleet-carrier", "light-carrier", "fleet-carrier, naval-transport"])
def test_9_6_carriers_left_without_a_warship_are_not_eliminated_and_may_retreat(left: str) -> None:
    play = at_sea(f"light-cruiser, {left}", "2 light-cruiser", [12, 1])
    play.submit(Lose("light-cruiser"))
    assert due(play) == "press germany" and play.pending.default == Retreat(BACK)
    assert [row[1] for row in losses(play)] == ["light-cruiser"]
    play.submit(Retreat(BACK))
    assert "germany" not in standing(play, SEA) and "carrier" in standing(play, BACK)


@pytest.mark.section("9.6")
def test_9_6_carriers_that_press_on_are_fired_at_again() -> None:
    play = at_sea("light-carrier", "light-cruiser", [12, 1])
    assert due(play) == "press germany"
    play.submit(Press())
    assert losses(play) == [("germany", "light-carrier", 1, "combat")] and ends(play)[0][3:] == ("defender", "eliminated")


@pytest.mark.section("7.8", "9.6")
@pytest.mark.parametrize(
    ("attack", "defence", "dice", "shots"),
    [
        ("light-cruiser", "2 naval-transport", [], 0),
        ("light-cruiser", "destroyer, 3 naval-transport", [1], 2),
    ],
)
def test_7_8_transports_with_advanced_asw_are_eliminated_where_no_submarine_attacks(
    attack: str, defence: str, dice: list[int], shots: int
) -> None:
    play = at_sea(attack, defence, dice, {"great-britain": "advanced-asw"})
    assert len(rolls(play)) == shots and "transport" not in standing(play, SEA)
    assert ends(play)[0][3:] == ("attacker", "eliminated")


@pytest.mark.section("7.8", "9.6")
def test_7_8_transports_with_advanced_asw_fight_submarines() -> None:
    play = at_sea("submarine", "2 naval-transport", [12, 1], {"great-britain": "advanced-asw"})
    play.submit(play.pending.default)
    assert losses(play) == [("germany", "submarine", 1, "combat")]
