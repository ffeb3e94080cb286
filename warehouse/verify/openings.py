"""A game's stored openings, counted again without SQL: row by row, in plain Python."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import polars as pl

from warehouse.expressions import Tables

ROUNDS = 3
"""Rounds that are an opening; said here once more, as this counts without what the lake's own question says."""
COLUMNS = {"round": pl.Int32, "power": pl.String, "place": pl.Int32, "bought": pl.String, "attacks": pl.String}
"""Columns of `openings`, and their types."""
Key = tuple[int, str]
"""Round and power."""


def openings(tables: Tables) -> pl.LazyFrame:
    """Return the rows of `openings` of one game without their place's order: round, power, place, bought, attacks."""
    game = tables("games").select("turns", "finished_rounds").collect().row(0, named=True)
    first: dict[Key, int] = {}
    bought: dict[Key, Counter[str]] = defaultdict(Counter)
    attacks: dict[Key, list[str]] = defaultdict(list)
    for row in _rows(tables, "phase_started", game):
        _note(first, row, row["turn_power"])
    for row in _rows(tables, "units_purchased", game):
        bought[_note(first, row, row["power"])][row["unit"]] += row["count"]
    ends = {row["battle"]: row for row in tables("battle_ended").collect().iter_rows(named=True)}
    for row in _rows(tables, "battle_started", game):
        attacks[_note(first, row, row["attacker"])].append(f"{row['area']} {_result(row, ends.get(row['battle']))}")
    seated = dict(tables("title_powers").select("power", "play_order").collect().iter_rows())
    order = sorted((one for one in first if one[1]), key=lambda one: (first[one], one[0], seated.get(one[1], len(seated) + 1), one[1]))
    found = [(*one, place, _purchase(bought[one]), ", ".join(attacks[one])) for place, one in enumerate(order, start=1)]
    return pl.LazyFrame(found, schema=COLUMNS, orient="row")


def _rows(tables: Tables, name: str, game: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of events of the opening, in turns that the record tells to their end."""
    return [
        row
        for row in tables(name).sort("seq").collect().iter_rows(named=True)
        if 1 <= row["round"] <= ROUNDS
        and not row["phase"].startswith("bid-")
        and (row["turn"] < game["turns"] or row["round"] <= game["finished_rounds"])
    ]


def _note(first: dict[Key, int], row: dict[str, Any], power: str) -> Key:
    key = row["round"], power
    first[key] = min(first.get(key, row["turn"]), row["turn"])
    return key


def _purchase(units: Counter[str]) -> str:
    return ", ".join(f"{count} {unit}" for unit, count in sorted(units.items()) if count > 0)


def _result(start: dict[str, Any], end: dict[str, Any] | None) -> str:
    if start["kind"] == "raid":
        return "bombed"
    if end is None:
        return "undecided"
    if end["winner"] == "attacker":
        return "won"
    destroyed = not end["defenders"] and 0 < start["defender_value"] <= end["defender_lost"]
    beaten = not end["attackers"] and bool(end["defenders"]) and 0 < start["attacker_value"] <= end["attacker_lost"]
    return "lost" if (end["winner"] == "defender" and not destroyed) or (end["winner"] == "none" and beaten) else "undecided"
