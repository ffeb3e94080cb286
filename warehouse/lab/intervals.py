"""Intervals for paired games, and how many pairs of games a difference needs.

A pair is two games of one seed under two rule sets. Its difference is -1, 0 or 1: who won the second, less who won the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log, pi, sqrt, tan
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

GRID = 800
"""Steps into which the range of a mean is divided; an interval's ends are exact to one of them."""

CAREFUL = 0.5
"""The largest share of the capital that is bet in one game (c of the source below)."""

POWER = 0.8
"""The chance of seeing a difference that is there, for which pairs are counted."""


class Interval(NamedTuple):
    """An estimate and the interval around it."""

    value: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Whether the interval is clear of 0."""
        return self.low > 0 or self.high < 0


def paired_interval(differences: Sequence[int], alpha: float = 0.05) -> Interval:
    """Return the mean difference of pairs, in shares of games, and its interval, for a number of pairs chosen beforehand.

    Wald's interval with one pair added to each kind of unlike pairs: D. G. Bonett and R. M. Price, "Adjusted Wald confidence
    interval for a difference of binomial proportions based on paired data", J. Educ. Behav. Stat. 37 (2012) 479-488.
    """
    n, up, down = len(differences), sum(d > 0 for d in differences), sum(d < 0 for d in differences)
    more, less = (up + 1) / (n + 2), (down + 1) / (n + 2)
    reach = NormalDist().inv_cdf(1 - alpha / 2) * sqrt(max(more + less - (more - less) ** 2, 0.0) / (n + 2))
    return Interval((up - down) / n if n else 0.0, max(more - less - reach, -1.0), min(more - less + reach, 1.0))


def sequence(values: Sequence[float], alpha: float = 0.05, low: float = -1.0, high: float = 1.0) -> list[Interval]:
    """Return, after each of the values, their mean and an interval that holds at any time, however often one looks.

    The values lie between `low` and `high`. The chance that any of the intervals misses the true mean is at most `alpha`, so
    whoever stops at one of them may believe it. It is the hedged capital process of I. Waudby-Smith and A. Ramdas,
    "Estimating means of bounded random variables by betting", J. R. Stat. Soc. B 86 (2024) 1-27, section 4.3, with bets by the
    predictable plug-in.
    """
    x = (np.asarray(values, dtype=float) - low) / (high - low)
    if not len(x):
        return []
    t = np.arange(1, len(x) + 1)
    mean = (0.5 + np.cumsum(x)) / (t + 1)
    spread = (0.25 + np.cumsum((x - mean) ** 2)) / (t + 1)
    before = np.concatenate([[0.25], spread[:-1]])
    bets = np.sqrt(2 * log(2 / alpha) / (before * t * np.log(t + 1)))[:, None]
    m = (np.arange(GRID + 1) / GRID)[None, :]
    with np.errstate(divide="ignore"):
        up = np.log1p(np.minimum(bets, CAREFUL / m) * (x[:, None] - m))
        down = np.log1p(-np.minimum(bets, CAREFUL / (1 - m)) * (x[:, None] - m))
    capital = np.maximum.accumulate(np.maximum(np.cumsum(up, axis=0), np.cumsum(down, axis=0)), axis=0)
    kept = capital < log(2 / alpha)
    none = ~kept.any(axis=1)
    kept[none, np.argmin(capital[none], axis=1)] = True
    first = np.maximum(np.argmax(kept, axis=1) - 1, 0) / GRID
    last = np.minimum(GRID - np.argmax(kept[:, ::-1], axis=1) + 1, GRID) / GRID
    means = np.cumsum(np.asarray(values, dtype=float)) / t
    return [
        Interval(float(mid), float(low + (high - low) * a), float(low + (high - low) * b))
        for mid, a, b in zip(means, first, last, strict=True)
    ]


def sequence_interval(values: Sequence[float], alpha: float = 0.05, low: float = -1.0, high: float = 1.0) -> Interval:
    """Return the last interval of `sequence`."""
    found = sequence(values, alpha, low, high)
    return found[-1] if found else Interval(0.0, low, high)


def pairs_needed(difference: float, unlike: float, alpha: float = 0.05, power: float = POWER) -> int:
    """Return how many pairs see a difference of win rates with a chance of `power`.

    Args:
        difference: to be seen, as a share of games. unlike: share of the pairs that end differently under the two rule sets;
        0.5 for two even games that have nothing in common.

    The formula is R. J. Connor's, "Sample size for testing differences in proportions for the paired-sample design",
    Biometrics 43 (1987) 207-211.
    """
    normal = NormalDist()
    unlike = max(unlike, abs(difference))
    reach = normal.inv_cdf(1 - alpha / 2) * sqrt(unlike) + normal.inv_cdf(power) * sqrt(unlike - difference**2)
    return ceil((reach / difference) ** 2)


def smallest_seen(pairs: int, unlike: float, alpha: float = 0.05, power: float = POWER) -> float:
    """Return the smallest difference, in whole and tenths of points as a share, that so many pairs see with a chance of `power`."""
    fit = (tenth / 1000 for tenth in range(1, 1000) if pairs_needed(tenth / 1000, unlike, alpha, power) <= pairs)
    return next(fit, 1.0)


def unlike_share(differences: Sequence[int]) -> float:
    """Return the share of pairs that ended differently, one pair of each kind added."""
    return (sum(d != 0 for d in differences) + 1) / (len(differences) + 2)


def student(freedom: int, share: float = 0.95) -> float:
    """Return the quantile of Student's distribution that holds a share to both sides: exact for one or two degrees of freedom, else
    Abramowitz and Stegun, 26.7.5.
    """
    z, v = NormalDist().inv_cdf((1 + share) / 2), freedom
    if v == 1:
        return tan(pi * share / 2)
    if v == 2:
        return share * sqrt(2 / (1 - share**2))
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum((term / v**power for power, term in enumerate(terms, 1)), 0.0)


def student_chance(t: float, freedom: int) -> float:
    """Return the chance that Student's distribution is at least so far from 0, to either side: D. L. Wallace, "Bounds on normal
    approximations to Student's and the chi-square distributions", Ann. Math. Stat. 30 (1959) 1121-1130; to 0.001 from 10 degrees on.
    """
    z = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log(1 + t * t / freedom))
    return 2 * (1 - NormalDist().cdf(z))
