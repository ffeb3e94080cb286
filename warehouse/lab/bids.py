"""The fair bid: the money at which both sides win as often, from games of an experiment whose rule sets have bids."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from warehouse.expressions import Z
from warehouse.lab.design import Design

RIDGE = 1e-3
"""A pull of the slope to 0, too weak to matter unless the bids part the winners from the losers entirely."""

STEPS = 60
"""Halvings of the range of slopes, or steps of Newton's method, which needs about six."""

STEEPEST = 500.0
"""The steepest slope of a curve that is looked at, per range of the bids: then all games beyond the crossing go one way."""

GRID = 3000
"""Bids that are looked at, from one range of those played below the least to one above the most."""

ADDED = 0.5
"""Pairs that the side wins at every bid, and as many that it loses at every one, added before an interval is asked for."""


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

    A logistic curve of the bid through the decided games. Its interval holds every bid that a score test does not refuse as the place
    where the curve crosses one half, with variances by pairs (the games of a pair have dice in common): D. D. Boos, "On generalized score
    tests", The American Statistician 46 (1992) 327-333; a pair is added to the games first (ADDED). Unlike an interval around the fitted
    curve it holds for few pairs, and where bids part the winners from the losers entirely.

    There is no number where the same test does not show that more money for the others makes the side win less, where the curve crosses
    one half beyond the bids that were played, or where the interval has no end.

    Only arms are compared that differ in their bids alone.

    Args:
        counted: the games: arm, pair, won, undecided.
    """
    bids = {arm.name: arm.bid for arm in design.arms if not arm.restriction and arm.alike}
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


class Told(NamedTuple):
    """Games by pair and bid.

    Attributes:
        bids: (bids,) in rising order, measured in ranges from the middle of the range. played, won: (pairs, bids), how many.
    """

    bids: np.ndarray
    played: np.ndarray
    won: np.ndarray


def crossing(x: np.ndarray, won: np.ndarray, pair: np.ndarray) -> tuple[float, float, float]:
    """Return where the curve of winning crosses one half, and its interval; an interval of which the low end is the greater is none.

    Args:
        x: (games,) bids. won: (games,) 0 or 1. pair: (games,) which of them have dice in common.
    """
    every = np.unique(x)
    middle, span = (every[0] + every[-1]) / 2, every[-1] - every[0] or 1.0
    groups, kinds = np.unique(pair, return_inverse=True)[1], np.searchsorted(every, x)
    shape = int(groups.max()) + 1, len(every)
    played, wins = np.zeros(shape), np.zeros(shape)
    np.add.at(played, (groups, kinds), 1.0)
    np.add.at(wins, (groups, kinds), won)
    told = Told((every - middle) / span, played, wins)
    careful = _with_more(told)
    at = np.linspace(-1.5, 1.5, GRID + 1)
    kept = at[_refusal(careful, at) <= Z * Z]
    if not _falls(careful) or not len(kept) or kept[0] == at[0] or kept[-1] == at[-1]:
        return 0.0, 1.0, -1.0
    found, low, high = (float(middle + span * one) for one in (_fitted(told), kept[0], kept[-1]))
    return found, low, high


def _with_more(told: Told) -> Told:
    """Return the games with ADDED pairs of each kind: without them games that agree entirely would leave no doubt at all."""
    more = np.full((2, len(told.bids)), ADDED)
    return Told(told.bids, np.vstack([told.played, more]), np.vstack([told.won, more * [[1.0], [0.0]]]))


def _falls(told: Told) -> bool:
    """Return whether the games show that the side wins less, the more money the others have: the score test of a slope of 0."""
    off = told.bids - (told.played.sum(axis=0) @ told.bids) / told.played.sum()
    share = told.won.sum() / told.played.sum()
    pull = (told.won - told.played * share) @ off
    return bool(pull.sum() < 0 and pull.sum() ** 2 > Z * Z * (pull @ pull))


def _refusal(told: Told, at: np.ndarray) -> np.ndarray:
    """Return the score test of each bid as the place where the curve crosses one half: a square that is rarely above Z squared.

    Args:
        at: (places,) in ranges from the middle.
    """
    off = told.bids[None, :] - at[:, None]
    chance = 1 / (1 + np.exp(-np.clip(_slopes(told, off)[:, None] * off, -STEEPEST, STEEPEST)))
    bend = told.played.sum(axis=0) * chance * (1 - chance)
    share = (bend * off).sum(axis=1) / np.maximum((bend * off * off).sum(axis=1), 1e-300)
    weight = 1 - share[:, None] * off
    pull = told.won @ weight.T - told.played @ (chance * weight).T
    spread = (pull * pull).sum(axis=0)
    out = np.zeros(len(at))
    np.divide(pull.sum(axis=0) ** 2, spread, out=out, where=spread > 0)
    return out


def _slopes(told: Told, off: np.ndarray) -> np.ndarray:
    """Return the likeliest slope of the curve that crosses one half at each place: by halving, as the likelihood has one summit."""
    played, won = told.played.sum(axis=0), told.won.sum(axis=0)
    low: np.ndarray = np.full(len(off), -STEEPEST)
    high: np.ndarray = np.full(len(off), STEEPEST)
    for _ in range(STEPS):
        slope = (low + high) / 2
        chance = 1 / (1 + np.exp(-np.clip(slope[:, None] * off, -STEEPEST, STEEPEST)))
        rising = ((won - played * chance) * off).sum(axis=1) - RIDGE * slope > 0
        low, high = np.where(rising, slope, low), np.where(rising, high, slope)
    middle: np.ndarray = (low + high) / 2
    return middle


def _fitted(told: Told) -> float:
    """Return where the likeliest curve crosses one half, in ranges from the middle."""
    played, won, at = told.played.sum(axis=0), told.won.sum(axis=0), np.zeros(2)
    rows = np.column_stack([np.ones(len(told.bids)), told.bids])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-rows @ at))
        bend = rows.T @ (rows * (played * chance * (1 - chance))[:, None]) + np.diag([0.0, RIDGE])
        step = np.linalg.solve(bend, rows.T @ (won - played * chance) - np.array([0.0, RIDGE * at[1]]))
        at = at + step
        if np.abs(step).max() < 1e-10:
            break
    return float(-at[0] / at[1])
