"""Chart: a metric over many games, round by round or as one number a game, with its axis and the form of its numbers."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.bands import bands_chart
from dashboard.charts.groups import shown
from dashboard.charts.spread import spread_chart
from dashboard.ui.figures import highest
from warehouse.metrics import Metric


def metric_chart(frame: pl.DataFrame, metric: Metric, own: dict[str, str], by_round: bool, alike: bool = True) -> alt.TopLevelMixin:
    """Return the chart of the groups that are drawn (`groups.shown`).

    Args:
        frame: what `warehouse.metrics.bands` (by_round) or `spread` returned, with `selection`. metric: with its unit.
        own: colours of powers by printed name. alike: whether two selections count in one unit.
    """
    groups = shown(frame)
    drawn = frame.filter(pl.col("group").is_in(groups))
    known = metric.unit == "share" or not alike or metric.unit in metric.name.lower()
    axis = metric.name if known else f"{metric.name}, {metric.unit}"
    large = highest(drawn["mean"].abs()) >= 10_000
    numbers = ".0%" if metric.unit == "share" else ".3~s" if large else ".1~f"
    return (bands_chart if by_round else spread_chart)(drawn, groups, own, axis, numbers, alike)
