"""Whether a figure tells players apart: two halves of each player's games must agree on it."""

from __future__ import annotations

from math import atanh, sqrt, tanh
from typing import NamedTuple

import polars as pl

from warehouse.expressions import Z

AGREE = 0.4
"""The correlation of the halves below which a figure is not told."""
FEWEST = 5
"""Players below which no correlation is worked out."""


class Agreement(NamedTuple):
    """How far two halves of the players' games agree on a figure.

    Attributes:
        players: whose halves were compared. r: Spearman's correlation, low, high: its 95 % interval; None for too few players.
    """

    players: int
    r: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def told(self) -> bool:
        """Whether the figure may be told: the halves agree, and by more than chance would."""
        return self.r is not None and self.low is not None and self.r >= AGREE and self.low > 0


def agreement(games: pl.DataFrame) -> Agreement:
    """Return how far the halves agree: each player's first, third, fifth ... game against the second, fourth, sixth ...

    Args:
        games: player, value, in the order of play; of players with enough games.

    The interval is that of D. G. Bonett and T. A. Wright, "Sample size requirements for estimating Pearson, Kendall and Spearman
    correlations", Psychometrika 65 (2000) 23-28.
    """
    half = pl.int_range(pl.len()).over("player") % 2
    halves = games.with_columns(half=half).group_by("player", maintain_order=True).agg(
        odd=pl.col("value").filter(pl.col("half") == 0).mean(), even=pl.col("value").filter(pl.col("half") == 1).mean()
    )  # fmt: skip
    n = halves.height
    if n < FEWEST or halves["odd"].n_unique() == 1 or halves["even"].n_unique() == 1:
        return Agreement(n)
    r = float(halves.select(pl.corr(pl.col("odd").rank(), pl.col("even").rank())).item())
    middle, reach = atanh(max(min(r, 0.999999), -0.999999)), Z * sqrt((1 + r * r / 2) / (n - 3))
    return Agreement(n, r, tanh(middle - reach), tanh(middle + reach))
