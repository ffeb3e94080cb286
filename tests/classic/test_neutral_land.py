"""Land that nobody holds on the map Classic: who enters it pays three IPCs and takes it."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Move, Offload
from engine.orders import Order
from engine.play import Play
from tests.axisallies.positions import Positions

BOARD = Positions("classic", "standard")


def rules_of(play: Play, order: Order) -> list[str]:
    return [one.rule for one in play.check(order)]


def paid(play: Play) -> list[tuple[int, str]]:
    return [(event.delta, event.cause) for event in play.events if isinstance(event, ev.ResourceChanged) and event.cause != "setup"]


@pytest.mark.section("13. Neutral land")
def test_a_tank_takes_neutral_land_for_three_and_stops_there() -> None:
    play = BOARD.play_from({"west-europe": "germany: tank, infantry"}, "germany", "combat-move", money={"germany": 4})
    assert rules_of(play, Move("tank", "west-europe > spain > gibraltar")) == ["combat-move/hostile"]
    play.submit(Move("tank", "west-europe > spain"))
    assert play.state.control["spain"] == "germany" and paid(play) == [(-3, "neutrality")]
    assert play.state.resources["germany", "ipc"] == 1
    assert rules_of(play, Move("tank", "spain > gibraltar")) == ["combat-move/range"]
    assert rules_of(play, Move("infantry", "west-europe > spain")) == []
    assert rules_of(play, Move("infantry", "west-europe > switzerland")) == ["combat-move/neutral"]


@pytest.mark.section("13. Neutral land")
def test_it_is_entered_in_the_combat_move_alone_and_not_where_it_is_closed() -> None:
    order = Move("tank", "west-europe > spain")
    play = BOARD.play_from({"west-europe": "germany: tank"}, "germany", "noncombat-move")
    assert rules_of(play, order) == ["noncombat-move/neutral"]
    play = BOARD.play_from({"west-europe": "germany: tank"}, "germany", "combat-move", options={"neutral-land": "closed"})
    assert rules_of(play, order) == ["combat-move/neutral"]


@pytest.mark.section("13. Neutral land")
def test_it_is_taken_from_the_sea() -> None:
    stacks = {"baltic-sea-zone": "germany: transport [cargo=germany/infantry], infantry [aboard]"}
    play = BOARD.play_from(stacks, "germany", "combat-move")
    play.submit(Offload("infantry", "baltic-sea-zone > sweden"))
    assert play.state.control["sweden"] == "germany" and paid(play) == [(-3, "neutrality")]


@pytest.mark.section("13. Neutral land")
def test_aircraft_do_not_fly_over_it_until_somebody_holds_it() -> None:
    order = Move("fighter", "finland-norway > sweden > baltic-sea-zone > germany")
    play = BOARD.play_from({"finland-norway": "germany: fighter"}, "germany", "noncombat-move")
    assert rules_of(play, order) == ["noncombat-move/neutral"]
    play = BOARD.play_from({"finland-norway": "germany: fighter"}, "germany", "noncombat-move", control={"sweden": "germany"})
    assert rules_of(play, order) == []
