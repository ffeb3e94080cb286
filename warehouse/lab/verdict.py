"""The verdict of an experiment, from the games of a lake: win rates, paired differences, what else moved, and what it would take."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, Protocol

import msgspec
import polars as pl

from warehouse.errors import LakeError
from warehouse.expressions import rate
from warehouse.lab.bids import FairBid, fair_bid
from warehouse.lab.design import SEQUENTIAL, SOURCE, Arm, Design, seat
from warehouse.lab.intervals import (
    Interval,
    paired_interval,
    pairs_needed,
    sequence,
    sequence_interval,
    smallest_seen,
    student,
    student_chance,
    unlike_share,
)

POINTS = (2, 3, 5)
"""Differences, in points of the win rate, for which a verdict says how many pairs they need."""


FEW = 20
"""Pairs below which nothing is said to have moved: a mean of so few says little of games that are rarely alike."""

GAMES = {"game_id": pl.String, "arm": pl.String, "pair": pl.Int64, "won": pl.Boolean, "undecided": pl.Boolean}
"""The columns of an experiment's games."""


class Lake(Protocol):
    """The part of a lake that a verdict needs."""

    def sql(self, query: str, params: dict[str, Any] | None = None) -> pl.DataFrame:
        """Return the answer to a question."""
        ...


class Verdict(msgspec.Struct, frozen=True):
    """What an experiment found.

    Attributes:
        design: what was asked. pairs: complete ones that count. played: games in the lake, those beyond the last pair too.
        reason: why it stopped there, or that it has not. rates: arm, won, decided (all games), undecided, rate, low, high.
        differences: arm, against, difference, low, high, clear, unlike (share of the pairs that ended differently), smallest (seen
        four times in five; null where so few pairs see none), and pairs_N for each of POINTS (see `unlike_share`).
        effects: arm, against, name, side, unit, per, before, after, change, low, high, moved; the largest first.
        bid: what the games say about the fair bid; None where no rule set has one.
    """

    design: Design
    pairs: int
    played: int
    reason: str
    rates: pl.DataFrame
    differences: pl.DataFrame
    effects: pl.DataFrame
    bid: FairBid | None = None


def experiments(lake: Lake) -> dict[str, Design]:
    """Return the experiments of a lake by key, each with the most pairs that any of its games was planned with."""
    found: dict[str, Design] = {}
    texts = lake.sql("SELECT DISTINCT about FROM games WHERE source = $source", {"source": SOURCE})["about"].sort()
    for design in (one.design for one in map(seat, texts) if one):
        if design.key not in found or found[design.key].pairs < design.pairs:
            found[design.key] = design
    return found


def verdict(lake: Lake, key: str) -> Verdict:
    """Return the verdict of an experiment, by its key, or by its name if there is only one of it.

    Raises:
        LakeError: the lake has no such experiment.
    """
    there = experiments(lake)
    fits = [one for one, design in there.items() if key in (one, design.lab)]
    if len(fits) != 1:
        known = f"expected one of {', '.join(there)}" if there else "it has no experiments at all: sitrep lab run makes one"
        raise LakeError(f"{len(fits) or 'no'} experiments {key!r} are in the lake; {known}")
    design = there[fits[0]]
    return judged(design, games_of(lake, design), lake)


def games_of(lake: Lake, design: Design) -> pl.DataFrame:
    """Return the experiment's games: game_id, arm, pair, won (by the side), undecided."""
    rows = lake.sql("SELECT game_id, about, winner FROM games WHERE source = $source", {"source": SOURCE})
    seats = [(seat(row["about"]), row) for row in rows.iter_rows(named=True)]
    mine = [
        (row["game_id"], one.arm, one.pair, design.side in row["winner"].split(", "), not row["winner"])
        for one, row in seats
        if one and one.design.key == design.key
    ]
    # A seat that two files have been read for is one game.
    return pl.DataFrame(mine, schema=GAMES, orient="row").unique(["arm", "pair"], keep="first", maintain_order=True)


def judged(design: Design, games: pl.DataFrame, lake: Lake | None = None) -> Verdict:
    """Return the verdict on games (see `games_of`); without a lake it has no effects."""
    won = complete(design, games)
    pairs, _, reason = stopped(design, won)
    won = won.head(pairs)
    counted = games.filter(pl.col("pair").is_in(won["pair"].implode()))
    effects = _effects(lake, design, counted) if lake and pairs else pl.DataFrame()
    rates, differences = _rates(design, counted), _differences(design, won)
    return Verdict(design, pairs, games.height, reason, rates, differences, effects, fair_bid(design, counted))


