"""The index of stacks by area: after every event it holds what the state holds, sorted."""

from __future__ import annotations

from itertools import groupby

import pytest

from engine.events import Event, PhaseStarted, UnitsChanged, UnitsMoved, UnitsPlaced, UnitsRemoved
from engine.stack_index import KEYS, StackIndex
from engine.state import GameState, Stack
from tests.play.games import random_game

Board = dict[str, list[tuple[Stack, int]]]


def board_of(state: GameState) -> Board:
    """Return area to its stacks, looked up one by one."""
    return {area: list(items) for area, items in groupby(sorted(state.stacks.items()), key=lambda item: item[0].area)}


EVENTS: list[Event] = [
    UnitsPlaced("japan", "infantry", 2, "korea", condition="dug!"),
    UnitsPlaced("japan", "infantry", 1, "korea"),
    UnitsMoved("japan", "infantry", 1, "korea", "manchuria", condition="dug!", becomes="used=1"),
    UnitsMoved("japan", "infantry", 1, "korea", "manchuria", condition="dug!", becomes="used=1"),
    UnitsChanged("japan", "infantry", 1, "manchuria", condition="used=1", to_power="china", to_strength=2),
    UnitsRemoved("japan", "infantry", 1, "korea"),
    PhaseStarted(1, "japan", "purchase"),
    UnitsPlaced("japan", "infantry", 1, "manchuria"),
]


@pytest.mark.parametrize("asked", [True, False], ids=["asked after each event", "asked at the end"])
def test_it_follows_each_kind_of_event(asked: bool) -> None:
    state = GameState()
    index = StackIndex(state)
    assert index.board() == {}
    for number, event in enumerate(EVENTS):
        state.apply(event)
        index.follow(event)
        if asked or number == len(EVENTS) - 1:
            assert index.board() == board_of(state), event
            assert all(type(key) is Stack for items in index.board().values() for key, _ in items)
    assert index.stacks("manchuria") == [
        (Stack("manchuria", "china", "infantry", 2, ""), 1),
        (Stack("manchuria", "japan", "infantry", 1, ""), 2),
    ]
    assert index.stacks("korea") == index.stacks("nowhere") == []


def test_what_it_was_not_told_of_is_found_at_the_next_question() -> None:
    state = GameState()
    index = StackIndex(state)
    for number, event in enumerate(EVENTS):
        state.apply(event)
        if number % 3:
            index.follow(event)
        if number % 2:
            assert index.board() == board_of(state)


def test_an_answer_stays_as_it_was() -> None:
    state = GameState().apply_all(EVENTS[:2])
    index = StackIndex(state)
    there, board = index.stacks("korea"), index.board()
    before = list(there)
    state.apply(EVENTS[2])
    index.follow(EVENTS[2])
    assert there == before == board["korea"] != index.stacks("korea")


def test_over_a_whole_game_it_holds_what_the_state_holds_and_is_hardly_ever_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    events, made = random_game(0).events, []
    make = StackIndex._make
    monkeypatch.setattr(StackIndex, "_make", lambda index: (made.append(1), make(index)))
    state = GameState()
    index = StackIndex(state)
    for number, event in enumerate(events):
        state.apply(event)
        index.follow(event)
        if number % 7 == 0 or type(event) in KEYS:
            assert index.board() == board_of(state)
    turns = len({event.turn for event in events if isinstance(event, PhaseStarted)})
    assert len(made) <= turns + 2, "only a new turn touches stacks everywhere"
