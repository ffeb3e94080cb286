"""The model of one title, fitted: skills of players, what sides and bids are worth, each with its uncertainty.

A penalised logistic regression (scikit-learn) on the comparisons of `design.py`: the most likely values under the prior, with their
normal approximation. How far skills spread, and how fast they change, is not known beforehand: the model is fitted with each of SPREADS,
and what it says is the mean of them, each weighed by how well it explains the games (its evidence).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import exp, log, pi, sqrt
from typing import Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from warehouse.ratings.design import Array, Columns, Comparison, Seat, comparisons
from warehouse.ratings.scale import TEN_TO_ONE

POINT = log(10) / TEN_TO_ONE
"""Log odds of a point: as with Elo, a player 400 points better wins ten games of eleven."""
SKILLS, DRIFTS = (40.0, 100.0, 200.0, 350.0), (0.0, 60.0, 180.0)
"""Spreads of skill among players, and changes of a player's skill in a year, in points, of which the games say which are likely."""
BELIEVED = 1e-3
"""Weight below which a spread is left out, against the likeliest."""


class Part(NamedTuple):
    """The model under one spread: its weight, the values of the columns, and their covariance."""

    weight: float
    values: Array
    covariance: Array


class Model:
    """The model of a title.

    Attributes:
        columns: what it is made of. skill, drift: the mean spread of skill and of its change in a year, in points.
    """

    def __init__(self, seats: Sequence[Seat]) -> None:
        """Fit it on seats in the order of games and sides; with one thread, since the sums of several differ from run to run."""
        with threadpool_limits(1):
            self._fit(seats)

    def _fit(self, seats: Sequence[Seat]) -> None:
        found = comparisons(seats)
        self.columns = Columns(seats)
        rows = self.columns.rows(seats, found)
        spreads = [*product(SKILLS, DRIFTS if _walks(self.columns) else DRIFTS[:1])]
        tried = [_fitted(rows, found, self.columns.spread(skill * POINT, drift * POINT)) for skill, drift in spreads]
        best = max(fit.evidence for fit in tried)
        weights = [exp(fit.evidence - best) for fit in tried]
        kept = [at for at, weight in enumerate(weights) if weight > BELIEVED]
        whole = sum(weights[at] for at in kept)
        self._parts = [Part(weights[at] / whole, tried[at].values, tried[at].covariance()) for at in kept]
        self.skill = sum(part.weight * spreads[at][0] for at, part in zip(kept, self._parts, strict=True))
        self.drift = sum(part.weight * spreads[at][1] for at, part in zip(kept, self._parts, strict=True))

    def told(self, rows: Array) -> tuple[Array, Array]:
        """Return the mean and the standard deviation of sums of columns, one for each row, in points."""
        means = np.array([rows @ part.values for part in self._parts])
        spreads = np.array([np.sum((rows @ part.covariance) * rows, axis=1) for part in self._parts])
        weights = np.array([part.weight for part in self._parts])
        mean = weights @ means
        return mean / POINT, np.sqrt(np.maximum(weights @ (spreads + means**2) - mean**2, 0)) / POINT

    def chance(self, row: Array) -> float:
        """Return the chance that a side wins whose strength is so much more than the other's, all that is unknown taken into account."""
        return sum(part.weight * chance_of(float(row @ part.values), float(row @ part.covariance @ row)) for part in self._parts)


def chance_of(mean: float, variance: float = 0.0) -> float:
    """Return the chance of winning by a normal advantage in log odds (D. MacKay's approximation)."""
    return 1 / (1 + exp(-mean / sqrt(1 + pi * variance / 8)))


def _walks(columns: Columns) -> bool:
    return any(len(periods) > 1 for periods in columns.periods.values())


class _Fit(NamedTuple):
    """The model under one spread of its columns, fitted in the directions that the comparisons tell of.

    Attributes:
        evidence: how well it explains the games. values: of the columns. spread: of the columns. directions: of unit length, each a column
        of this array, in units of the spread. lower: the Cholesky factor of the information on them.
    """

    evidence: float
    values: Array
    spread: Array
    directions: Array
    lower: Array

    def covariance(self) -> Array:
        """Return the covariance of the values: in all other directions it is as before any game."""
        told = np.linalg.inv(self.lower) @ self.directions.T
        unknown: Array = np.eye(len(self.spread)) - self.directions @ self.directions.T
        return (told.T @ told + unknown) * self.spread[:, None] * self.spread[None, :]


def _fitted(rows: Array, found: Sequence[Comparison], spread: Array) -> _Fit:
    """Return the model under one spread of the columns."""
    from sklearn.linear_model import LogisticRegression  # only here: it is slow to import

    directions = _directions(rows * spread)
    turned = (rows * spread) @ directions
    share, weight = (np.array([getattr(one, name) for one in found]) for name in ("share", "weight"))
    won = np.repeat([1, 0], len(found))
    weights = np.concatenate([weight * share, weight * (1 - share)])
    regression = LogisticRegression(C=1.0, fit_intercept=False, solver="newton-cholesky", tol=1e-6, max_iter=200)
    values: Any = np.zeros(0)
    if found:  # else nobody met whom he beat, as where a side without players won all games: all is as before any game
        values = regression.fit(np.concatenate([turned, turned]), won, sample_weight=weights).coef_[0]
    advantage = turned @ values
    chances = 1 / (1 + np.exp(-advantage))
    information = np.eye(len(values)) + (turned * (weight * chances * (1 - chances))[:, None]).T @ turned
    lower = np.linalg.cholesky(information)
    likely = -float(weight @ (share * np.logaddexp(0, -advantage) + (1 - share) * np.logaddexp(0, advantage)))
    evidence = likely - float(values @ values) / 2 - float(np.log(np.diag(lower)).sum())
    return _Fit(evidence, directions @ values * spread, spread, directions, lower)


def _directions(scaled: Array) -> Array:
    """Return directions that span all comparisons, few where there are fewer of these than columns; the prior is the same in each."""
    kept = np.flatnonzero(np.any(scaled != 0, axis=0))
    if len(kept) <= len(scaled):
        return np.eye(scaled.shape[1])[:, kept]
    found = np.zeros((scaled.shape[1], len(scaled)))
    found[kept] = np.linalg.qr(scaled[:, kept].T)[0]
    return found
