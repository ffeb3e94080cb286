"""How a side did in two games, round by round: its standing, its income and its units, a line a game."""

from __future__ import annotations

import polars as pl

from dashboard.charts.side_lines import side_lines
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing
from dashboard.review.spine.course import CHANCE, Course, course


def curves(one: Reader, two: Reader, side: str, titles: tuple[str, str]) -> list[Drawing]:
    """Return a side's curves in two games; one that either game has no data for is left out.

    Args:
        side: printed name. titles: what the games are called, each its own.
    """
    games = ((one, titles[0]), (two, titles[1]))
    income = [_sums(of, side, "income_by_turn", "income", name) for of, name in games]
    units = [_sums(of, side, "strength_by_round", "tuv", name) for of, name in games]
    return [
        *_standing(games, side, titles),
        *_drawn(income, titles, "income", f"Income, {one.unit} per round", "d", "Income"),
        *_drawn(units, titles, "tuv", f"Value of units, {one.unit}", "d", "Units"),
    ]


def _standing(games: tuple[tuple[Reader, str], ...], side: str, titles: tuple[str, str]) -> list[Drawing]:
    """Return the chance of winning of both games, or the share of strength: only of the same kind they compare."""
    found = [(course(of), name) for of, name in games]
    kinds = {it.kind for it, _ in found if it}
    if any(it is None for it, _ in found) or len(kinds) > 1:
        return []
    rows = [_ends(it, side, name) for it, name in found if it]
    title = "Chance of winning" if CHANCE in kinds else "Share of all units and production"
    return _drawn(rows, titles, "value", title, "%", title)


def _ends(found: Course, side: str, name: str) -> pl.DataFrame:
    """Return where a side stood at the end of each round."""
    ends = found.of(side).group_by("round", maintain_order=True).agg(pl.col("value").last())
    return ends.select(pl.col("round").cast(pl.Int64), pl.lit(name).alias("side_name"), "value")


def _sums(of: Reader, side: str, measure: str, column: str, name: str) -> pl.DataFrame:
    rows = of.by_side(measure).filter(pl.col("side_name") == side, pl.col("round") <= of.game["finished_rounds"])
    sums = rows.group_by("round").agg(pl.col(column).sum()).sort("round")
    return sums.select(pl.col("round").cast(pl.Int64), pl.lit(name).alias("side_name"), pl.col(column).cast(pl.Int64))


def _drawn(rows: list[pl.DataFrame], titles: tuple[str, str], column: str, title: str, form: str, name: str) -> list[Drawing]:
    if any(part.height < 2 for part in rows):
        return []
    both = pl.concat(rows)
    return [Drawing(side_lines(both, list(titles), column, title, form), f"{name} in two games", both)]
