"""Chart: what each power lost to convoy raids, round by round."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.power_cells import power_cells


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


def _names(column: str) -> pl.Expr:
    """Return the different names of a column, `unknown` where there are none."""
    names = pl.col(column).filter(pl.col(column) != "").unique(maintain_order=True).str.join(", ")
    return pl.when(names == "").then(pl.lit("unknown")).otherwise(names).alias(column)
