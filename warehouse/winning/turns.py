"""The chance of winning turn by turn, what changed it, and the turns that changed it most."""

from __future__ import annotations

import polars as pl

from warehouse.winning.dice import without_dice
from warehouse.winning.model import Model
from warehouse.winning.positions import BOARD, Lake, positions


def winning(lake: Lake, game_id: str, model: Model) -> pl.DataFrame:
    """Return each side's chance of winning after each turn of a game, and what changed it.

    Columns: those of `positions`, chance, low, high, change (since the turn before; null at the start), by_dice (the chance less
    its average over all outcomes of the turn's battles), by_players (what else of the change the model sees); both are null for
    turns with battles of which nobody knows what fair dice could have done. not_told_apart: the rest of the change, so that the
    three add up to it: all of it in those turns, and the step to the result in the last one. learned_from: whose games the chances
    were learned from. The last turn of a game that somebody won has its result for a chance, shared where several sides won.
    No rows for a game in which fewer than two sides ever hold anything of worth: the model would be asked about nothing.
    """
    rows = positions(lake, game_id)
    if rows.filter(pl.max_horizontal(BOARD) > 0)["side"].n_unique() < 2:
        rows = rows.clear()
    found = model.chances(rows).with_columns(
        seen=pl.col("chance") - pl.col("chance").shift(1).over("side"),
        learned_from=pl.Series([model.basis(title) for title in rows["title"].to_list()], dtype=pl.String),
    )
    by_dice = pl.col("chance") - without_dice(lake, game_id, rows, model)
    parts = found.with_columns(by_dice=pl.when(pl.col("seen").is_not_null()).then(by_dice)).with_columns(
        by_players=pl.col("seen") - pl.col("by_dice")
    )
    return (
        with_result(parts)
        .with_columns(change=pl.col("chance") - pl.col("chance").shift(1).over("side"))
        .with_columns(not_told_apart=pl.col("change") - pl.sum_horizontal("by_dice", "by_players"))
        .select(
            *found.drop("seen", "learned_from").columns,
            "change",
            "learned_from",
            "by_dice",
            "by_players",
            "not_told_apart",
        )
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


def key_moments(found: pl.DataFrame, most: int = 5) -> pl.DataFrame:
    """Return the turns that moved the chance most, of either kind, each told of the side that it helped.

    Args:
        found: of `winning`. most: how many.
    """
    return (
        found.drop_nulls("change").filter(pl.col("change") > 0)
        .sort(["change", "turn", "side"], descending=[True, False, False]).unique("turn", keep="first", maintain_order=True).head(most)
        .select("round", "turn", "turn_power", "side", "change", "by_dice", "by_players", "not_told_apart", "chance", "low", "high")
    )  # fmt: skip
