"""Who is within a turn of winning: a race that the line of chances need not know of."""

from __future__ import annotations

from typing import Any, NamedTuple

import polars as pl

from dashboard.review.reader import Reader
from dashboard.review.spine.course import Course
from dashboard.review.story.ending import counted_in
from dashboard.review.story.wording import sentence, the
from dashboard.ui.figures import highest
from dashboard.ui.text import printed

RACE = ("contender", "measure")


class Near(NamedTuple):
    """A stretch of turns after each of which a contender was within a turn of winning.

    Attributes:
        side: printed name of its side. first, last: turns. told: how close it was after the first of them, without a full stop.
        lead: whether it led in what is decided by who has most, a turn before the game ended.
    """

    side: str
    first: int
    last: int
    told: str
    lead: bool = False


def near(of: Reader, found: Course) -> list[Near]:
    """Return the stretches in which a contender met, or was within a turn of meeting, all that wins, in the order of play.

    Within a turn of meeting it: no more is missing than the least that it has gained in any turn in which it gained, where it did so
    twice or more. Of a decided game the last turn is left out: its result is told.
    """
    last = found.open["turn"].max()
    every = of.frame("races").filter(pl.col("side") != "").sort("turn", "seq")
    races = every.filter(pl.col("threshold") > 0)
    races = races.unique(["turn", *RACE], keep="last", maintain_order=True)
    gained = (pl.col("total") - pl.col("total").shift(1)).over(RACE, order_by="turn")
    rows = [
        row
        for _, part in races.with_columns(gained=gained).group_by(RACE, maintain_order=True)
        for row in _within(part)
        if last is not None and row["turn"] <= last
    ]
    leads = _lead(of, found, every)
    if not rows:
        return leads
    close = pl.when(pl.col("alone").any()).then(pl.col("close").any()).otherwise(pl.col("close").all())
    each = pl.DataFrame(rows).with_columns(near=close.over("turn", "contender"))
    stretches = (one for _, part in each.group_by("contender", maintain_order=True) for one in _stretches(of, part))
    return sorted([*stretches, *leads], key=lambda one: one.first)


def _lead(of: Reader, found: Course, races: pl.DataFrame) -> list[Near]:
    """Return who led, a turn before the end of a game, in the race that whoever has most wins when it ends; nobody where several did."""
    if not of.game["ended"] or "most" not in races.columns:
        return []
    end = found.rows["turn"].max()
    before = races.filter(pl.col("most"), pl.col("turn") < end)
    if before.is_empty():
        return []
    turn = int(highest(before["turn"]))
    ranked = before.filter(turn=turn).unique("contender", keep="last", maintain_order=True)
    ranked = ranked.sort("total", descending=True, maintain_order=True)
    if ranked.height < 2 or ranked["total"][0] == ranked["total"][1]:
        return []
    one, two = ranked.row(0, named=True), ranked.row(1, named=True)
    score = f"{one['total']} to {two['total']} in {counted_in(of, one['measure'], 2)}, of which most win"
    return [Near(_side(of, one), turn, turn, f"{the(one['name'])} led {the(two['name'])} {score}", True)]


def _within(race: pl.DataFrame) -> list[dict[str, Any]]:
    """Return the turns of one race, each with whether it was `close` to its end."""
    gains: list[int] = []
    rows = []
    for row in race.iter_rows(named=True):
        gains += [row["gained"]] if (row["gained"] or 0) > 0 else []
        least = min(gains) if len(gains) > 1 else 0
        rows.append({**row, "close": row["threshold"] - row["total"] <= least})
    return rows


def _stretches(of: Reader, rows: pl.DataFrame) -> list[Near]:
    """Return the stretches of one contender, those of the turns after which it was near."""
    by_turn: dict[int, list[dict[str, Any]]] = {}
    for row in rows.iter_rows(named=True):
        by_turn.setdefault(row["turn"], []).append(row)
    found: list[list[int]] = []
    before = False
    for turn in sorted(by_turn):
        now = by_turn[turn][0]["near"]
        if now:
            found = [*found[:-1], [*found[-1], turn]] if before else [*found, [turn]]
        before = now
    return [Near(_side(of, by_turn[turns[0]][0]), turns[0], turns[-1], _told(of, by_turn[turns[0]])) for turns in found]


def _side(of: Reader, row: dict[str, Any]) -> str:
    return of.sides.get(row["side"], printed(row["side"]))


def _told(of: Reader, rows: list[dict[str, Any]]) -> str:
    """Return how much of what wins a contender had."""
    row = max((row for row in rows if row["close"]), key=lambda row: row["total"] / row["threshold"])
    counted = counted_in(of, row["measure"], 2)
    had = f"{row['total']} of the" if row["total"] < row["threshold"] else "the"
    return f"{the(row['name'])} had {had} {row['threshold']} {counted} that win"


def near_told(of: Reader, found: Course, stretches: list[Near]) -> str:
    """Return the last stretch of each side in a sentence: who was within a turn of winning, since when; empty without any."""
    last = found.open["turn"].max()
    latest = {(one.side, one.lead): one for one in stretches}
    return " ".join(f"{sentence(_when(of, one, last))}." for one in latest.values())


def _when(of: Reader, one: Near, last: Any) -> str:
    if one.lead:
        return f"before the last turn {one.told}"
    first, end = (of.when(of.rounds[turn]) for turn in (one.first, one.last))
    if one.last == last:
        return f"{one.told} from {first} on"
    return f"{one.told} in {first}" if first == end else f"{one.told} from {first} to {end}"
