"""A game's stored snapshots against its events: the fold is made again, and what it says is counted here anew.

It shares nothing with the code that wrote the snapshots but the fold itself: stacks, owners and stores are read off the
state, TUV and production are summed up from the game's own stored title.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import polars as pl

from engine.errors import SitrepError
from engine.state import GameState
from warehouse.lake import Lake, events_of
from warehouse.verify.findings import Finding

SHOWN = 3
"""Differences told of one snapshot of one table; the rest are counted."""


def check_game(lake: Lake, game_id: str) -> list[Finding]:
    """Return where a game's stored snapshots, counts and ending differ from the fold of its stored events."""
    try:
        events = events_of(lake, game_id)
        tables = {name: lake.frame(name, game_id) for name in ("powers", "areas", "stacks", "games")}
        return list(_check(game_id, events, tables, _known(lake, game_id)))
    except SitrepError as error:
        return [Finding(f"game {game_id}", "events", "events that fold into a state", str(error))]


class _Known(NamedTuple):
    """What a game's stored title says: prices of units and of their steps (blocks only), values and kinds of areas."""

    prices: dict[str, int]
    steps: dict[str, int]
    values: dict[str, int]
    kinds: dict[str, str]

    def worth(self, unit: str, strength: int) -> int:
        return self.steps[unit] * strength if unit in self.steps else self.prices[unit]


def _known(lake: Lake, game_id: str) -> _Known:
    units = lake.frame("title_units", game_id)
    abilities = ((unit, json.loads(text)) for unit, text in units.select("unit", "abilities").iter_rows())
    return _Known(
        _column(units, "unit", "cost"),
        {unit: int(able["step-cost"]) for unit, able in abilities if "step-cost" in able},
        _column(areas := lake.frame("title_areas", game_id), "area", "value"),
        _column(areas, "area", "kind"),
    )


def _check(game_id: str, events: list[Any], tables: dict[str, pl.DataFrame], known: _Known) -> Iterator[Finding]:
    (game,) = tables["games"].to_dicts()
    stored = {name: _by_seq(tables[name]) for name in ("powers", "areas", "stacks")}
    state, rest = GameState(), iter(events)
    for seq in sorted({seq for rows in stored.values() for seq in rows}):
        for event in islice(rest, seq - state.seq):
            state.apply(event)
        where = f"game {game_id}, after event {seq}"
        if state.seq != seq:
            yield Finding(where, "events", str(seq), str(state.seq))
            return
        yield from _differences(f"{where}, stacks", _stacks(stored["stacks"].get(seq, [])), dict(state.stacks))
        yield from _differences(f"{where}, owners", _owners(stored["areas"].get(seq, [])), _holders(state, stored, seq))
        rows = stored["powers"].get(seq, [])
        yield from _differences(f"{where}, powers", _powers(rows), _counted(rows, state, game["resource"], known))
    for event in rest:
        state.apply(event)
    said = {name: game[name] for name in ("events", "defects", "ended", "winner", "how")}
    ending = {"events": state.seq, "defects": state.defects, "ended": state.ended,
              "winner": ", ".join(state.winners), "how": state.how}  # fmt: skip
    yield from _differences(f"game {game_id}, its row of games", said, ending)


def _by_seq(frame: pl.DataFrame) -> dict[int, list[dict[str, Any]]]:
    """Return rows by the event they stand after."""
    found: dict[int, list[dict[str, Any]]] = {}
    for row in frame.iter_rows(named=True):
        found.setdefault(row["seq"], []).append(row)
    return found


def _stacks(rows: list[dict[str, Any]]) -> dict[Any, int]:
    return {(r["area"], r["power"], r["unit"], r["strength"], r["condition"]): r["count"] for r in rows}


def _owners(rows: list[dict[str, Any]]) -> dict[Any, str]:
    return {row["area"]: row["controller"] for row in rows}


def _holders(state: GameState, stored: dict[str, Any], seq: int) -> dict[Any, str]:
    """Return who holds each area that has a stored row; an area that is held and has none is told as well."""
    listed = dict.fromkeys((row["area"] for row in stored["areas"].get(seq, [])), "")
    return listed | dict(state.control)


def _powers(rows: list[dict[str, Any]]) -> dict[Any, Any]:
    columns = ("treasury", "production", "tuv", "units", "areas")
    return {(row["power"], column): row[column] for row in rows for column in columns}


def _counted(rows: list[dict[str, Any]], state: GameState, resource: str, known: _Known) -> dict[Any, Any]:
    units: Counter[str] = Counter()
    tuv: Counter[str] = Counter()
    for (area, power, unit, strength, _), count in state.stacks.items():
        if known.kinds[area] != "box":
            units[power] += count
            tuv[power] += count * known.worth(unit, strength)
    areas: Counter[str] = Counter()
    production: Counter[str] = Counter()
    for area, power in state.control.items():
        areas[power] += known.kinds[area] != "sea" or known.values[area] > 0
        production[power] += known.values[area]
    found: dict[Any, Any] = {}
    for power in (row["power"] for row in rows):
        treasury = state.resources.get((power, resource), 0)
        made = (treasury, production[power], tuv[power], units[power], areas[power])
        found |= zip(((power, name) for name in ("treasury", "production", "tuv", "units", "areas")), made, strict=True)
    return found


def _differences(where: str, stored: dict[Any, Any], made: dict[Any, Any]) -> Iterator[Finding]:
    """Yield what differs between what is stored and what the events make, the first few in full."""
    wrong = [key for key in {**stored, **made} if stored.get(key) != made.get(key)]
    for key in wrong[:SHOWN]:
        yield Finding(where, _name(key), _value(made, key), _value(stored, key))
    if len(wrong) > SHOWN:
        yield Finding(where, "more of the kind", "none", str(len(wrong) - SHOWN))


def _name(key: Any) -> str:
    return " ".join(str(part) for part in key if part != "") if isinstance(key, tuple) else str(key)


def _value(values: dict[Any, Any], key: Any) -> str:
    return repr(values[key]) if key in values else "no row"


def _column(frame: pl.DataFrame, key: str, value: str) -> dict[str, Any]:
    return dict(zip(frame[key], frame[value], strict=True))
