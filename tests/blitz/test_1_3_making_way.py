"""1.3: an ally's aircraft and ships leave a land area of his where units come to stay, however they come."""

from __future__ import annotations

import pytest

from engine.titles.blitz import agenda
from engine.titles.blitz.orders import GoTo, PutToSea, Rebase
from tests.blitz.table import at, do, settle, table

pytestmark = pytest.mark.section("1.3")
LEVANT = {
    "power": "afa",
    "at_war": ["germany ussr"],
    "take": {"levant": "ussr"},
    "markers": {"ally/near-east": "germany"},
}


def test_1_3_a_fleet_that_sails_straight_into_an_allys_port_sends_his_ships_where_a_rebase_does() -> None:
    fleets, way = "mediterranean-fleet egypt@1, soviet-sub levant@1", "egypt > mediterranean-sea > levant"
    sailed = settle(do(table(fleets, phase="sea", **LEVANT), PutToSea("mediterranean-fleet", way)))
    rebased = settle(do(table(fleets, phase="rebase", **LEVANT), Rebase("mediterranean-fleet", "egypt > levant")))
    assert at(sailed, "soviet-sub") == at(rebased, "soviet-sub") != "levant@1"
    assert at(sailed, "mediterranean-fleet") == "levant@1"


def test_1_3_a_defender_that_retreats_into_an_allys_land_makes_his_aircraft_leave() -> None:
    play = table("2nd-army egypt@2, 1st-air-army levant@2", **LEVANT)
    agenda.before(play, "retreat 2nd-army")
    agenda.run(play)
    assert play.pending is not None and play.pending.what == "retreat-to"
    settle(do(play, GoTo("2nd-army", "levant")))
    assert at(play, "2nd-army") == "levant@2" and at(play, "1st-air-army") != "levant@2"


def test_1_3_air_units_that_rebase_into_an_allys_land_make_his_ships_leave() -> None:
    play = table("desert-air-force egypt@1, soviet-sub levant@1", phase="rebase", **LEVANT)
    settle(do(play, Rebase("desert-air-force", "egypt > levant")))
    assert at(play, "desert-air-force") == "levant@1"
    assert at(play, "soviet-sub") not in ("levant@1", "")
