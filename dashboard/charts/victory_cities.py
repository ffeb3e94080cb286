"""Chart: how far each side has come to its victory condition, and how far it must come."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, HEIGHT, Chart, layered, round_axis, side_course
from dashboard.ui.figures import highest, lowest

WIDER, WIDEST = 3.0, 6.0
"""Pixels by which a line is wider than the one that lies on it, and at most wider than the uppermost."""


def victory_chart(frame: pl.DataFrame, sides: list[str], measure: str) -> alt.LayerChart:
    """Return the victory cities (or whatever else is counted) by side, with a rule at what wins.

    Args:
        frame: round, side_name, held, threshold; one row a side and round; a threshold of 0 is none.
        sides: printed names in the order of play. measure: what is counted, in words for the axis.
    """
    rows = frame.select("round", "side_name", "held", "threshold").drop_nulls()
    top = max(int(highest(rows[column])) for column in ("held", "threshold")) + 1
    low = min(0, int(lowest(rows["held"])))
    y = alt.Y("held:Q", title=measure, scale=alt.Scale(domain=[low, top], nice=False), axis=alt.Axis(tickMinStep=1))
    courses = [_course(rows, sides, side, y, measure) for side in sides]
    lines, points = zip(*courses, strict=True) if courses else ((), ())
    needed = _marks(rows)
    rules = [_thresholds(needed)] if needed.height else []  # a rule without a mark is a picture without a name to who hears the page
    return layered(*rules, *lines, *points).properties(height=HEIGHT)


def _course(rows: pl.DataFrame, sides: list[str], side: str, y: alt.Y, measure: str) -> tuple[alt.LayerChart, alt.Chart]:
    """Return one side's steps and its points, at their true place.

    Sides with equal counts lie on each other: each line and each point is smaller than the one below it, so that all are seen.
    """
    above = len(sides) - 1 - sides.index(side)
    wider = min(WIDER, WIDEST / max(1, len(sides) - 1)) * above
    base = Chart(rows.filter(pl.col("side_name") == side)).encode(x=round_axis(rows), y=y)
    tips = alt.Tooltip("held:Q", title=measure), alt.Tooltip("threshold:Q", title="Needed to win")
    return side_course(base, sides, *tips, interpolate="step-after", wider=wider)


def _thresholds(marks: pl.DataFrame) -> alt.LayerChart:
    """Return dashed rules at what wins, one for all sides that need the same; the last threshold said counts."""
    base = Chart(marks).encode(y=alt.Y("threshold:Q"))
    rule = base.mark_rule(strokeDash=[6, 4], strokeWidth=1.6, color=EDGE)
    text = base.mark_text(align="left", baseline="bottom", dx=4, dy=-3, color=EDGE, fontWeight="bold")
    return layered(rule, text.encode(x=alt.value(0), text=alt.Text("label:N")))


def _marks(rows: pl.DataFrame) -> pl.DataFrame:
    """Return threshold and label, one row a distinct threshold; where one holds for most of the sides, only the others are named."""
    last = rows.filter(pl.col("threshold") > 0).sort("round").group_by("side_name", maintain_order=True).last()
    grouped = last.group_by("threshold", maintain_order=True).agg(pl.col("side_name").sort().alias("whom"))
    most = max((len(whom) for whom in grouped["whom"]), default=0)
    labels = [
        f"{needed} to win" if len(whom) == most and 2 * most > last.height else f"{', '.join(whom)}: {needed} to win"
        for needed, whom in zip(grouped["threshold"], grouped["whom"], strict=True)
    ]
    return pl.DataFrame({"threshold": grouped["threshold"], "label": pl.Series(labels, dtype=pl.String)})
