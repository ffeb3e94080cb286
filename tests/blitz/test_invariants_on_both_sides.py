"""The checker of Blitz! on both sides of each limit: what is just right is not called wrong, and each thing is named once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine import events as ev
from engine.invariants import violations
from engine.state import GameState
from engine.titles.blitz.invariants import BlitzLedger
from engine.titles.blitz.journeys import FAR, BlitzJourneys
from tests.blitz.table import TITLE
from tests.blitz.test_invariants import FIRST, POLISH, WHERE, off, put, turned
from tests.blitz.test_journeys import move
from tests.blitz.test_journeys import told as told_of


def found(*events: ev.Event) -> list[str]:
    """What is wrong with events that follow the set-up."""
    return violations(TITLE, [*FIRST.events, *events])


@pytest.mark.section("3.4")
def test_only_land_can_be_nobody_s() -> None:
    assert [BlitzLedger(TITLE).can_be_nobodys(area) for area in ("paris", "north-sea", "germany-pool")] == [True, False, False]


def test_a_counter_in_a_second_place_is_named_as_it_comes() -> None:
    ledger, state = BlitzLedger(TITLE), GameState()
    for count in (1, 2):
        event = ev.UnitsPlaced("germany", "luftwaffe", 1, "berlin", 1, "told")
        state.apply(event)
        assert (f"luftwaffe is in {count} places" in ledger.placed(event, state)) is (count > 1)


def test_a_unit_that_is_lost_has_no_journey() -> None:
    ledger, state = BlitzLedger(TITLE), GameState()
    for event in FIRST.events:
        state.apply(event)
        if isinstance(event, ev.PhaseStarted):
            ledger.phase(event, state)
    march = ev.PhaseStarted("germany", "move", 1)
    state.apply(march)
    ledger.phase(march, state)
    key = WHERE["army-group-b"]
    to = next(area for area in TITLE.neighbours[key.area] if TITLE.areas[area].kind == "land")
    go = ev.UnitsMoved(key.power, key.unit, 1, key.area, to, key.strength, "move", key.condition, "", (key.area, to))
    state.apply(go)
    ledger.moved(go, state)
    made = ledger.journeys.made[key._replace(area=to, condition="")]
    assert made.total() == 1
    lost = ev.UnitsRemoved(key.power, key.unit, 1, to, key.strength, "combat", "")
    state.apply(lost)
    ledger.removed(lost, state)
    assert made.total() == 0


@pytest.mark.section("1.11", "7.8")
def test_a_small_counter_becomes_its_own_big_one() -> None:
    assert not [line for line in found(turned(WHERE["army-group-b"], 2, cause="build")) if "other counter" in line]
    key = WHERE["army-group-south"]
    grown = found(turned(key, 3, "big-army-group-south", cause="build"))
    assert not [line for line in grown if "expected its own other counter" in line or "Size" in line]


@pytest.mark.section("7.8")
def test_a_unit_whose_size_stays_has_not_grown() -> None:
    assert not [line for line in found(turned(POLISH, POLISH.strength, cause="told")) if "has grown" in line]


@pytest.mark.section("7.8")
def test_growth_is_named_once_and_of_the_unit_that_has_grown() -> None:
    """And not of one that went to a box after it."""
    grown = [turned(POLISH, 1), turned(POLISH._replace(strength=1), 2, cause="told")]
    more = ev.ResourceChanged("germany", "oil", 1, 2, "income")
    lines = [line for line in found(*grown, more, *put("luftwaffe", "germany-pool", 2)) if "has grown" in line]
    assert len(lines) == 1 and lines[0].endswith("polish-army in poland has grown, and was not built")
    boxed = [*grown, off("polish-army"), ev.UnitsPlaced("afa", "polish-army", 1, "afa-pool", 2, "told")]
    ledger, state = BlitzLedger(TITLE), GameState()
    for event in [*FIRST.events, *boxed]:
        state.apply(event)
        if isinstance(event, ev.UnitsChanged):
            ledger.changed(event, state)
    assert "polish-army" in ledger.grown
    assert ledger._check_grown(state) == [] and ledger._check_grown(state) == [] and not ledger.grown


@pytest.mark.section("1.2")
@pytest.mark.parametrize(("size", "wrong"), [(2, True), (3, False), (4, False), (5, True)])
def test_a_big_counter_has_three_or_four_sizes(size: int, wrong: bool) -> None:
    lines = found(*put("big-army-group-south", "berlin", size))
    assert any(f"big-army-group-south has Size {size}; expected 3 to 4" in line for line in lines) is wrong


@pytest.mark.section("8. Victory and Game End")
@pytest.mark.parametrize(("points", "wrong"), [(14, False), (15, False), (16, True)])
def test_the_track_holds_fifteen_points(points: int, wrong: bool) -> None:
    lines = found(ev.VictoryPointsScored("germany", "vp", points, points, "lebensraum"))
    assert any(f"germany has {points} points" in line for line in lines) is wrong


@pytest.mark.section("4.2")
@pytest.mark.parametrize(("size", "wrong"), [(1, False), (2, False), (3, True)])
def test_a_trs_carries_twice_its_size_and_what_is_not_there_weighs_nothing(size: int, wrong: bool) -> None:
    army = "2nd-army" if size < 3 else "big-2nd-army"
    load = f"cargo=afa/{army}+afa/royal-marines"
    lines = found(*put("europe-trs", "north-sea", 1, load), *put(army, "north-sea", size, "aboard"))
    assert any(f"europe-trs of Size 1 carries {size}" in line for line in lines) is wrong
    assert any("the loads say" in line for line in lines), "the marines are not there"


@pytest.mark.section("1.3")
@pytest.mark.parametrize(("unit", "size", "wrong"), [("1st-battle-fleet", 2, False), ("big-1st-battle-fleet", 3, True)])
def test_no_big_ship_is_in_a_small_port(unit: str, size: int, wrong: bool) -> None:
    lines = found(*put(unit, "formosa", size))
    assert any(f"{unit} is Big in the Small Port of formosa" in line for line in lines) is wrong


@pytest.mark.parametrize(
    ("unit", "way", "phase", "cause", "spaces"),
    [
        ("army-group-a", ("paris", "western-approaches"), "sea", "embark", 0),
        ("army-group-a", ("western-approaches", "paris"), "move", "landed", 0),
        ("high-seas-fleet", ("north-sea", "western-germany"), "return", "return", 0),
        ("luftwaffe", ("north-sea", "western-germany"), "return", "return", 0),
        ("luftwaffe", ("western-germany", "north-sea"), "sea", "sail", 2),
        ("high-seas-fleet", ("western-germany", "north-sea"), "sea", "sail", 1),
        ("army-group-a", ("paris", "western-germany", "berlin"), "move", "move", 2),
    ],
)
@pytest.mark.section("4.1", "4.2", "5.2")
def test_what_an_act_costs(unit: str, way: Sequence[str], phase: str, cause: str, spaces: int) -> None:
    """Who returns, embarks or lands pays no movement of its own."""
    journeys, state = BlitzJourneys(TITLE), GameState()
    journeys.phase(ev.PhaseStarted("germany", phase, 1), state)
    act = journeys.act(move(unit, way, cause), state)
    assert act is not None and act.spaces == spaces


@pytest.mark.section("5.1", "5.2")
def test_a_flight_and_a_march_are_two_movements() -> None:
    """A PARA rebases three moves, then marches one; its march is as long as that alone."""
    units = "1st-para paris@1"
    fly = move("1st-para", ("paris", "poland"), "rebase", 1)
    march = move("1st-para", ("poland", "berlin"), "move", 1)
    assert told_of(fly, "move", march, phase="rebase", units=units) == []


@pytest.mark.section("5.1")
def test_no_flight_leads_off_the_map() -> None:
    assert BlitzJourneys(TITLE)._flight("paris", "germany-pool") == FAR
