"""The battles of a game, as a review tells of them."""

from __future__ import annotations

from functools import lru_cache

import polars as pl

from dashboard.review.reader import Reader

RAID = "raid"
"""Kind of battle that is no fight for an area: bombers and what shoots at them."""


@lru_cache(maxsize=1)  # several questions of a review ask it in turn
def fought(of: Reader) -> pl.DataFrame:
    """Return measure `biggest_battles` with `surprise` and printed names of area, attacker and defender."""
    battles = of.measure("biggest_battles")
    rare = of.measure("battle_surprise").select("battle", "net_percentile", "surprise")
    joined = battles.join(rare, on="battle", how="left", maintain_order="left")
    return joined.with_columns(
        pl.coalesce("area_name", "area").alias("where"),
        pl.col("attacker").replace(of.names).alias("attacker_name"),
        pl.col("defender").replace(of.names).alias("defender_name"),
    )
