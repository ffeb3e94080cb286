"""The model of one title, fitted: skills of players, what sides and bids are worth, each with its uncertainty.

A penalised logistic regression (scikit-learn) on the comparisons of `design.py`: the most likely values under the prior, with their
normal approximation. How far skills spread, and how fast they change, is not known beforehand: the model is fitted with each of SPREADS,
and what it says is the mean of them, each weighed by how well it explains the games (its evidence).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import exp, log, pi, sqrt
from typing import NamedTuple

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
        best = max(evidence for evidence, _, _ in tried)
        weights = [exp(evidence - best) for evidence, _, _ in tried]
        kept = [at for at, weight in enumerate(weights) if weight > BELIEVED]
        whole = sum(weights[at] for at in kept)
        self._parts = [Part(weights[at] / whole, *tried[at][1:]) for at in kept]
        self.skill = sum(part.weight * spreads[at][0] for at, part in zip(kept, self._parts, strict=True))
        self.drift = sum(part.weight * spreads[at][1] for at, part in zip(kept, self._parts, strict=True))

    def told(self, rows: Array) -> tuple[Array, Array]:
        """Return the mean and the standard deviation of sums of columns, one for each row, in points."""
        means = np.array([rows @ part.values for part in self._parts])
        spreads = np.array([np.einsum("ij,jk,ik->i", rows, part.covariance, rows) for part in self._parts])
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


def _fitted(rows: Array, found: Sequence[Comparison], spread: Array) -> tuple[float, Array, Array]:
    """Return the evidence, the values of the columns and their covariance under one spread of them."""
    from sklearn.linear_model import LogisticRegression  # only here: it is slow to import

    scaled = rows * spread
    kept = np.any(scaled != 0, axis=0)
    share, weight = (np.array([getattr(one, name) for one in found]) for name in ("share", "weight"))
    both = np.concatenate([scaled[:, kept], scaled[:, kept]])
    won = np.repeat([1, 0], len(found))
    weights = np.concatenate([weight * share, weight * (1 - share)])
    regression = LogisticRegression(C=1.0, fit_intercept=False, solver="newton-cholesky", tol=1e-6, max_iter=200)
    values = np.zeros(len(spread))
    values[kept] = regression.fit(both, won, sample_weight=weights).coef_[0]
    advantage = scaled @ values
    chances = 1 / (1 + np.exp(-advantage))
    information = np.eye(len(spread)) + (scaled * (weight * chances * (1 - chances))[:, None]).T @ scaled
    lower = np.linalg.cholesky(information)
    likely = -float(weight @ (share * np.logaddexp(0, -advantage) + (1 - share) * np.logaddexp(0, advantage)))
    evidence = likely - float(values @ values) / 2 - float(np.log(np.diag(lower)).sum())
    inverse = np.linalg.inv(lower)
    covariance = (inverse.T @ inverse) * spread[:, None] * spread[None, :]
    return evidence, values * spread, covariance
