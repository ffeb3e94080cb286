"""A board in the terminal: who holds what, what stands where, what is in the bank; and events as lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dashboard.terminal.output import print_json, say, say_json
from dashboard.terminal.printed_tables import print_table, table
from engine.events import Event, RoundStarted, encode_event
from engine.fog import BACKS
from engine.forces import BlockCount, show_blocks, show_units
from engine.replay import Game
from engine.state import GameState
from engine.titles import Title


def seq_of_round(game: Game, round_: int) -> int:
    """Return how many events there are up to the end of a round (0 is the set-up); all of them past the last round."""
    starts = [at for at, event in enumerate(game.events) if isinstance(event, RoundStarted) and event.round == round_ + 1]
    return starts[0] if starts else len(game.events)


def print_events(events: Iterable[Event]) -> None:
    """Print events, one JSON object a line."""
    for event in events:
        say_json(encode_event(event).decode())


def board_of(title: Title, state: GameState) -> dict[str, Any]:
    """Return a state as plain values: the clock, and for each power its stores, bought units, areas and units."""
    powers = {}
    for power in title.powers:
        units = {area: _units(title, state, area, power) for area in title.areas}
        powers[power] = {
            "stores": {resource: state.resources.get((power, resource), 0) for resource in title.resources},
            "bought": show_units((unit, state.pool[power, unit]) for unit in (*title.units, *BACKS) if (power, unit) in state.pool),
            "areas": [area for area in title.areas if state.control.get(area) == power],
            "units": {area: listed for area, listed in units.items() if listed},
        }
    ended = {"winners": list(state.winners), "how": state.how} if state.ended else None
    return {"seq": state.seq, **state.clock._asdict(), "ended": ended, "powers": powers}


def _units(title: Title, state: GameState, area: str, power: str) -> str:
    counts: dict[tuple[str, int], int] = {}
    for key, count in state.units_in(area):
        if key[1] == power:
            row = title.units.get(key[2])  # none of what is not known (engine/fog.py)
            kind = key[2], key[3] if row and row.has("block") else 0
            counts[kind] = counts.get(kind, 0) + count
    order = [*title.units, *BACKS]
    kinds = sorted(counts, key=lambda kind: (order.index(kind[0]), -kind[1]))
    return show_blocks(BlockCount(unit, counts[unit, steps], strength=steps) for unit, steps in kinds)


def print_board(title: Title, state: GameState, total: int, as_json: bool = False) -> None:
    """Print the board after `state.seq` of `total` events."""
    board = board_of(title, state)
    if as_json:
        print_json(board)
        return
    clock = state.clock
    where = f"round {clock.round}, {clock.power}, {clock.phase}" if clock.round else "before the first round"
    say(f"{title.name} after event {state.seq:,} of {total:,}: {where}")
    made = table("power", "in hand", ">areas", "units")
    for power, row in board["powers"].items():
        stores = ", ".join(f"{amount} {title.resources[resource].name}" for resource, amount in row["stores"].items())
        bought = f"bought, to be placed: {row['bought']}" if row["bought"] else ""
        lines = [f"{title.areas[area].name}: {units}" for area, units in row["units"].items()]
        made.add_row(title.powers[power].name, stores, str(len(row["areas"])), "\n".join([*filter(None, [bought]), *lines, ""]))
    print_table("", made)
