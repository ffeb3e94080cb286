"""The invariants see what blocks do in a phase by themselves: moves that the rules refuse are written as events (Black Swan)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine import events as ev
from engine.families.blocks.journeys import BlockJourneys
from engine.state import GameState
from tests.black_swan.board import TITLE, play_from

WAY = ("paris", "lille", "brussels", "the-hague")
STACKS = "germany infantry-4 paris, germany tank-4 paris, germany fort-4 paris, germany air-4 paris, germany submarine-4 north-sea"


def move(unit: str, path: Sequence[str], cause: str = "move", before: str = "", after: str = "") -> ev.UnitsMoved:
    """A move of one German block at full strength."""
    return ev.UnitsMoved("germany", unit, 1, path[0], path[-1], 4, cause, before, after, tuple(path))


def told(*events: ev.Event, phase: str = "land", options: dict[str, str] | None = None) -> list[str]:
    """What the journeys say of events that follow a position."""
    play = play_from(STACKS, phase, options=options or {})
    journeys, state, wrong = BlockJourneys(TITLE), GameState(), []
    for event in [*play.events, *events]:
        state.apply(event)
        if isinstance(event, ev.PhaseStarted):
            wrong += journeys.phase(event, state)
        elif isinstance(event, ev.UnitsMoved):
            wrong += journeys.moved(event, state)
        elif isinstance(event, ev.UnitsRemoved):
            journeys.removed(event)
    return wrong


def test_a_march_may_be_made_in_parts_and_goes_no_farther_than_the_block_s_points() -> None:
    first, second = move("tank-4", WAY[:2]), move("tank-4", WAY[1:3])
    assert told(first, second) == []
    assert told(first, second, move("tank-4", WAY[2:])) == ["tank-4 marches 3 points in a phase; expected at most 2"]
    assert told(move("infantry-4", WAY[:3])) == ["infantry-4 marches 2 points in a phase; expected at most 1"]


def test_a_tank_spends_two_points_in_rough_terrain() -> None:
    rough = next(a for a in TITLE.regions["rough"] if any(TITLE.areas[b].kind == "land" for b in TITLE.neighbours[a]))
    start = next(b for b in TITLE.neighbours[rough] if TITLE.areas[b].kind == "land" and b not in TITLE.regions["rough"])
    journeys = BlockJourneys(TITLE)
    assert journeys._cost("tank-4", (start, rough)) == 2
    assert journeys._cost("infantry-4", (start, rough)) == 1


def test_a_phase_takes_one_act_and_the_next_phase_another() -> None:
    march, rail = move("infantry-4", WAY[:2]), move("infantry-4", WAY[1:], "strategic")
    assert told(march, rail) == ["infantry-4 moves strategically after it marches in one phase"]
    assert told(march, rail, options={"strategic-after-march": "yes"}) == []
    assert told(move("infantry-4", WAY, "strategic"), move("infantry-4", WAY[::-1], "strategic")) == [
        "infantry-4 moves strategically after it moves strategically in one phase"
    ]
    landed = move("infantry-4", WAY, "seaborne")
    assert told(landed, move("infantry-4", WAY[:1:-1])) == ["infantry-4 marches after it makes an operation in one phase"]
    blitz = ev.PhaseStarted("germany", "blitz", 1)
    assert told(landed, blitz, move("infantry-4", WAY[:1:-1])) == []


def test_who_is_sent_back_has_spent_its_points() -> None:
    back = move("infantry-4", WAY[1::-1], "recall")
    assert told(move("infantry-4", WAY[:2]), back, move("infantry-4", WAY[:2])) == [
        "infantry-4 marches 2 points in a phase; expected at most 1"
    ]


def test_ships_sail_once() -> None:
    out, back = ("north-sea", "the-channel"), ("the-channel", "north-sea")
    assert told(move("submarine-4", out), phase="naval") == []
    assert told(move("submarine-4", out), move("submarine-4", back), phase="naval") == ["submarine-4 sails after it sails in one phase"]


@pytest.mark.parametrize("cause", ["move", "strategic"])
def test_forts_never_move(cause: str) -> None:
    assert "and is a fort" in told(move("fort-4", WAY[:2], cause))[-1]


def test_blocks_out_of_supply_stay_where_they_are() -> None:
    cut = ev.UnitsChanged("germany", "infantry-4", 1, "paris", 4, "", becomes="unsupplied", cause="supply")
    assert told(cut, move("infantry-4", WAY[:2], before="unsupplied", after="unsupplied")) == ["infantry-4 marches out of supply"]


def test_a_way_leads_through_areas_that_touch() -> None:
    assert told(move("infantry-4", ("paris", "berlin"))) == ["infantry-4 goes from paris to berlin, which do not touch"]
