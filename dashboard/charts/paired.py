"""Charts: win rates of an experiment's rule sets, and the paired differences between them, each with its interval."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import Chart, layered

ROW = 34
"""Pixels of a row."""
WIDE = 170
"""Pixels that a row's label may take."""
AXIS = 80
"""Pixels of the axis below, which count as height too."""
INK = "#5b7db1"


def rates_chart(rates: pl.DataFrame) -> alt.LayerChart:
    """Return a mark and an interval for each way to play: arm, won, decided, rate, low, high."""
    return _marks(rates, "rate", "Share of games won", alt.Scale(domain=[0, 1]), alt.Axis(format="%"))


def differences_chart(differences: pl.DataFrame) -> alt.LayerChart:
    """Return a mark and an interval for each comparison, and a line at 0: arm, against, difference, low, high (shares)."""
    points = differences.with_columns(pl.col("difference", "low", "high") * 100)
    reach = max(5.0, points.select(pl.max_horizontal(pl.col("low").abs(), pl.col("high").abs()).max()).item())
    scale = alt.Scale(domain=[-reach, reach])
    zero = Chart(pl.DataFrame({"at": [0.0]})).mark_rule(strokeDash=[4, 3]).encode(x="at:Q")
    whole = alt.Axis(tickMinStep=1, labelExpr="datum.value ? format(datum.value, '+.0f') : '0'")
    return layered(zero, _marks(points, "difference", "Difference, points", scale, whole))


def _marks(rows: pl.DataFrame, column: str, title: str, scale: alt.Scale, axis: alt.Axis) -> alt.LayerChart:
    label = alt.Y("arm:N", title=None, sort=rows["arm"].to_list(), axis=alt.Axis(labelLimit=WIDE, labelOverlap=False))
    base = Chart(rows).encode(y=label)
    tooltip = [
        alt.Tooltip("arm:N", title="Rules"),
        *(alt.Tooltip(f"{name}:Q", format=".3") for name in (column, "low", "high")),
    ]
    interval = base.mark_rule(strokeWidth=2, color=INK).encode(x=alt.X("low:Q", title=title, scale=scale, axis=axis), x2="high:Q")
    mark = base.mark_point(filled=True, size=80, opacity=1, color=INK).encode(x=f"{column}:Q", tooltip=tooltip)
    return layered(interval, mark).properties(height=ROW * rows.height + AXIS)
