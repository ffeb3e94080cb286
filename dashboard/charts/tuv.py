"""Chart: units value by side, round by round."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import HEIGHT, edged_line, edged_point, legend, round_axis, side_color, side_shape


def tuv_chart(frame: pl.DataFrame, sides: list[str], unit: str) -> alt.LayerChart:
    """Return units value (TUV) by side at the end of each round.

    Args:
        frame: round, side_name, tuv; one row a side and round.
        sides: printed names in the order of play. unit: printed name of the resource, such as IPC.
    """
    rows = frame.select("round", "side_name", "tuv").drop_nulls()
    key = legend(len(sides))
    title = f"Units value, {unit}"
    base = alt.Chart(rows).encode(x=round_axis(rows), y=alt.Y("tuv:Q", title=title, scale=alt.Scale(zero=False)))
    lines = edged_line(base, side_color(sides, key), "side_name:N")
    points = edged_point(base).encode(
        color=side_color(sides, key),
        shape=side_shape(sides, key),
        tooltip=[
            alt.Tooltip("side_name:N", title="Side"),
            alt.Tooltip("round:Q", title="Round"),
            alt.Tooltip("tuv:Q", title=title),
        ],
    )
    return (lines + points).properties(height=HEIGHT)
