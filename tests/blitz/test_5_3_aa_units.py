"""5.3, 6.1: an AA unit joins an Air Round that is fought between air units and CVs of both sides; alone it brings about none."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.titles.blitz.orders import Announced, Attack, CommitNoMore, Defend, Resolve
from engine.titles.blitz.tables import counters
from tests.blitz.table import TITLE, do, settle, table

pytestmark = pytest.mark.section("5.3", "6.1")
AA = next(unit for unit, row in counters(TITLE).items() if row.type == "AA" and row.home == "germany" and not row.small)


@pytest.mark.parametrize("scenario", ["campaign", "barbarossa"])
@pytest.mark.parametrize(("fighters", "option"), [("", "silent"), ("", "fires"), ("me-109s", "silent")])
def test_5_3_both_sides_need_aircraft_for_an_air_round(scenario: str, fighters: str, option: str) -> None:
    units = f"bomber-command london@2, {AA} western-germany@1" + (", me-109s western-germany@2" if fighters else "")
    play = table(units, scenario=scenario, power="afa", dice=[1] * 3, owners={AA: "germany"}, options={"aa-alone": option})
    do(play, Attack("factory", "western-germany", "bomber-command"), Announced())
    while play.pending is not None:
        able = fighters and play.pending.what == "defend" and play.pending.power == "germany"
        order = Defend("factory", "western-germany", fighters) if able else play.pending.default
        play.submit(order if not play.check(order) else CommitNoMore(play.pending.power))
    settle(do(play, Resolve("factory", "western-germany")))
    rounds = {event.purpose for event in play.events if isinstance(event, ev.DiceRolled)}
    assert "air" in rounds if fighters or option == "fires" else rounds == {"strategic"}
