"""The invariants see what units do in Activities and Blitzes by themselves: moves that the rules refuse are written as events (Blitz!)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine import events as ev
from engine.state import GameState
from engine.titles.blitz.journeys import BlitzJourneys
from tests.blitz.table import TITLE, table

pytestmark = pytest.mark.section("2.2", "4.1", "4.2", "5.1", "5.2", "5.3")
UNITS = (
    "army-group-a paris@2, army-group-b paris@2, high-seas-fleet western-germany@2, me-109s paris@1, 1st-para western-germany@1,"
    " baltic-trs berlin@1, westwall western-germany@1"
)
WAY = ("paris", "western-germany", "berlin", "poland")


def move(unit: str, path: Sequence[str], cause: str = "move", size: int = 2) -> ev.UnitsMoved:
    """A move of a German unit."""
    return ev.UnitsMoved("germany", unit, 1, path[0], path[-1], size, cause, "", "", tuple(path))


def told(*events: ev.Event | str, phase: str = "move", blitz: str = "", units: str = UNITS) -> list[str]:
    """What the journeys say of events that follow a position; a text is the next phase of the same Activities."""
    play = table(units, phase=phase, blitzing={"germany": blitz} if blitz else None)
    journeys, state, wrong = BlitzJourneys(TITLE), GameState(), []
    turn = play.state.clock.turn
    after = [ev.PhaseStarted("germany", event, turn) if isinstance(event, str) else event for event in events]
    for event in [*play.events, *after]:
        state.apply(event)
        if isinstance(event, ev.PhaseStarted):
            wrong += journeys.phase(event, state)
        elif isinstance(event, ev.UnitsMoved):
            wrong += journeys.moved(event, state)
        elif isinstance(event, ev.UnitsChanged):
            wrong += journeys.changed(event, state)
    return wrong


def test_a_land_unit_moves_once_and_no_farther_than_its_movement() -> None:
    steps = [move("army-group-b", WAY[at : at + 2]) for at in range(3)]
    assert told(*steps) == []
    assert told(*steps, move("army-group-b", WAY[:1:-1])) == ["army-group-b moves at a cost of 4; expected at most 3"]


def test_one_unit_s_move_is_over_before_the_next_begins() -> None:
    one, two = (move(unit, WAY[:2]) for unit in ("army-group-a", "army-group-b"))
    assert told(one, two) == []
    assert told(one, two, move("army-group-a", WAY[1:3])) == ["army-group-a moves on after army-group-b has moved"]


def test_who_came_ashore_does_not_go_on() -> None:
    aboard = move("army-group-a", ("paris", "western-approaches"), "embark")
    ashore = move("army-group-a", ("western-approaches", "paris"), "landed")
    assert told(aboard, "move", ashore, phase="sea") == []
    assert told(aboard, "move", ashore, move("army-group-a", WAY[:2]), phase="sea") == ["army-group-a moves after it is put ashore"]


def test_ships_and_aircraft_that_have_moved_to_sea_do_not_rebase() -> None:
    out, home = ("western-germany", "north-sea"), ("north-sea", "western-germany")
    sail, back = move("high-seas-fleet", out, "sail"), move("high-seas-fleet", home, "return")
    rebase = move("high-seas-fleet", ("western-germany", "north-sea", "paris"), "rebase")
    assert told(rebase, phase="rebase") == []
    assert told(sail, "sea-combat", back, "rebase", rebase, phase="sea") == ["high-seas-fleet rebases after it moves to sea"]
    again = move("high-seas-fleet", ("paris", "north-sea", "western-germany"), "rebase")
    assert told(rebase, again, phase="rebase") == ["high-seas-fleet rebases twice"]


def test_a_flight_costs_two_for_a_sea_area() -> None:
    assert told(move("me-109s", ("paris", "western-germany"), "rebase", 1), phase="rebase") == []
    assert told(move("me-109s", ("paris", "north-sea"), "sail", 1), phase="sea") == [
        "me-109s moves to sea at a cost of 2; expected at most 1"
    ]


def test_a_unit_joins_one_land_area_combat_and_none_after_it_was_at_sea() -> None:
    join = ev.UnitsChanged("germany", "me-109s", 1, "paris", 1, becomes="target=london factory", cause="commit")
    leave = ev.UnitsChanged("germany", "me-109s", 1, "paris", 1, "target=london factory", cause="release")
    assert told(join, phase="land-combat") == []
    assert told(join, leave, join, phase="land-combat") == ["me-109s joins a land area combat after it joins a land area combat"]
    fly, back = (
        move("me-109s", ("paris", "north-sea"), "fly-in", 1),
        move("me-109s", ("north-sea", "paris"), "return", 1),
    )
    assert "me-109s joins a land area combat after it was in a sea area" in told(fly, back, "land-combat", join, phase="sea-combat")


def test_a_blitz_repeats_what_it_is_for() -> None:
    march = move("army-group-a", WAY[:2])
    assert told(march, blitz="land") == told(march, blitz="total") == told(march, blitz="free") == []
    assert told(march, blitz="naval") == ["army-group-a moves in the move of a Blitz of kind naval"]
    assert told(march, blitz="air") == ["army-group-a moves in an Air Blitz"]
    rest = [move("army-group-b", WAY[:2]), move("me-109s", ("paris", "western-germany"), "rebase", 1)]
    assert told(rest[1], "move", march, rest[0], phase="rebase", blitz="free") == [
        "germany has moved Sizes of 5 in its Free Blitz; expected at most 4"
    ]
