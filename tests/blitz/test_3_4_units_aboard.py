"""3.4: a unit aboard a TRS that becomes another power's is told so in the load, and the TRS does not take it back from the shore."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.condition import parse_condition
from engine.titles.blitz.orders import MoveUnit, No, ReturnToBase
from tests.blitz.table import at, do, keys, settle, table

pytestmark = pytest.mark.section("3.4")


def test_3_4_the_polish_army_aboard_becomes_soviet_and_stays_where_it_lands() -> None:
    play = table(
        "europe-trs north-sea@2 [cargo=afa/polish-army], polish-army north-sea@2 [aboard], western-front byelorussia@2",
        phase="move",
        power="afa",
        at_war=["germany ussr"],
        take={"poland": "germany", "norway": "ussr"},
        markers={"conquered/poland": "allies", "ally/poland": "afa"},
    )
    settle(do(play, MoveUnit("western-front", "byelorussia > poland"), No()))
    assert parse_condition(keys(play, "europe-trs")[0].condition).cargo == (("ussr", "polish-army"),)
    settle(do(play, MoveUnit("polish-army", "north-sea > norway")))
    play.emit(ev.PhaseStarted("afa", "return", play.state.clock.turn + 4))
    settle(do(play, ReturnToBase("europe-trs", "gibraltar")))
    assert (at(play, "polish-army"), at(play, "europe-trs")) == ("norway@2", "gibraltar@2")
