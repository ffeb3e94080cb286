"""A game's stored snapshots against its events: the fold is made again, and what it says is counted here anew.

It shares nothing with the code that wrote the snapshots but the fold itself: stacks, owners and stores are read off the
state, TUV and production are summed up from the game's own stored title; `recount` does the same for stores, forces, damage and
races.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import polars as pl

from engine.decoding import from_json
from engine.errors import SitrepError
from engine.state import GameState
from warehouse.lake import Lake, events_of
from warehouse.verify import recount
from warehouse.verify.findings import Finding
from warehouse.verify.recount import StoredTitle

COUNTED = ("treasury", "production", "tuv", "units", "areas")
"""Columns of `powers` that are counted anew."""
SNAPSHOTS = {
    "powers": ("power", *COUNTED),
    "treasuries": ("power", "resource", "amount", "income"),
    "forces": ("power", "class", "units", "tuv"),
    "areas": ("area", "controller", "damage"),
    "races": ("contender", "measure", "threshold", "total", "held_since"),
}
"""The tables that are counted anew beside `stacks`, and their columns that are: a game has tens of thousands of their rows."""
STACK = ("area", "power", "unit", "strength", "condition")
"""Columns that tell one row of `stacks` from another after the same event."""
SHOWN = 3
"""Differences told of one snapshot of one table; the rest are counted."""


def check_game(lake: Lake, game_id: str) -> list[Finding]:
    """Return where a game's stored snapshots, counts and ending differ from the fold of its stored events."""
    try:
        events = events_of(lake, game_id)
        tables = {name: lake.frame(name, game_id) for name in (*SNAPSHOTS, "stacks", "games")}
        return list(_check(game_id, events, tables, _board(lake, game_id)))
    except SitrepError as error:
        return [Finding(f"game {game_id}", "events", "events that fold into a state", str(error))]


def _check(game_id: str, events: list[Any], tables: dict[str, pl.DataFrame], board: StoredTitle) -> Iterator[Finding]:
    (game,) = tables["games"].to_dicts()
    stored, stacks = {name: _by_seq(tables[name], columns) for name, columns in SNAPSHOTS.items()}, _stacks(tables["stacks"])
    state, rest, income, races = GameState(), iter(events), recount.Income(), recount.Races(board)
    for seq in sorted({*stacks, *(seq for rows in stored.values() for seq in rows)}):
        for event in islice(rest, seq - state.seq):
            state.apply(event)
            income.add(event)
        where = f"game {game_id}, after event {seq}"
        if state.seq != seq:
            yield Finding(where, "events", str(seq), str(state.seq))
            return
        rows = {name: stored[name].get(seq, []) for name in SNAPSHOTS}
        compared: dict[str, tuple[dict[Any, Any], dict[Any, Any]]] = {
            "stacks": (stacks.get(seq, {}), dict(state.stacks)),
            "owners": (_owners(rows["areas"]), _holders(rows["areas"], state)),
            "damage": recount.damage(rows["areas"], state),
            "powers": (_powers(rows["powers"]), _counted(state, game["resource"], board)),
            "treasuries": recount.treasuries(rows["treasuries"], state, income.taken()),
            "forces": recount.forces(rows["forces"], state, board),
            "races": races.check(rows["races"], state),
        }
        for what, (said, made) in compared.items():
            yield from _differences(f"{where}, {what}", said, made)
    for event in rest:
        state.apply(event)
    said = {name: game[name] for name in ("events", "defects", "ended", "winner", "how")}
    ending = {"events": state.seq, "defects": state.defects, "ended": state.ended, "winner": ", ".join(state.winners), "how": state.how}
    yield from _differences(f"game {game_id}, its row of games", said, ending)


def _by_seq(frame: pl.DataFrame, columns: tuple[str, ...]) -> dict[int, list[dict[str, Any]]]:
    """Return these columns of rows by the event they stand after."""
    found: dict[int, list[dict[str, Any]]] = {}
    for seq, *cells in frame.select("seq", *columns).iter_rows():
        found.setdefault(seq, []).append(dict(zip(columns, cells, strict=True)))
    return found


def _stacks(frame: pl.DataFrame) -> dict[int, dict[Any, int]]:
    """Return how many units each stack has by the event after which it is told: most rows of a game, so none becomes a mapping."""
    found: dict[int, dict[Any, int]] = {}
    for seq, count, *stack in frame.select("seq", "count", *STACK).iter_rows():
        found.setdefault(seq, {})[tuple(stack)] = count
    return found


def _owners(rows: list[dict[str, Any]]) -> dict[Any, str]:
    return {row["area"]: row["controller"] for row in rows}


def _holders(rows: list[dict[str, Any]], state: GameState) -> dict[Any, str]:
    """Return who holds each area that has a stored row; an area that is held and has none is told as well."""
    return dict.fromkeys((row["area"] for row in rows), "") | dict(state.control)


def _powers(rows: list[dict[str, Any]]) -> dict[Any, Any]:
    return {(row["power"], column): row[column] for row in rows for column in COUNTED}


def _counted(state: GameState, resource: str, board: StoredTitle) -> dict[Any, Any]:
    units: Counter[str] = Counter()
    tuv: Counter[str] = Counter()
    for (area, power, unit, strength, _), count in state.stacks.items():
        if board.on_map(area):
            units[power] += count
            tuv[power] += count * board.worth(unit, strength)
    areas: Counter[str] = Counter(power for area, power in state.control.items() if board.counts(area))
    production: Counter[str] = Counter()
    for area, power in state.control.items():
        production[power] += board.value[area]
    found: dict[Any, Any] = {}
    for power in board.side:
        treasury = state.resources.get((power, resource), 0)
        made = (treasury, production[power], tuv[power], units[power], areas[power])
        found |= zip(((power, name) for name in COUNTED), made, strict=True)
    return found


def _differences(where: str, stored: dict[Any, Any], made: dict[Any, Any]) -> Iterator[Finding]:
    """Yield what differs between what is stored and what the events make, the first few in full."""
    if stored == made:
        return
    wrong = [key for key in {**stored, **made} if stored.get(key) != made.get(key)]
    for key in wrong[:SHOWN]:
        yield Finding(where, _name(key), _value(made, key), _value(stored, key))
    if len(wrong) > SHOWN:
        yield Finding(where, "more of the kind", "none", str(len(wrong) - SHOWN))


def _name(key: Any) -> str:
    return " ".join(str(part) for part in key if part != "") if isinstance(key, tuple) else str(key)


def _value(values: dict[Any, Any], key: Any) -> str:
    return repr(values[key]) if key in values else "no row"


def _board(lake: Lake, game_id: str) -> StoredTitle:
    units, areas = lake.frame("title_units", game_id), lake.frame("title_areas", game_id)
    powers = lake.frame("title_powers", game_id)
    able = ((unit, from_json(abilities, dict[str, str])) for unit, abilities in units.select("unit", "abilities").iter_rows())
    return StoredTitle(
        cost=dict(units.select("unit", "cost").iter_rows()),
        step={unit: int(abilities["step-cost"]) for unit, abilities in able if "step-cost" in abilities},
        kind=dict(units.select("unit", "class").iter_rows()),
        value=dict(areas.select("area", "value").iter_rows()),
        place=dict(areas.select("area", "kind").iter_rows()),
        cities=areas.filter(pl.col("victory_city") != "")["area"].to_list(),
        side=dict(powers.select("power", "side").iter_rows()),
    )
