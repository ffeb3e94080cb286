"""Chart: what each power was paid for its national objectives, round by round."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.power_cells import power_cells
from dashboard.ui.figures import last_round


def objectives_chart(frame: pl.DataFrame, powers: pl.DataFrame, unit: str) -> alt.LayerChart:
    """Return the payments by power and round, of the powers that were ever paid.

    Args:
        frame: measure `objectives_by_round`. powers: the lake's `title_powers` of the game.
        unit: printed name of the resource, such as IPC.
    """
    paid = frame.filter((pl.col("objectives") > 0) | (pl.col("amount") != 0))
    more = {"objectives": "Payments", "total": f"Total so far, {unit}"}
    return power_cells(paid, powers, "amount", f"Objectives, {unit}", more, last_round(frame))
