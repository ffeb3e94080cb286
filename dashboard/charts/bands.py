"""Chart: a metric over rounds in many games: the median as a line, the middle half of the games as a band."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.groups import group_color, group_shape
from dashboard.charts.style import HEIGHT, Chart, edged_line, edged_point, faint, layered, legend, round_axis

WIDTH = 480
"""Pixels of a chart that stands beside another."""


def bands_chart(
    frame: pl.DataFrame, groups: list[str], own: dict[str, str], title: str, form: str, alike: bool = True
) -> alt.LayerChart | alt.FacetChart:
    """Return one line and one band a group over rounds; side by side when two selections are compared.

    Args:
        frame: selection, group, round, n, mean, p10, p25, p50, p75, p90; selection is empty when there is but one.
        groups: those to draw. own: colours of powers by printed name. title: of the y axis. form: d3 format of its numbers.
        alike: whether two selections count in one unit, and so have one axis.
    """
    rows = frame.filter(pl.col("group").is_in(groups))
    color, shape = group_color(groups, own), group_shape(groups)
    compared = rows["selection"].n_unique() > 1
    if compared:  # a legend over charts beside each other does not know how wide they are together
        color["legend"] = shape["legend"] = legend(len(groups), columns=len(groups))
    axis = alt.Axis(format=form, tickMinStep=0.01 if form == ".0%" else alt.Undefined)
    base = Chart(rows).encode(x=round_axis(rows))
    span = {"y": alt.Y("p25:Q", title=title, axis=axis), "y2": "p75:Q"}
    band = base.mark_area().encode(**span, color=color, opacity=faint(0.18))
    middle = base.encode(y=alt.Y("p50:Q", title=title, axis=axis))
    points = edged_point(middle).encode(
        color=color,
        shape=shape,
        tooltip=[
            alt.Tooltip("group:N", title="Group"),
            alt.Tooltip("round:Q", title="Round"),
            alt.Tooltip("p50:Q", title="Median", format=form),
            alt.Tooltip("mean:Q", title="Mean", format=form),
            alt.Tooltip("p25:Q", title="Lower quartile", format=form),
            alt.Tooltip("p75:Q", title="Upper quartile", format=form),
            alt.Tooltip("p10:Q", title="10th percentile", format=form),
            alt.Tooltip("p90:Q", title="90th percentile", format=form),
            alt.Tooltip("n:Q", title="n"),
        ],
    )
    chart = layered(band, edged_line(middle, color, "group:N"), points).properties(height=HEIGHT)
    if not compared:
        return chart
    beside = chart.properties(width=WIDTH).facet(column=alt.Column("selection:N", title=None, sort=None))
    return beside if alike else beside.resolve_scale(y="independent")
