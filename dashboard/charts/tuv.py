"""Chart: units value by side, round by round."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import HEIGHT, Chart, round_axis, side_course


def tuv_chart(frame: pl.DataFrame, sides: list[str], unit: str) -> alt.LayerChart:
    """Return units value (TUV) by side at the end of each round.

    Args:
        frame: round, side_name, tuv; one row a side and round.
        sides: printed names in the order of play. unit: printed name of the resource, such as IPC.
    """
    told = frame.select("round", "side_name", "tuv").drop_nulls()
    rows = told.filter((pl.col("tuv") != 0).any().over("side_name"))
    title = f"Value of units (TUV), {unit}"
    base = Chart(rows).encode(x=round_axis(rows), y=alt.Y("tuv:Q", title=title, scale=alt.Scale(zero=False)))
    lines, points = side_course(base, sides, alt.Tooltip("tuv:Q", title=title), drawn=set(rows["side_name"]))
    return (lines + points).properties(height=HEIGHT)
