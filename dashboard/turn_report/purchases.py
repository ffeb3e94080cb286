"""Purchases of a game, each with whether the record tells its price."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl


def purchases(frames: Callable[[str], pl.DataFrame]) -> pl.DataFrame:
    """Return the rows of `units_purchased` with `price`, known or unknown.

    Rules always know a price, be it 0; other records say 0 where they do not tell it (the view `purchases` of the warehouse).
    """
    bought, told = frames("units_purchased"), frames("games")["fidelity"].first() == "orders"
    known = pl.lit(told) | (pl.col("unit_cost") > 0)
    return bought.with_columns(price=pl.when(known).then(pl.lit("known")).otherwise(pl.lit("unknown")))
