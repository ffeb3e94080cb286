"""1.6, 5.3: an attack lapses, and its units return, when its area is no enemy's any more by the time that it would be resolved."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.play import Play
from engine.titles.blitz.orders import Announced, Attack, Resolve
from tests.blitz.table import at, do, settle, table

pytestmark = pytest.mark.section("1.6", "5.3")
GERMANS = "army-group-b western-germany@2, army-group-center western-germany@2, home-guard paris@1"


def fight(play: Play, *orders: Attack) -> Play:
    """Announce attacks, and resolve them in their order."""
    settle(do(play, *orders, Announced()))
    for order in orders:
        settle(do(play, Resolve(order.kind, order.area)))
    return play


def battles(play: Play) -> list[str]:
    """Return the areas of the battles that began."""
    return [event.area for event in play.events if isinstance(event, ev.BattleStarted)]


def test_1_6_an_attack_on_vichy_france_lapses_when_paris_falls_first() -> None:
    """France has fallen and Vichy France is neutral: who would go on must declare war on it."""
    play = table(
        f"{GERMANS}, 18th-army milan@2, army-group-north milan@2, luftwaffe milan@2, french-army vichy-france@2",
        dice=[6, 1],
    )
    fight(
        play,
        Attack("ground", "paris", "army-group-b, army-group-center"),
        Attack("ground", "vichy-france", "18th-army, army-group-north, luftwaffe"),
    )
    assert play.state.control.get("vichy-france", "") == ""
    assert (at(play, "18th-army"), at(play, "army-group-north")) == ("milan@2", "milan@2")
    assert "vichy-france" not in at(play, "luftwaffe") and battles(play) == ["paris"]


def test_1_6_the_attack_is_fought_when_it_is_resolved_first() -> None:
    play = table(f"{GERMANS}, 18th-army milan@2, army-group-north milan@2", dice=[6, 1, 6, 1])
    fight(
        play,
        Attack("ground", "vichy-france", "18th-army, army-group-north"),
        Attack("ground", "paris", "army-group-b, army-group-center"),
    )
    assert "vichy-france" in battles(play)


def test_5_3_a_factory_that_has_just_been_taken_is_not_bombed() -> None:
    play = table("2nd-army paris@2, 8th-army paris@2, bomber-command london@2, volkssturm western-germany@1", power="afa", dice=[6, 1])
    fight(
        play,
        Attack("ground", "western-germany", "2nd-army, 8th-army"),
        Attack("factory", "western-germany", "bomber-command"),
    )
    assert play.state.control["western-germany"] == "afa"
    assert play.state.damage == {} and at(play, "bomber-command") != ""


def test_5_3_a_factory_that_is_bombed_first_is_damaged() -> None:
    play = table("2nd-army paris@2, 8th-army paris@2, bomber-command london@2, volkssturm western-germany@1", power="afa", dice=[6, 6, 1])
    fight(
        play,
        Attack("factory", "western-germany", "bomber-command"),
        Attack("ground", "western-germany", "2nd-army, 8th-army"),
    )
    assert play.state.damage != {}
