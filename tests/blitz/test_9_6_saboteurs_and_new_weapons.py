"""9.6, 7.3: what saboteurs spend first keeps nobody from adding new weapons, which comes before one's own spending."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.play import Play
from engine.titles.blitz.orders import AddUnit, Build
from tests.blitz.table import at, broken, do, table

pytestmark = pytest.mark.section("9.6", "7.3")


def sabotaged() -> Play:
    """Germany's Turn End, where the USSR spends the first Resource."""
    told = {"sabotage/spend/germany": "ussr:1"}
    play = table(
        "army-group-b berlin@1",
        phase="build",
        power="afa",
        at_war=["germany ussr"],
        stores={"germany": (3, 0)},
        markers=told,
        options={"sabotage": "yes"},
    )
    play.open_phase(ev.PhaseStarted("germany", "build", play.state.clock.turn + 1))
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("sabotage-spend", "ussr")
    return do(play, Build("army-group-b"))


def test_9_6_who_has_been_made_to_spend_adds_new_units_all_the_same() -> None:
    play = sabotaged()
    assert at(play, "army-group-b") == "berlin@2" and play.state.resources["germany", "resources"] == 2
    unit = next(key.unit for key in play.state.stacks if key.area == "germany-group-1")
    assert broken(play, AddUnit(unit)) == []


def test_7_3_who_has_spent_himself_adds_none() -> None:
    play = sabotaged()
    unit = next(key.unit for key in play.state.stacks if key.area == "germany-group-1")
    do(play, Build("ju-88s", "berlin"))
    assert broken(play, AddUnit(unit)) == ["develop/late"]
