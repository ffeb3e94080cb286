"""How surprising the dice of a battle were, exactly, in polars."""

from __future__ import annotations

import math

import polars as pl

from tests.warehouse.polars_measures.shared import area_names, ordered, summed
from warehouse.expressions import SIDES, Tables, fire, total, whole


def battle_surprise(tables: Tables) -> pl.LazyFrame:
    """Where the hits of each battle stand in their exact distribution; see battle_surprise.sql for the transform."""
    rolled = _rolled(tables)
    placed = _placed(rolled)
    worth = rolled.group_by("battle").agg(
        summed(pl.col(column).filter(pl.col("side") == side)).alias(f"{side}_{column}")
        for side in SIDES
        for column in ("dice", "hits", "expected")
    )
    by_who = [
        placed.filter(pl.col("who") == who).select("battle", pl.col("percentile").alias(f"{who}_percentile"), *extra)
        for who, extra in (("attacker", ()), ("defender", ()), ("net", ("surprise",)))
    ]
    started = tables("battle_started").select("battle", "round", "turn", "kind", "area", "attacker", "defender")
    found = worth.join(started, on="battle").join(area_names(tables), on="area", how="left")
    for one in by_who:
        found = found.join(one, on="battle", how="left")
    return ordered(found, "battle").select(
        "battle",
        "round",
        "turn",
        "kind",
        "area",
        "area_name",
        "attacker",
        "defender",
        *(f"{side}_{column}" for side in SIDES for column in ("dice", "hits", "expected", "percentile")),
        "net_percentile",
        "surprise",
    )


def _rolled(tables: Tables) -> pl.LazyFrame:
    dice = fire(tables).filter((pl.col("battle") > 0) & pl.col("side").is_in(SIDES))
    return dice.group_by("battle", "side", pl.col("chance").round(12)).agg(
        total("dice"),
        total("hits"),
        pl.col("expected").sum(),
        total("throws"),
        found=whole(pl.col("hits") - pl.col("sure")).sum(),
    )


def _placed(rolled: pl.LazyFrame) -> pl.LazyFrame:
    """Return `percentile` and `surprise` of the hits of each battle and `who`: a side, or `net` for both."""
    attacks = pl.col("side") == "attacker"
    net = rolled.select(
        "battle",
        pl.lit("net").alias("who"),
        pl.when(attacks).then(pl.col("chance")).otherwise(1 - pl.col("chance")).alias("chance"),
        "throws",
        pl.when(attacks).then(pl.col("found")).otherwise(pl.col("throws") - pl.col("found")).alias("found"),
    )
    throws = pl.concat([rolled.select("battle", pl.col("side").alias("who"), "chance", "throws", "found"), net])
    fewer, same = pl.col("fewer"), pl.col("same")
    return _chances(throws).select(
        "battle",
        "who",
        percentile=(fewer + same / 2).clip(0, 1),
        surprise=(2 * pl.min_horizontal(fewer + same, 1 - fewer)).clip(0, 1),
    )


def _chances(throws: pl.LazyFrame) -> pl.LazyFrame:
    """Return the chances of `fewer` hits than found and of the `same`, by the transform of the distribution."""
    key = ["battle", "who"]
    sums = throws.group_by(key).agg(n=pl.col("throws").sum(), found=pl.col("found").sum())
    step = pl.int_ranges(0, pl.col("n") + 1)
    angles = sums.with_columns(step=step).explode("step").with_columns(angle=2 * math.pi * pl.col("step") / (pl.col("n") + 1))
    chance, angle, found = pl.col("chance"), pl.col("angle"), pl.col("found")
    re, im = 1 - chance + chance * angle.cos(), chance * angle.sin()
    power = pl.col("throws")
    transform = (
        angles.join(throws.select(*key, "chance", "throws"), on=key)
        .group_by(*key, "n", "found", "angle")
        .agg(
            size=((power * (re * re + im * im).clip(lower_bound=1e-300).log()).sum() / 2).exp(),
            turn=(power * pl.arctan2(im, re)).sum(),
        )
    )
    size, turn = pl.col("size"), pl.col("turn")
    wave = (turn - angle * (found - 1) / 2).cos() * (angle * found / 2).sin() / (angle / 2).sin()
    return (
        transform.filter(found.is_between(0, pl.col("n")))
        .group_by(*key, "n")
        .agg(
            same=(size * (turn - angle * found).cos()).sum(),
            fewer=(size * pl.when(angle == 0).then(found.cast(pl.Float64)).otherwise(wave)).sum(),
        )
        .with_columns(pl.col("same", "fewer") / (pl.col("n") + 1))
    )
