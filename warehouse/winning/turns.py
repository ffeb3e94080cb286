"""The chance of winning turn by turn, what changed it, and the turns that changed it most."""

from __future__ import annotations

import polars as pl

from warehouse.winning.dice import without_dice
from warehouse.winning.model import Model
from warehouse.winning.positions import BOARD, Lake, positions

SPLIT = ("by_dice", "by_players", "not_told_apart")
"""What a change is made of."""
TOLD = ("chance", "low", "high", "change", *SPLIT)
"""What a model says of a position."""
NOT_KNOWN = "not known"


def winning(lake: Lake, game_id: str, model: Model) -> pl.DataFrame:
    """Return each side's chance of winning after each turn of a game, and what changed it.

    Columns: those of `positions`, strength (the share of all unit values and production), chance, low, high, change (since the turn
    before; null at the start), by_dice (the chance less its average over all outcomes of the turn's battles), by_players (what else
    of the change the model sees); both are null for turns with battles of which nobody knows what fair dice could have done.
    not_told_apart: the rest of the change, so that the three add up to it: all of it in those turns, and the step to the result in
    the last one. learned_from: whose games the chances were learned from. The last turn of a game that somebody won has its result
    for a chance, shared where several sides won. Where the model does not know the chances of a title, all but strength are null,
    and learned_from says why. No rows before the turn from which two sides hold anything of worth: nothing is known before.
    """
    rows = with_two_sides(positions(lake, game_id))
    found = model.chances(rows).with_columns(
        seen=pl.col("chance") - pl.col("chance").shift(1).over("side"),
        learned_from=pl.Series([_learned(model, title) for title in rows["title"].to_list()], dtype=pl.String),
        strength=(pl.col("tuv") + pl.col("land")) / (pl.col("tuv") + pl.col("land")).sum().over("turn"),
    )
    columns = [*found.drop("seen", "learned_from").columns, "change", "learned_from", *SPLIT]
    if rows.height and model.unknown(rows["title"][0]):
        return found.with_columns(pl.lit(None, pl.Float64).alias(name) for name in TOLD).select(columns)
    by_dice = pl.col("chance") - without_dice(lake, game_id, rows, model)
    parts = found.with_columns(by_dice=pl.when(pl.col("seen").is_not_null()).then(by_dice)).with_columns(
        by_players=pl.col("seen") - pl.col("by_dice")
    )
    return (
        with_result(parts)
        .with_columns(change=pl.col("chance") - pl.col("chance").shift(1).over("side"))
        .with_columns(not_told_apart=pl.col("change") - pl.sum_horizontal("by_dice", "by_players"))
        .select(columns)
    )


def with_result(found: pl.DataFrame) -> pl.DataFrame:
    """Return chances of a game (turn, side, won, chance, low, high) with the result for those of the last turn, where it has one."""
    last = pl.col("turn") == pl.col("turn").max()
    winners = (pl.col("won") & last).sum()
    result = pl.when(pl.col("won")).then(1.0 / winners).otherwise(0.0)
    return found.with_columns(
        pl.when(last & pl.col("won").is_not_null() & (winners > 0)).then(result).otherwise(pl.col(name)).alias(name)
        for name in ("chance", "low", "high")
    )


def _learned(model: Model, title: str) -> str:
    why = model.unknown(title)
    return f"{NOT_KNOWN}: {why}" if why else model.basis(title)


def with_two_sides(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the positions from the turn on after which two sides hold something."""
    holding = rows.filter(pl.max_horizontal(BOARD) > 0).group_by("turn").len().filter(pl.col("len") > 1)["turn"]
    return rows.clear() if holding.is_empty() else rows.filter(pl.col("turn") >= holding.min())


def key_moments(found: pl.DataFrame, most: int = 5) -> pl.DataFrame:
    """Return the turns that moved the chance most, of either kind, each told of the side that it helped.

    Args:
        found: of `winning`. most: how many.
    """
    return (
        found.drop_nulls("change")
        .filter(pl.col("change") > 0)
        .sort(["change", "turn", "side"], descending=[True, False, False])
        .unique("turn", keep="first", maintain_order=True)
        .head(most)
        .select("round", "turn", "turn_power", "side", "change", "by_dice", "by_players", "not_told_apart", "chance", "low", "high")
    )
