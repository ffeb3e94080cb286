"""The course of a game turn by turn: each side's chance of winning where a model knows the title, its share of all strength otherwise."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from dashboard.review.reader import Reader
from dashboard.review.spine.deeds import deed
from engine.rules import NEUTRAL

CHANCE, STRENGTH = "chance", "strength"
MOMENTS = 5
"""Key moments of a game."""
SMALL, LEAST = 0.03, 0.2
"""A change of less is no key moment: in itself, and as a part of the largest one."""
PARTS = {"low": None, "high": None, "by_dice": None, "by_players": None, "not_told_apart": None}


class Course(NamedTuple):
    """The course of a game.

    Attributes:
        kind: CHANCE or STRENGTH. basis: what the chances were learned from; for strength why they are not known, empty
            where nobody asked.
        focus: printed name of the side that the page follows: the winner, or whoever was ahead at the end.
        sides: printed names of the sides that are drawn; of two sides only `focus`, for the other one's line would mirror it.
        rows: turn, round, side_name, value (0 to 1), low, high (the band; null for strength), change since the turn before, by_dice,
            by_players, not_told_apart (null for strength); one row a turn and side.
        result: whether the last turn has the game's result for a chance.
    """

    kind: str
    basis: str
    focus: str
    sides: tuple[str, ...]
    rows: pl.DataFrame
    result: bool = False

    def of(self, side: str) -> pl.DataFrame:
        """Return the rows of a side, turn by turn."""
        return self.rows.filter(side_name=side).sort("turn")

    @property
    def open(self) -> pl.DataFrame:
        """Return the rows of turns after which the game was not yet decided."""
        return self.rows.filter(pl.col("turn") < pl.col("turn").max()) if self.result else self.rows


def course(of: Reader) -> Course | None:
    """Return the course of a game; None where fewer than two sides or turns are known."""
    told = of.chances()
    if told is None or told.unknown:
        kind, basis, rows = STRENGTH, told.unknown if told else "", _strength(of)
    else:
        kind, basis, rows = CHANCE, told.basis, _named(of, told.rows.with_columns(value=pl.col("chance")))
    names = rows["side_name"].unique(maintain_order=True).to_list()
    if len(names) < 2 or rows["turn"].n_unique() < 2:
        return None
    last = rows.filter(pl.col("turn") == pl.col("turn").max()).sort("value", descending=True, maintain_order=True)
    winners = {of.sides.get(side, side) for side in of.game["winner"].split(", ")}
    focus = next((name for name in last["side_name"] if name in winners), str(last["side_name"][0]))
    certain = kind == CHANCE and bool(winners & set(names))
    return Course(kind, basis, focus, tuple(names) if len(names) > 2 else (focus,), rows, certain)


def key_moments(of: Reader, found: Course) -> pl.DataFrame:
    """Return the turns that moved it most, in the order of play, each as a row of the side that it helped, with its `deed`.

    A turn of which nothing is on record that helped the side is none.
    """
    moved = found.rows.filter(pl.col("change") >= SMALL, pl.col("change") >= LEAST * pl.col("change").max())
    ranked = moved.sort("change", "turn", "side_name", descending=[True, False, False])
    each = ranked.unique("turn", keep="first", maintain_order=True)
    told = each.with_columns(pl.Series("deed", [deed(of, *one) for one in each.select("turn", "side_name").iter_rows()], pl.String))
    return told.filter(pl.col("deed") != "").head(MOMENTS).sort("turn")


def _named(of: Reader, rows: pl.DataFrame) -> pl.DataFrame:
    named = rows.with_columns(pl.col("side").replace(of.sides).alias("side_name")).filter(pl.col("side_name").is_in(of.side_names))
    return named.select("turn", "round", "side_name", "value", "low", "high", "change", "by_dice", "by_players", "not_told_apart")


def _strength(of: Reader) -> pl.DataFrame:
    """Return each side's share of all units and production at the end of each turn, of the sides at the table."""
    seats = of.frame("powers").filter(pl.col("side").is_in(list(of.seated_sides - {NEUTRAL})))
    sums = seats.group_by("turn", "round", "side").agg((pl.col("tuv") + pl.col("production")).sum().alias("strength"))
    if not sums["strength"].sum():
        return sums.clear().with_columns(side_name=pl.lit(""), value=pl.lit(0.0))
    shares = sums.with_columns(value=pl.col("strength") / pl.col("strength").sum().over("turn")).drop_nans("value").sort("turn", "side")
    moved = shares.with_columns(change=pl.col("value") - pl.col("value").shift(1).over("side"))
    return _named(of, moved.with_columns(pl.lit(value, pl.Float64).alias(name) for name, value in PARTS.items()))
