"""Events into rows and back: one row-maker per event type, and its exact inverse."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from operator import attrgetter
from typing import Any

import msgspec
import polars as pl
from msgspec.structs import astuple

from engine.decoding import from_json
from engine.events import EVENTS, Event, GameEnded, PhaseStarted, ResourceChanged, RoundStarted
from engine.recording import Fidelity
from engine.replay import Game
from engine.state import FOLD, Clock, GameState
from warehouse.schema import TABLES, Table, column_of, own_fields, table_of
from warehouse.snapshots import Row, Snapshots

EVENT_TABLES: dict[type[Event], Table] = {event: TABLES[table_of(event)] for event in EVENTS}
"""Event type to its table."""


def json_text(value: Mapping[str, str]) -> str:
    """Return a mapping as JSON text, in its own order."""
    return msgspec.json.encode(value).decode()


def _maker(event: type[Event]) -> Callable[[Any], Row]:
    """Return the function that makes an event's own columns, in order: mostly its fields unchanged."""
    fields = own_fields(event)
    types = {column.name: column.type for column in EVENT_TABLES[event].columns}
    if fields == event.__struct_fields__ and "json" not in types.values():
        return astuple
    writers = [(attrgetter(field), json_text if types[column_of(event, field)] == "json" else None) for field in fields]
    return lambda e: tuple(write(get(e)) if write else get(e) for get, write in writers)


_MAKERS = {event: _maker(event) for event in EVENTS}


def rows_of(game_id: str, game: Game, most: float = inf) -> dict[str, list[Row]]:
    """Return the rows of all event and snapshot tables of a game, by table, each in the order of `seq`; of a result only those it has.

    A last turn in which nothing happened (the record stops where it begins) has no snapshot; nor has a game of which only the result
    is recorded: its board is unknown.

    Args:
        game_id: the game's id. game: it. most: the limit of rows.

    Raises:
        TooLarge: it exceeds the limit of rows.
        LakeError: an event names a unit or area that the title has not got.
        FoldError: an event removes something that is not there.
    """
    result = game.fidelity is Fidelity.RESULT
    tables: dict[str, list[Row]] = defaultdict(list) if result else {table.name: [] for table in EVENT_TABLES.values()}
    sinks: dict[type[Event], tuple[Callable[[Row], None], Callable[[Any], Row], int]] = {}  # few events are in a result
    state, snapshots = GameState(), None
    if not result:
        snapshots = Snapshots(game_id, game.title, game.events, most - len(game.events))
    heads, turn_round, began = _heads(state.clock), 0, 0
    for event in game.events:
        kind = type(event)
        if snapshots and isinstance(event, PhaseStarted) and event.turn != state.clock.turn:
            snapshots.take(state, turn_round)
            turn_round, began = state.clock.round, state.seq
        clock = state.clock
        FOLD[kind](state, event)
        state.seq += 1
        if state.clock is not clock:
            heads = _heads(state.clock)
        elif snapshots and isinstance(event, ResourceChanged):
            snapshots.collect(event)
        if kind not in sinks:
            table = EVENT_TABLES[kind]
            sinks[kind] = tables[table.name].append, _MAKERS[kind], 1 - table.names_power
        append, make, head = sinks[kind]
        append((game_id, state.seq) + heads[head] + make(event))
    if snapshots and (not state.clock.turn or _is_played(game.events[began:])):
        snapshots.take(state, turn_round)
    return tables | snapshots.tables if snapshots else dict(tables)


def _is_played(turn: Sequence[Event]) -> bool:
    """Return whether anything happened in a turn; a record may stop right where one begins."""
    return any(type(event) not in (PhaseStarted, RoundStarted, GameEnded) for event in turn)


def _heads(clock: Clock) -> tuple[Row, Row]:
    """Return the key of rows that name a power of their own, and of rows that do not."""
    head = (clock.round, clock.turn, clock.phase, clock.power)
    return head, (*head, clock.power)


def events_from(frames: Iterable[tuple[type[Event], pl.DataFrame]]) -> list[Event]:
    """Return a game's events in order, from the frames of its event tables: the inverse of `rows_of`."""
    found: list[tuple[int, Event]] = []
    for event, frame in frames:
        fields = event.__struct_fields__
        columns = [column_of(event, field) for field in fields]
        types = {column.name: column.type for column in EVENT_TABLES[event].columns}
        readers = [(at, _READERS[types[column]]) for at, column in enumerate(columns) if types[column] in _READERS]
        for seq, *values in frame.select("seq", *columns).iter_rows():
            for at, read in readers:
                values[at] = read(values[at])
            found.append((seq, event(*values)))
    found.sort(key=lambda item: item[0])
    return [event for _, event in found]


def _mapping(text: str) -> dict[str, str]:
    return from_json(text, dict[str, str])


_READERS: dict[str, Callable[[Any], Any]] = {"texts": tuple, "ints": tuple, "reals": tuple, "json": _mapping}
