"""Lines of powers over rounds: what the charts of income and of treasury have in common."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import HEIGHT, edged_line, edged_point, legend, power_color, power_shape, round_axis


def power_lines(frame: pl.DataFrame, powers: pl.DataFrame, column: str, title: str) -> alt.LayerChart:
    """Return one line a power over rounds.

    Args:
        frame: round, name (printed, of a power) and the column to draw; more columns are ignored.
        powers: the lake's `title_powers` of the game.
        column: what goes up the y axis. title: what the axis calls it, with its unit.
    """
    rows = frame.select("round", "name", column).drop_nulls()
    key = legend(powers.height)
    base = alt.Chart(rows).encode(x=round_axis(rows), y=alt.Y(f"{column}:Q", title=title, axis=alt.Axis(tickMinStep=1)))
    lines = edged_line(base, power_color(powers, key), "name:N")
    points = edged_point(base).encode(
        color=power_color(powers, key),
        shape=power_shape(powers, key),
        tooltip=[
            alt.Tooltip("name:N", title="Power"),
            alt.Tooltip("round:Q", title="Round"),
            alt.Tooltip(f"{column}:Q", title=title),
        ],
    )
    return (lines + points).properties(height=HEIGHT)
