"""The fair bid: the money at which both sides win as often, from games of an experiment whose rule sets have bids."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
import polars as pl

from warehouse.expressions import Z
from warehouse.lab.design import Design

RIDGE = 1e-3
"""A pull of the slope to 0, too weak to matter unless the bids part the winners from the losers entirely."""

STEPS = 50
"""Steps of Newton's method, which needs about six."""


class FairBid(NamedTuple):
    """What the games say about the bid at which the side that is asked about wins half of the decided games.

    Attributes:
        value: money for the other sides, in the title's main resource; None if the games do not show it.
        low, high: its 95 % interval. decided, undecided: games. least, most: the bids that were played.
    """

    value: float | None
    low: float
    high: float
    decided: int
    undecided: int
    least: int
    most: int


def fair_bid(design: Design, counted: pl.DataFrame) -> FairBid | None:
    """Return the fair bid of an experiment, None if its arms differ in no bid.

    A logistic curve of the bid through the decided games, its variance by pairs (the games of a pair have dice in common), and
    the interval of its crossing by E. C. Fieller, "Some problems in interval estimation", J. R. Stat. Soc. B 16 (1954) 175-185. There is
    no number where the curve's slope is not clear of 0, or where it crosses one half beyond the bids that were played.

    Args:
        counted: the games: arm, pair, won, undecided.
    """
    bids = {arm.name: arm.bid for arm in design.arms if not arm.restriction}
    if len(set(bids.values())) < 2:
        return None
    games = counted.filter(pl.col("arm").is_in(list(bids)))
    decided = games.filter(~pl.col("undecided"))
    told = (decided.height, games.height - decided.height, min(bids.values()), max(bids.values()))
    if not decided.height or decided["won"].n_unique() < 2:
        return FairBid(None, 0.0, 0.0, *told)
    x = decided["arm"].replace_strict(bids, return_dtype=pl.Float64).to_numpy()
    value, low, high = crossing(x, decided["won"].cast(pl.Float64).to_numpy(), decided["pair"].to_numpy())
    return FairBid(value if low <= high and told[2] <= value <= told[3] else None, low, high, *told)


def crossing(x: np.ndarray, won: np.ndarray, pair: np.ndarray) -> tuple[float, float, float]:
    """Return where the curve of winning crosses one half, and its interval; an interval of which the low end is the greater is none.

    Args:
        x: (games,) bids. won: (games,) 0 or 1. pair: (games,) which of them have dice in common.
    """
    middle, scale = x.mean(), x.std() or 1.0
    rows = np.column_stack([np.ones(len(x)), (x - middle) / scale])
    (a, b), (va, cov, vb) = _fitted(rows, won, pair)
    if b * b <= Z * Z * vb:
        return 0.0, 1.0, -1.0
    # (a + b x)^2 = Z^2 (va + 2 cov x + vb x^2), solved for x.
    lead, half, rest = b * b - Z * Z * vb, a * b - Z * Z * cov, a * a - Z * Z * va
    reach = sqrt(max(half * half - lead * rest, 0.0))
    return tuple(float(middle + scale * at) for at in (-a / b, (-half - reach) / lead, (-half + reach) / lead))


def _fitted(rows: np.ndarray, won: np.ndarray, pair: np.ndarray) -> tuple[np.ndarray, tuple[float, float, float]]:
    """Return the two coefficients, and their variances with the covariance between, robust for games of a pair."""
    at = np.zeros(2)
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-rows @ at))
        bend = rows.T @ (rows * (chance * (1 - chance))[:, None]) + np.diag([0.0, RIDGE])
        step = np.linalg.solve(bend, rows.T @ (won - chance) - np.array([0.0, RIDGE * at[1]]))
        at = at + step
        if np.abs(step).max() < 1e-10:
            break
    pull = rows * (won - 1 / (1 + np.exp(-rows @ at)))[:, None]
    groups = np.unique(pair, return_inverse=True)[1]
    sums = np.zeros((int(groups.max()) + 1, 2))
    np.add.at(sums, groups, pull)
    inverse = np.linalg.inv(bend)
    many = len(sums)
    spread = inverse @ (sums.T @ sums) @ inverse * (many / max(many - 1, 1))
    return at, (float(spread[0, 0]), float(spread[0, 1]), float(spread[1, 1]))
