"""2.2: in an Air Blitz CVs at sea "also participate" in a Port Attack that aircraft make; they make none by themselves."""

from __future__ import annotations

import pytest

from engine.titles.blitz.land import combat
from engine.titles.blitz.orders import Announced, Attack
from tests.blitz.table import at, broken, do, keys, settle, table

pytestmark = pytest.mark.section("2.2")
UNITS = "8th-fleet japanese-coast@2, 2nd-fleet tokyo@1"
AT_WAR = ["japan usa", "germany usa"]


@pytest.mark.parametrize(("blitz", "wrong"), [("air", ["attack/port"]), ("total", [])])
def test_2_2_cvs_alone_attack_no_port_in_an_air_blitz(blitz: str, wrong: list[str]) -> None:
    play = table(UNITS, power="afa", at_war=AT_WAR, blitzing={"usa": blitz})
    assert broken(play, Attack("port", "tokyo", "8th-fleet")) == wrong


def test_2_2_they_join_aircraft_of_their_power_in_one_order_or_in_two() -> None:
    units, taken = f"{UNITS}, 20th-air-force formosa@2", {"formosa": "usa"}
    play = table(units, power="afa", at_war=AT_WAR, blitzing={"usa": "air"}, take=taken)
    assert broken(play, Attack("port", "tokyo", "8th-fleet, 20th-air-force")) == []
    do(play, Attack("port", "tokyo", "8th-fleet"), Attack("port", "tokyo", "20th-air-force"), Announced())
    assert combat.announced(settle(play).position) == [("port", "tokyo")]


def test_2_2_an_attack_that_no_aircraft_has_come_to_is_broken_off() -> None:
    units, taken = f"{UNITS}, 20th-air-force formosa@2", {"formosa": "usa"}
    play = table(units, power="afa", at_war=AT_WAR, blitzing={"usa": "air"}, take=taken)
    do(play, Attack("port", "tokyo", "8th-fleet"), Announced())
    assert combat.announced(settle(play).position) == [] and at(play, "8th-fleet") == "japanese-coast@2"
    assert keys(play, "2nd-fleet")[0].strength == 1
