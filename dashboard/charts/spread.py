"""Chart: how one number a game is spread over many games, group by group."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.groups import group_color
from dashboard.charts.style import EDGE, Chart

ROW = 34
"""Pixels of a group."""


def spread_chart(
    frame: pl.DataFrame, groups: list[str], own: dict[str, str], title: str, form: str, alike: bool = True
) -> alt.TopLevelMixin:
    """Return a line from the lowest tenth to the highest, a bar over the middle half, a tick at the median, a point at the mean.

    Args:
        frame: selection, group, games, n, mean, p10, p25, p50, p75, p90, low, high; selection is empty when there is but one.
        groups: those to draw, from above. own: colours of powers by printed name. title: of the x axis. form: d3 format.
        alike: whether two selections count in one unit, and so have one axis.
    """
    rows = frame.filter(pl.col("group").is_in(groups))
    color = group_color(groups, own).copy(deep=True)
    color["legend"] = None
    base = Chart(rows).encode(y=alt.Y("group:N", sort=groups, title=None, axis=alt.Axis(labelLimit=220)))
    tips = [
        alt.Tooltip("group:N", title="Group"),
        *(
            alt.Tooltip(f"{field}:Q", title=words, format=form)
            for field, words in {
                "p50": "Median",
                "mean": "Mean",
                "p25": "Lower quartile",
                "p75": "Upper quartile",
                "p10": "10th percentile",
                "p90": "90th percentile",
                "low": "Lowest",
                "high": "Highest",
            }.items()
        ),
        alt.Tooltip("games:Q", title="Games"),
        alt.Tooltip("n:Q", title="n"),
    ]
    whole = base.mark_rule(color=EDGE, strokeWidth=2).encode(x=alt.X("p10:Q", title=title, axis=alt.Axis(format=form)), x2=alt.X2("p90:Q"))
    half = base.mark_bar(height=16, stroke=EDGE, strokeWidth=0.8).encode(x=alt.X("p25:Q"), x2=alt.X2("p75:Q"), color=color, tooltip=tips)
    median = base.mark_tick(thickness=3, size=22, color=EDGE).encode(x=alt.X("p50:Q"), tooltip=tips)
    mean = base.mark_point(size=60, filled=True, color="white", stroke=EDGE, opacity=1).encode(x=alt.X("mean:Q"), tooltip=tips)
    chart = alt.layer(whole, half, median, mean).properties(height=ROW * len(groups))
    if rows["selection"].n_unique() < 2:
        # the height is the groups' alone: with the axis in it, few of them would overlap
        return chart.properties(autosize=alt.AutoSizeParams(type="fit-x", contains="padding"))
    below = chart.properties(width=900).facet(row=alt.Row("selection:N", title=None, sort=None, header=alt.Header(orient="top")))
    return below if alike else below.resolve_scale(x="independent")
