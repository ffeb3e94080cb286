"""Metrics over many games: a metric, a dimension to group it by, and a selection of games.

    bands(lake, "income", "power")                     # round by round: n, mean, quantiles
    spread(lake, "luck", "player", games=ids)          # one number a game: n, mean, quantiles

A **metric** is a number for each game, round and power (or side): `sql/<metric>.sql` gives its rows `game_id, round,
power, name, namesakes, side, value` (see the table power_rounds), metrics.csv explains it. dimensions.csv lists the
dimensions for grouping. A metric of kind `flow` is summed over a game, one of kind `stock` stands for a game with its
last value, and a `ratio` with its mean.
"""

from __future__ import annotations

import csv
from collections.abc import Collection
from functools import lru_cache
from importlib.resources import files

import msgspec
import polars as pl

from warehouse.errors import LakeError, not_there
from warehouse.lake import Lake

WHOLE = {
    "flow": ("sum(value)", "the sum over the game, a last round that was not finished included"),
    "stock": ("arg_max(value, round)", "the value at the end of the game"),
    "ratio": ("avg(value)", "the mean over the rounds of the game"),
}
"""Kind of a metric to how a game's rounds become one number, in SQL and in words."""

TOGETHER = {"flow": "sum", "stock": "sum", "ratio": "avg"}
"""Kind of a metric to how the powers of a side or player become one number in a round."""


class Metric(msgspec.Struct, frozen=True):
    """A number for each game, round and power or side.

    Attributes:
        metric, family, name: its slug, the family of measures it belongs to, its printed name. unit: of the number.
        kind: flow, stock or ratio. level: power or side. question: in plain words. meaning: one sentence.
    """

    metric: str
    family: str
    name: str
    unit: str
    kind: str
    level: str
    question: str
    meaning: str


class Dimension(msgspec.Struct, frozen=True):
    """A way to group metrics.

    Attributes:
        dimension, name: its slug and printed name. of: what one value is of: a power, a player (all its powers) or a side
            (all its powers); `of_a_*.sql` gather the rows of each. levels: of the metrics it fits.
        expression: in SQL, the group; a row of a side is `r`, its game `g`, its side's name in `s`.
    """

    dimension: str
    name: str
    of: str
    levels: str
    expression: str


_JOINS = {
    "g.": "JOIN games g ON g.game_id = r.game_id",
    "s.": "LEFT JOIN (SELECT game_id, side, min(side_name) AS side_name FROM title_powers GROUP BY game_id, side) s "
    "ON s.game_id = r.game_id AND s.side = r.side",
}
"""The joins for groups of sides: used only if an expression names them, because each table means opening many files."""


def _read(name: str) -> str:
    return files("warehouse").joinpath("metrics", name).read_text("utf-8")


@lru_cache
def metrics() -> dict[str, Metric]:
    """Return all metrics by slug."""
    rows = csv.DictReader(_read("metrics.csv").splitlines())
    return {row["metric"]: msgspec.convert(row, Metric) for row in rows}


@lru_cache
def dimensions() -> dict[str, Dimension]:
    """Return all dimensions by slug."""
    rows = csv.DictReader(_read("dimensions.csv").splitlines())
    return {row["dimension"]: msgspec.convert(row, Dimension) for row in rows}


def fitting(metric: str) -> tuple[str, ...]:
    """Return the dimensions that a metric can be grouped by."""
    level = _metric(metric).level
    return tuple(name for name, dimension in dimensions().items() if level in dimension.levels.split())


def bands(
    lake: Lake,
    metric: str,
    by: str = "all",
    games: Collection[str] | None = None,
    sides: Collection[str] | None = None,
    powers: Collection[str] | None = None,
) -> pl.DataFrame:
    """Return a metric round by round over many games; unfinished rounds are left out.

    Args:
        lake: the lake. metric: one of `metrics()`. by: one of `fitting(metric)`.
        games: only these games; all when None. sides, powers: only these, by slug; all when None.

    Returns:
        group, round, games, n (values, one a game and power, player or side: see `Dimension.of`), mean, p10, p25, p50, p75, p90;
        a row a group and round.

    Raises:
        LakeError: no such metric or dimension, or they do not fit each other.
    """
    return _ask(lake, "bands.sql", metric, by, games, sides, powers)


def spread(
    lake: Lake,
    metric: str,
    by: str = "all",
    games: Collection[str] | None = None,
    sides: Collection[str] | None = None,
    powers: Collection[str] | None = None,
) -> pl.DataFrame:
    """Return how a metric is spread over games, one number a game (see WHOLE); arguments and errors as `bands`.

    Returns:
        group, games, n, mean, sd, low, p10, p25, p50, p75, p90, high; a row a group.
    """
    return _ask(lake, "spread.sql", metric, by, games, sides, powers)


def _metric(name: str) -> Metric:
    if name not in metrics():
        raise LakeError(not_there("metric", name, list(metrics())))
    return metrics()[name]


def _ask(
    lake: Lake,
    template: str,
    metric: str,
    by: str,
    games: Collection[str] | None,
    sides: Collection[str] | None,
    powers: Collection[str] | None,
) -> pl.DataFrame:
    told = _metric(metric)
    if by not in fitting(metric):
        raise LakeError(f"metric {metric!r} by {by!r}; expected one of {', '.join(fitting(metric))}")
    fold, whole = WHOLE[told.kind]
    group = dimensions()[by]
    joins = " ".join(join for alias, join in _JOINS.items() if alias in group.expression)
    seen = _read(f"of_{group.of.replace(' ', '_')}.sql").format(expression=group.expression, together=TOGETHER[told.kind], joins=joins)
    query = _read(template).format(
        metric=told.name, dimension=group.name, rows=_read(f"sql/{metric}.sql"), seen=seen, fold=fold, whole=whole
    )
    chosen = {"sides": sides, "powers": powers}
    return lake.sql(query, {name: None if some is None else sorted(some) for name, some in chosen.items()}, games)