def complete(design: Design, games: pl.DataFrame) -> pl.DataFrame:
    """Return the pairs of which every arm has its game, in order and without a gap: pair, and a column of 0 and 1 for each arm."""
    names = [arm.name for arm in design.arms]
    schema = {"pair": pl.Int64, **dict.fromkeys(names, pl.Int8)}
    if games.is_empty():
        return pl.DataFrame(schema=schema)
    wide = games.with_columns(pl.col("won").cast(pl.Int8)).pivot("arm", index="pair", values="won").sort("pair")
    if set(names) - set(wide.columns):
        return pl.DataFrame(schema=schema)
    wide = wide.select("pair", *names).drop_nulls()
    return wide.filter(pl.col("pair") == pl.int_range(1, pl.len() + 1))


class Stop(NamedTuple):
    """How many pairs count, whether no more are to be played, and why."""

    pairs: int
    over: bool
    reason: str


def stopped(design: Design, won: pl.DataFrame) -> Stop:
    """Return where an experiment stops: the same however many games were played at once, or played beyond.

    The interval of a sequential experiment holds at any time, so it may be looked at after every pair.
    """
    if design.stop == SEQUENTIAL and (pairs := decided(design, won)):
        return Stop(pairs, True, "every difference between rule sets is clear of 0, or known as closely as asked")
    if won.height >= design.pairs:
        return Stop(design.pairs, True, "all pairs that were planned are played")
    return Stop(won.height, False, f"{design.pairs - won.height} of {design.pairs} pairs are still to be played")


def decided(design: Design, won: pl.DataFrame) -> int:
    """Return after how many of these pairs a sequential experiment may stop first; 0 if it may not."""
    asked = [arm for arm in design.compared if not arm.restriction] or list(design.compared)
    known = [[_enough(design, one) for one in sequence(unlike(won, arm), design.alpha)] for arm in asked]
    return next((pairs for pairs, enough in enumerate(zip(*known, strict=True), 1) if all(enough)), 0)


def _enough(design: Design, found: Interval) -> bool:
    return found.clear or max(found.high - found.value, found.value - found.low) <= design.within


def unlike(won: pl.DataFrame, arm: Arm) -> list[int]:
    """Return each pair's difference between an arm and the one it is compared with: -1, 0 or 1."""
    return (won[arm.name] - won[arm.against]).to_list()


def interval(design: Design, differences: Sequence[int]) -> Interval:
    """Return the interval of a difference, as the design's rule of stopping demands."""
    if design.stop == SEQUENTIAL:
        return sequence_interval(differences, design.alpha)
    return paired_interval(differences, design.alpha)


def _rates(design: Design, counted: pl.DataFrame) -> pl.DataFrame:
    """Return the win rate of each arm, with Wilson's interval, or with one that holds at any time if the experiment is sequential."""
    rows = []
    for arm in design.arms:
        mine = counted.filter(pl.col("arm") == arm.name).sort("pair")
        rows.append((arm.name, int(mine["won"].sum()), mine.height, int(mine["undecided"].sum())))
    found = pl.DataFrame(rows, schema=["arm", "won", "decided", "undecided"], orient="row").with_columns(rate())
    if design.stop != SEQUENTIAL or counted.is_empty():
        return found
    always = [
        sequence_interval(counted.filter(pl.col("arm") == arm.name).sort("pair")["won"].cast(int).to_list(), low=0.0, high=1.0)
        for arm in design.arms
    ]
    return found.with_columns(low=pl.Series([one.low for one in always]), high=pl.Series([one.high for one in always]))


def _differences(design: Design, won: pl.DataFrame) -> pl.DataFrame:
    rows = []
    for arm in design.compared:
        apart = unlike(won, arm)
        found, share = interval(design, apart), unlike_share(apart)
        needed = {f"pairs_{points}": pairs_needed(points / 100, share, design.alpha) for points in POINTS}
        seen = smallest_seen(won.height, share, design.alpha)
        rows.append({
            "arm": arm.name, "against": arm.against, "difference": found.value, "low": found.low, "high": found.high,
            "clear": found.clear, "unlike": sum(map(abs, apart)) / len(apart) if apart else None,
            "smallest": seen if seen < share else None, **needed,
        })  # fmt: skip
    return pl.DataFrame(rows, schema_overrides={"unlike": pl.Float64, "smallest": pl.Float64})


