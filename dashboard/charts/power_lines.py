"""Lines of powers over rounds: what the charts of income and of treasury have in common."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import HEIGHT, Chart, power_course, round_axis


def power_lines(frame: pl.DataFrame, powers: pl.DataFrame, column: str, title: str) -> alt.LayerChart:
    """Return one line a power over rounds.

    Args:
        frame: round, name (printed, of a power) and the column to draw; more columns are ignored.
        powers: the lake's `title_powers` of the game.
        column: what goes up the y axis. title: what the axis calls it, with its unit.
    """
    rows = frame.select("round", "name", column).drop_nulls()
    base = Chart(rows).encode(x=round_axis(rows), y=alt.Y(f"{column}:Q", title=title, axis=alt.Axis(tickMinStep=1)))
    lines, points = power_course(base, powers, alt.Tooltip(f"{column}:Q", title=title))
    return (lines + points).properties(height=HEIGHT)
