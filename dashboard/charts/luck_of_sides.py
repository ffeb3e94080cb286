"""Chart: how far each side's hits are above or below expectation, from the start of the game on."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, HEIGHT, Chart, layered, round_axis, side_course

TITLE = "Hits above expectation so far"


def side_luck_chart(frame: pl.DataFrame, sides: list[str]) -> alt.LayerChart:
    """Return one line a side over rounds, with a rule where hits are what the dice were worth.

    Args:
        frame: round, side_name, dice_so_far, luck_so_far; one row a side and round.
        sides: printed names in the order of play.
    """
    rows = frame.select("round", "side_name", "dice_so_far", "luck_so_far")
    base = Chart(rows).encode(x=round_axis(rows), y=alt.Y("luck_so_far:Q", title=TITLE))
    luck = alt.Tooltip("luck_so_far:Q", title=TITLE, format="+.1f")
    lines, points = side_course(base, sides, luck, alt.Tooltip("dice_so_far:Q", title="Dice so far"))
    return layered(zero(), lines, points).properties(height=HEIGHT)


def zero() -> alt.Chart:
    """Return a dashed rule at nought of the y axis."""
    rule: alt.Chart = Chart(pl.DataFrame({"level": [0]})).mark_rule(strokeDash=[6, 4], strokeWidth=1.6, color=EDGE)
    return rule.encode(y=alt.Y("level:Q"))
