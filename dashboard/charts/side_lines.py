"""Lines of sides over rounds: what the charts of strength, of shares of the board and of fronts have in common."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import HEIGHT, Chart, round_axis, side_course


def side_lines(frame: pl.DataFrame, sides: list[str], column: str, title: str, form: str) -> alt.LayerChart:
    """Return one line a side over rounds; a side that never has any is left out.

    Args:
        frame: round, side_name and the column to draw; one row a side and round. sides: printed names in the order of play.
        column: what goes up the y axis. title: what the axis calls it. form: d3 format of its numbers.
    """
    told = frame.select("round", "side_name", column).drop_nulls()
    some = told.filter((pl.col(column) != 0).any().over("side_name"))
    rows = some if some.height else told
    step = 1 if form == "d" else alt.Undefined  # between two whole numbers it would say one of them again
    axis = alt.Axis(format=".1~%" if form == "%" else form, tickMinStep=step)
    y = alt.Y(f"{column}:Q", title=title, axis=axis, scale=alt.Scale(zero=False))
    base = Chart(rows).encode(x=round_axis(rows), y=y)
    tip = alt.Tooltip(f"{column}:Q", title=title, format=".1%" if form == "%" else form)
    lines, points = side_course(base, sides, tip, drawn=set(rows["side_name"]))
    return (lines + points).properties(height=HEIGHT)
