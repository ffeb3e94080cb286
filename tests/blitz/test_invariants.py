"""The checker of games of Blitz!: silent on every set-up, and each thing that must hold is missed when it does not."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.errors import FoldError
from engine.invariants import violations
from engine.play import Play
from engine.state import Stack
from engine.titles.blitz.tables import places
from tests.blitz.table import RULES, TITLE


def started(scenario: str) -> Play:
    """A game at its set-up."""
    play = Play(RULES, SeededDice(1))
    play.start(scenario)
    return play


FIRST = started("campaign")
WHERE = {key.unit: key for key in FIRST.state.stacks}


@pytest.mark.section("1.3")
@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_every_set_up_keeps_the_invariants(scenario: str) -> None:
    assert violations(TITLE, started(scenario).events) == []


@pytest.mark.section("5.3")
def test_a_factory_may_be_damaged_whole_and_no_more() -> None:
    factors = places(TITLE)["berlin"].factory
    for hurt in (factors, factors + 1):
        play = started("campaign")
        play.emit(ev.FacilityChanged("berlin", "factory", "germany", "damaged", hurt, hurt))
        found = violations(TITLE, play.events)
        assert (found == []) if hurt == factors else f"damage {hurt} in berlin" in found[0]


def off(unit: str) -> ev.UnitsRemoved:
    """A unit leaves where it is set up."""
    key = WHERE[unit]
    return ev.UnitsRemoved(key.power, unit, 1, key.area, key.strength, "told", key.condition)


def put(unit: str, area: str, size: int = 0, condition: str = "") -> list[ev.Event]:
    """A unit leaves where it is set up, and comes elsewhere."""
    key = WHERE[unit]
    return [off(unit), ev.UnitsPlaced(key.power, unit, 1, area, size or key.strength, "told", condition)]


def turned(key: Stack, size: int, unit: str = "", cause: str = "combat") -> ev.UnitsChanged:
    """A unit changes its Size, or its counter."""
    return ev.UnitsChanged(key.power, key.unit, 1, key.area, key.strength, to_unit=unit, to_strength=size, cause=cause)


POLISH = WHERE["polish-army"]
BREAKS: dict[str, tuple[list[ev.Event], str]] = {
    "a counter is in one place": ([ev.UnitsPlaced("germany", "luftwaffe", 1, "berlin", 1)], "luftwaffe is in 2 places"),
    "a destroyed unit goes to a box": ([off("luftwaffe")], "luftwaffe is nowhere"),
    "a Size is one of the counter's": (put("luftwaffe", "berlin", 3), "luftwaffe has Size 3; expected 1 to 2"),
    "a Small counter becomes its own Big one alone": (
        [turned(WHERE["army-group-b"], 3, "big-army-group-center")],
        "expected its own other counter",
    ),
    "Sizes come by building alone": (
        [turned(POLISH, 1), turned(POLISH._replace(strength=1), 2, cause="told")],
        "polish-army in poland has grown, and was not built",
    ),
    "a counter in a box is whole": (put("luftwaffe", "germany-pool", 1), "luftwaffe of Size 1 in germany-pool; expected 2"),
    "a Force Pool holds counters of its power": (put("luftwaffe", "japan-pool"), "luftwaffe of germany in japan-pool"),
    "a Reserve Pool holds counters of its power": (put("luftwaffe", "usa-reserve"), "luftwaffe of germany in usa-reserve"),
    "what is set aside is of its power": (put("luftwaffe", "afa-set-aside"), "luftwaffe of germany in afa-set-aside"),
    "no store is below 0": ([ev.ResourceChanged("germany", "oil", -2, -1, "build")], "a negative balance"),
    "points are what was scored": (
        [ev.VictoryPointsScored("germany", "vp", 1, 2, "lebensraum")],
        "the points scored add up to 1, the state holds 2",
    ),
    "the track ends at 15": ([ev.VictoryPointsScored("germany", "vp", 16, 16, "lebensraum")], "germany has 16 points"),
    "a land area holds one side": (put("1st-para", "poland"), "poland of allies holds units of allies, axis"),
    "units are in lands of their own side": (put("1st-para", "scotland"), "scotland of allies holds units of allies, axis"),
    "an ally's home country is closed": (put("1st-para", "tokyo"), "1st-para of germany is in tokyo of japan, which is closed to it"),
    "a minor's war keeps its ally's other units out": (
        [
            ev.ControlChanged("ankara", "", "germany", "aligned"),
            ev.MarkerSet("game", "ally/turkey", "germany"),
            ev.MarkerSet("game", "war/turkey/ussr", "yes"),
            *put("1st-para", "ankara"),
        ],
        "1st-para of germany is in ankara of germany, which is closed to it",
    ),
    "land units at sea are aboard": (put("1st-para", "baltic-sea"), "1st-para is at sea and not aboard"),
    "who is aboard is in a load": (put("1st-para", "baltic-sea", 1, "aboard"), "aboard are ['1st-para']"),
    "a TRS carries twice its Size": (
        [
            *put("europe-trs", "north-sea", 1, "cargo=afa/8th-army+afa/royal-marines"),
            *put("8th-army", "north-sea", 2, "aboard"),
            *put("royal-marines", "north-sea", 1, "aboard"),
        ],
        "europe-trs of Size 1 carries 3",
    ),
    "an Island holds two Sizes of land units": (put("2nd-army", "malta"), "malta holds land units of Size 3"),
    "a naval unit is in a port": (
        put("high-seas-fleet", "austria-czechoslovakia"),
        "high-seas-fleet is in austria-czechoslovakia, which has no such port",
    ),
    "a Small Port holds two Sizes": ([*put("home-fleet", "malta"), *put("force-h", "malta")], "the Small Port of malta holds Size 3"),
    "a Factory takes damage up to its Factor": (
        [ev.FacilityChanged("berlin", "factory", "germany", "damaged", 3, 3)],
        "damage 3 in berlin",
    ),
}


@pytest.mark.parametrize("case", BREAKS)
def test_a_state_that_breaks_an_invariant_is_found_and_named(case: str) -> None:
    broken, text = BREAKS[case]
    found = violations(TITLE, [*FIRST.events, *broken])
    assert any(text in one for one in found), found


def test_a_store_is_what_its_changes_add_up_to() -> None:
    with pytest.raises(FoldError, match="germany's oil changes by 1 to 3, but the store was 1"):
        violations(TITLE, [*FIRST.events, ev.ResourceChanged("germany", "oil", 1, 3, "income")])
