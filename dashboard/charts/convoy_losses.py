"""Charts: what each power lost to convoy raids, and what was lost on each line, round by round."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.power_cells import power_cells
from dashboard.ui.text import printed


def convoy_chart(frame: pl.DataFrame, powers: pl.DataFrame, unit: str) -> alt.LayerChart:
    """Return the losses by power and round, of the powers and rounds that were raided.

    Args:
        frame: measure `convoy_losses`, of one resource. powers: the lake's `title_powers` of the game.
        unit: printed name of the resource, such as IPC.
    """
    raided = frame.filter(pl.col("raids") > 0)
    by_power = raided.group_by("round", "name", maintain_order=True).agg(
        pl.col("loss", "raids").sum(), pl.col("share").sum().mul(100).round(0), *(_names(column) for column in ("area_name", "raider_name"))
    )  # fmt: skip
    more = {
        "share": "Percent of income",
        "raids": "Raids",
        "area_name": "Where",
        "raider_name": "By",
    }
    return power_cells(by_power, powers, "loss", f"Lost, {unit}", more, int(frame["round"].max() or 0))


def convoy_lines_chart(frame: pl.DataFrame, powers: pl.DataFrame, unit: str, rounds: int) -> alt.LayerChart:
    """Return what was lost by convoy line and round, a line for each nation that was raided on it.

    Args:
        frame: measure `convoy_lines`, of one resource. powers: the lake's `title_powers` of the game.
        unit: printed name of the resource, such as IPC. rounds: last round of the game.
    """
    place = (
        pl.when(pl.col("area_name") == pl.col("area"))
        .then(pl.col("area").map_elements(_words, pl.String))
        .otherwise("area_name")
    )
    told = frame.with_columns(
        pl.format("{}: {}", pl.col("name"), place).alias("name"),
        pl.coalesce(pl.col("stake").cast(pl.String), pl.lit("unknown")).alias("stake"),
        pl.when(pl.col("raiders") == "").then(pl.lit("unknown")).otherwise("raiders").alias("raiders"),
    )
    turns = dict(powers.select("power", "play_order").rows())
    order = told.unique("name").with_columns(
        turn=pl.col("victim").replace_strict(turns, default=None, return_dtype=pl.Int64)
    )
    lines = order.sort("turn", "name", nulls_last=True).select("name").with_row_index("play_order")
    more = {"stake": f"At stake, {unit}", "raids": "Raids", "raiders": "By"}
    return power_cells(told, lines, "loss", f"Lost, {unit}", more, rounds, "Line")


def _words(slug: str) -> str:
    """Return the words of a line that is no area of the board, and has no printed name in the lake."""
    return printed(slug).title()


def _names(column: str) -> pl.Expr:
    """Return the different names of a column, `unknown` where there are none."""
    names = pl.col(column).filter(pl.col(column) != "").unique(maintain_order=True).str.join(", ")
    return pl.when(names == "").then(pl.lit("unknown")).otherwise(names).alias(column)
