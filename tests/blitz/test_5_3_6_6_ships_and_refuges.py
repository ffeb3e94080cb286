"""5.3 which ships help a Ground Attack; 6.6 how far a unit flees whose land area is taken."""

from __future__ import annotations

import pytest

from engine.titles.blitz.orders import Attack
from engine.titles.blitz.politics import control
from tests.blitz.table import broken, keys, table


@pytest.mark.section("5.3")
@pytest.mark.parametrize(
    ("ship", "wrong"),
    [("home-fleet", []), ("12th-fleet", []), ("british-sub", ["attack/ship"]), ("europe-trs", ["attack/ship"])],
    ids=["BB", "CV", "SUB", "TRS"],
)
def test_5_3_other_naval_units_than_a_bb_or_a_cv_contribute_nothing(ship: str, wrong: list[str]) -> None:
    play = table(f"2nd-army paris@2, {ship} north-sea@2", power="afa", at_war=["germany usa"])
    assert broken(play, Attack("ground", "western-germany", f"2nd-army, {ship}")) == wrong


@pytest.mark.section("6.6")
@pytest.mark.parametrize(
    ("unit", "movement", "area", "away"),
    [("luftwaffe", 1, "don-basin", 3), ("luftwaffe", 1, "stalingrad", 4), ("ju-88s", 2, "stalingrad", 4)],
)
def test_6_6_an_overrun_unit_flees_within_triple_its_movement(unit: str, movement: int, area: str, away: int) -> None:
    """The map by hand: Don Basin, Ukraine, Poland, Berlin; Stalingrad is one area beyond."""
    play = table(f"{unit} {area}@1", at_war=["germany ussr"])
    (key,) = keys(play, unit)
    found = control.refuges(play.position, key)
    assert found == ([("austria-czechoslovakia", ""), ("berlin", "")] if away <= 3 * movement else [])
