"""Section 9.4: retreats into more than one zone."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Retreat
from engine.play import Play
from tests.aa1942 import positions as aa1942
from tests.axisallies.battles import combat_on
from tests.global_war_1936.positions import battle, combat, problems, standing

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
