"""Bars over rounds that go both ways from one line: what was gained upwards, what was lost downwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, HEIGHT, Chart, layered, legend


def two_way_bars(
    pieces: pl.DataFrame, rounds: int, title: str, color: alt.Color, tips: Mapping[str, str], **channels: Any
) -> alt.LayerChart:
    """Return the bars and the line that they stand on.

    Args:
        pieces: round, height (below 0: downwards), and what colour and tips show; a row a piece of a bar.
        rounds: the last one. title: of the y axis. tips: field with its type to what it is called. channels: more of the bars'.
    """
    domain = list(range(1, rounds + 1))
    heights = alt.Axis(tickMinStep=1, labelExpr="format(abs(datum.value), 'd')")
    bars = Chart(pieces).mark_bar(stroke=EDGE, strokeWidth=0.8)
    bars = bars.encode(
        x=alt.X("round:O", title="Round", scale=alt.Scale(domain=domain), axis=alt.Axis(labelAngle=0)),
        y=alt.Y("height:Q", title=title, axis=heights),
        color=color,
        tooltip=[alt.Tooltip(field, title=words) for field, words in tips.items()],
        **channels,
    )
    level = Chart(pl.DataFrame({"level": [0]})).mark_rule(color=EDGE, strokeWidth=1.6).encode(y=alt.Y("level:Q"))
    return layered(bars, level).properties(height=HEIGHT)


def square_legend(count: int) -> alt.Legend:
    """Return a legend of edged squares, as the bars are."""
    return legend(count, symbolType="square", symbolStrokeColor=EDGE, symbolStrokeWidth=0.8)