def planned(design: Design) -> pl.DataFrame:
    """Return what the experiment can see before any game is played: unlike (a guess), smallest, and pairs_N for each of POINTS.

    The guesses: half of the pairs end differently, as if the seed had no influence and both sides were equal; or a quarter.
    """
    rows = [
        {
            "unlike": share,
            "smallest": smallest_seen(design.pairs, share, design.alpha),
            **{f"pairs_{points}": pairs_needed(points / 100, share, design.alpha) for points in POINTS},
        }
        for share in (0.5, 0.25)
    ]
    return pl.DataFrame(rows)


@cache
def things() -> dict[str, dict[str, str]]:
    """Return what is compared beside wins, by slug: its printed name and what it is counted per (effects.csv)."""
    text = files("warehouse").joinpath("lab", "effects.csv").read_text("utf-8")
    return {row["thing"]: row for row in csv.DictReader(text.splitlines())}


def _effects(lake: Lake, design: Design, counted: pl.DataFrame) -> pl.DataFrame:
    """Return how each thing changed between paired games: the mean change with Student's interval.

    `moved` marks those that stand after Benjamini and Hochberg's correction for looking at many things (5 % of them false).
    """
    query = files("warehouse").joinpath("lab", "effects.sql").read_text("utf-8")
    rows = lake.sql(query, {"games": counted["game_id"].to_list()}).join(counted.select("game_id", "arm", "pair"), on="game_id")
    on = ["thing", "side", "unit"]
    every = rows.select(on).unique().join(counted.select("arm", "pair"), how="cross")
    rows = every.join(rows.drop("game_id"), on=[*on, "arm", "pair"], how="left")
    rows = rows.with_columns(value=pl.when(pl.col("thing") == "bought").then(pl.col("value").fill_null(0)).otherwise("value"))
    found = [_changes(rows, arm, on) for arm in design.compared]
    return pl.concat(found) if found else pl.DataFrame()


def _changes(rows: pl.DataFrame, arm: Arm, on: list[str]) -> pl.DataFrame:
    one, two = (rows.filter(pl.col("arm") == name).drop("arm") for name in (arm.against, arm.name))
    paired = one.join(two, on=[*on, "pair"], suffix="_after").drop_nulls().with_columns(d=pl.col("value_after") - pl.col("value"))
    found = (
        paired.group_by(on)
        .agg(
            n=pl.len(),
            before=pl.col("value").mean(),
            after=pl.col("value_after").mean(),
            change=pl.col("d").mean(),
            error=pl.col("d").std() / pl.len().sqrt(),
        )
        .filter((pl.col("n") > 1) & ((pl.col("error") > 0) | (pl.col("change") != 0)))
        .with_columns(t=pl.col("change").abs() / pl.col("error"))
    )
    reach = pl.col("error") * pl.Series([student(n - 1) for n in found["n"].to_list()], dtype=pl.Float64)
    found = found.with_columns(low=pl.col("change") - reach, high=pl.col("change") + reach)
    chances = [student_chance(t, n - 1) for t, n in found.select("t", "n").iter_rows()]
    found = found.with_columns(p=pl.Series(chances, dtype=pl.Float64)).sort(["p", "t", *on], descending=[False, True, False, False, False])
    chances = found["p"].to_list()
    last = max((at for at, p in enumerate(chances, 1) if p <= 0.05 * at / len(chances)), default=0)
    named = pl.col("thing").replace_strict({slug: row["name"] for slug, row in things().items()}, return_dtype=pl.String)
    per = pl.col("thing").replace_strict({slug: row["per"] for slug, row in things().items()}, return_dtype=pl.String)
    return found.with_columns(
        arm=pl.lit(arm.name),
        against=pl.lit(arm.against),
        name=named,
        per=per,
        moved=(pl.int_range(1, pl.len() + 1) <= last) & (pl.col("n") >= FEW),
    ).select("arm", "against", "name", "side", "unit", "per", "before", "after", "change", "low", "high", "moved")
