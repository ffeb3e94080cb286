"""Events of a game as sentences, each with its turn: patterns stand in sentences.toml, names are the printed ones."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from dashboard.turn_report.battles import battles
from dashboard.turn_report.names import NOBODY, Names

PATTERNS = Path(__file__).with_name("sentences.toml")
RELATIONS = "relation_changed"
NEW = " from {before}"
"""What a pattern leaves out of what nobody held before, or a power with the area's own name: `captured Italy from Italy`."""
ROUTE = "→"
"""What stands in a pattern between two places."""
SIGNED = "delta"
"""The column of a change whose sign chooses the pattern."""

Frames = Callable[[str], pl.DataFrame]


class Told(NamedTuple):
    """A sentence: the turn and the phase it belongs to, where its first event stands, and the table it was made from."""

    turn: int
    seq: int
    phase: str
    table: str
    text: str


def report(frames: Frames, money: Mapping[str, str], words: Mapping[str, str] | None = None) -> pl.DataFrame:
    """Return the sentences of a game: turn, seq, phase, table, text; in the order of play.

    Set-up, dice of their own (but those of games that were only observed) and remarks are not told; texts come from the record's
    names and must be shown as text.

    Args:
        frames: the lake's tables of one game by name. money: printed names of resources.
        words: printed names that the title alone has, by slug (`Reader.words`).
    """
    names = Names.of(frames, money, words)
    found = [told for table, how in _patterns().items() for told in _tell(table, how, frames, names)]
    if any(told.turn for told in found):  # before the first turn everything is set-up
        found = [told for told in found if told.turn]
    found = _without_first_relations(found, frames)
    schema = {"turn": pl.Int64, "seq": pl.Int64, "phase": pl.String, "table": pl.String, "text": pl.String}
    return pl.DataFrame(found, schema=schema, orient="row").sort("seq", maintain_order=True)


def _without_first_relations(found: list[Told], frames: Frames) -> list[Told]:
    """Return the sentences without how powers stand to each other at the set-up: some saves tell it for each pair in the first turn."""
    first = frames(RELATIONS).filter(pl.col("before") == "")["seq"]
    begun = min((told.seq for told in found if told.table != RELATIONS), default=inf)
    set_up = {seq for seq in first if seq < begun}
    return [told for told in found if told.table != RELATIONS or told.seq not in set_up]


@lru_cache
def _patterns() -> dict[str, Any]:
    return tomllib.loads(PATTERNS.read_text(encoding="utf-8"))


def _tell(table: str, how: Mapping[str, Any], frames: Frames, names: Names) -> Iterator[Told]:
    rows = _rows(table, frames, names)
    for column in how.get("unless", ()):
        rows = rows.filter(pl.col(column) == 0)
    for row in _together(rows, how).iter_rows(named=True):
        cause = row[how["cause"]] if how["cause"] else ""
        pattern = _pattern(how["say"], cause, row.get(SIGNED), row.get("before"))
        if NEW in pattern and names.said("before", row["before"]) in (NOBODY, names.said("area", row.get("area", ""))):
            pattern = pattern.replace(NEW, "")
        if pattern:
            yield Told(row["turn"], row["seq"], row["phase"], table, _sentence(_fill(pattern, row, names)))


def _rows(table: str, frames: Frames, names: Names) -> pl.DataFrame:
    """Return the rows that a table of the patterns is about: a table of the lake, or one made of several."""
    if table == "battle":
        return battles(frames, names)
    if table == "dice_rolled":
        return _own_dice(frames)
    return purchases(frames) if table == "units_purchased" else frames(table)


def _own_dice(frames: Frames) -> pl.DataFrame:
    """Return the dice that no battle tells, of games that were only observed: there, they may be all that a turn has."""
    rows = frames("dice_rolled")
    if frames("games")["fidelity"].first() != "observed":
        return rows.clear()
    faces = pl.col("dice").list.eval(pl.element().cast(pl.String)).list.join(", ")
    known = pl.col("dice").list.sum() > 0
    return rows.filter(known & (pl.col("battle") == 0)).with_columns(roll=pl.col("purpose"), dice=faces)


def _sentence(text: str) -> str:
    """Return words as a sentence: a capital first, and one full stop where a name ends with one of its own."""
    return text[:1].upper() + text[1:].replace("..", ".")


def _together(rows: pl.DataFrame, how: Mapping[str, Any]) -> pl.DataFrame:
    """Return the rows, or one for each group of those that are told together in a turn and phase."""
    if not how.get("together") or rows.is_empty():
        return rows
    keys = ["turn", "phase", *how["together"]]
    sums = [pl.col(name).sum() for name in (SIGNED, "total") if name in rows.columns]
    units = [pl.struct("unit", "count").alias("units")] if "count" in rows.columns else []
    return rows.group_by(keys, maintain_order=True).agg(pl.col("seq").min(), *sums, *units)


def _pattern(say: Mapping[str, str], cause: str, delta: int | None, before: str | None) -> str:
    """Return the pattern of a cause, of what was before it or of its sign where it has one; empty when nothing is told."""
    if delta == 0:
        return ""
    sign = "" if delta is None else "+" if delta > 0 else "-"
    for key in (f"{before}>{cause}", f"{cause}{sign}", cause, f"*{sign}", "*"):
        if key in say:
            return say[key]
    return ""


def _count(row: Mapping[str, Any]) -> int:
    """Return the amount of money that a sentence tells."""
    return next((abs(row[name]) for name in (SIGNED, "loss", "total") if row.get(name) is not None), 0)


def _fill(pattern: str, row: Mapping[str, Any], names: Names) -> str:
    """Return a pattern with its braces filled; names hold no braces of ours, so that they are never filled again."""

    def part(found: re.Match[str]) -> str:
        name = found[1]
        if name == "units" and "units" in row:
            return names.units(row["units"])
        if name == "money":
            return names.money(row.get("resource", ""), _count(row))
        if name == "line":
            return names.line(row["area"])
        if name == "amount":
            return f"{abs(row[SIGNED]):,}"
        label = pattern.startswith(":", found.end()) or ROUTE in pattern
        return names.said(name, row[name]) if label else names.in_sentence(name, row[name])

    return re.sub(r"\{(\w+)\}", part, pattern)


def purchases(frames: Callable[[str], pl.DataFrame]) -> pl.DataFrame:
    """Return the rows of `units_purchased` with `price`, known or unknown.

    Rules always know a price, be it 0; other records say 0 where they do not tell it (the view `purchases` of the warehouse).
    """
    bought, told = frames("units_purchased"), frames("games")["fidelity"].first() == "orders"
    known = pl.lit(told) | (pl.col("unit_cost") > 0)
    return bought.with_columns(price=pl.when(known).then(pl.lit("known")).otherwise(pl.lit("unknown")))
