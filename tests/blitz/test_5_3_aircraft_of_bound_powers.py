"""5.3: aircraft of a power at peace with all great powers fight over land against a country that it is at war with."""

from __future__ import annotations

import pytest

from engine.titles.blitz.land import combat
from engine.titles.blitz.orders import Announced, Attack, PutToSea
from tests.blitz.table import broken, do, table

pytestmark = pytest.mark.section("5.3")
TURKEY = {
    "take": {"ankara": "germany", "istanbul": "germany"},
    "markers": {"ally/turkey": "germany", "war/turkey/ussr": "yes"},
    "owners": {"turkish-1st-army": "germany"},
}
UNITS = "turkish-1st-army ankara@2, 1st-air-army caucasus-mountains@2, western-front caucasus-mountains@2"


def test_5_3_soviet_aircraft_defend_against_turkey_at_peace_with_germany() -> None:
    play = do(table(UNITS, **TURKEY), Attack("ground", "caucasus-mountains", "turkish-1st-army"), Announced())
    assert [key.unit for _, _, key in combat.defenders(play.position, "ussr")] == ["1st-air-army"]


def test_5_3_soviet_aircraft_support_an_attack_on_turkey() -> None:
    play = table(UNITS, power="ussr", **TURKEY)
    assert broken(play, Attack("ground", "ankara", "western-front, 1st-air-army")) == []


@pytest.mark.section("3.1")
def test_3_1_japanese_aircraft_fight_in_china_before_the_usa_are_at_war() -> None:
    play = table("zeroes peking@2, kwantung-army peking@2, warlords chungking@1", owners={"warlords": "usa"})
    areas = [area for area in play.title.neighbours["peking"] if play.state.control.get(area) == "usa"]
    assert areas
    assert "attack/neutral" not in broken(play, Attack("ground", areas[0], "zeroes, kwantung-army"))


@pytest.mark.section("4.2")
def test_4_2_they_do_not_fly_to_sea() -> None:
    play = table(UNITS, power="ussr", phase="sea", **TURKEY)
    assert broken(play, PutToSea("1st-air-army", "caucasus-mountains > black-sea")) == ["sail/neutral"]
