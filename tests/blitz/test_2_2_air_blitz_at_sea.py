"""2.2: in an Air Blitz a power's aircraft fight at sea; its ships alone bring about no combat."""

from __future__ import annotations

import pytest

from engine.rules import EndPhase
from engine.titles.blitz.orders import Engage
from engine.titles.blitz.sea import sea
from tests.blitz.table import broken, table

pytestmark = pytest.mark.section("2.2")


def due(units: str, **blitzes: str) -> tuple[list[str], list[str]]:
    """Return the seas that are due for a side's Blitzes, and what the end of the phase breaks."""
    play = table(units, phase="sea-combat", blitzing=blitzes)
    return sea.due(play.position), broken(play, EndPhase())


def test_2_2_ships_alone_need_not_fight_in_an_air_blitz() -> None:
    assert due("u-boat-i north-sea@2, home-fleet north-sea@2", germany="air") == ([], [])
    play = table("u-boat-i north-sea@2, home-fleet north-sea@2", phase="sea-combat", blitzing={"germany": "air"})
    assert broken(play, Engage("north-sea")) == ["engage/area"]


@pytest.mark.parametrize("blitz", ["naval", "total"])
def test_2_2_in_a_naval_or_total_blitz_they_must(blitz: str) -> None:
    assert due("u-boat-i north-sea@2, home-fleet north-sea@2", germany=blitz) == (["north-sea"], ["engage/due"])


def test_2_2_aircraft_at_sea_must_fight_in_an_air_blitz_and_ships_beside_them_do() -> None:
    units = "luftwaffe north-sea@2, u-boat-i north-sea@2, home-fleet north-sea@2"
    assert due(units, germany="air") == (["north-sea"], ["engage/due"])
