"""Chart: how far each power's hits are above or below expectation, from the start of the game on."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.luck_of_sides import TITLE, zero
from dashboard.charts.power_lines import power_lines
from dashboard.charts.style import layered


def power_luck_chart(frame: pl.DataFrame, powers: pl.DataFrame) -> alt.LayerChart:
    """Return one line a power over rounds, of the powers that rolled dice, with a rule at expectation.

    Args:
        frame: measure `luck_by_round`. powers: the lake's `title_powers` of the game.
    """
    rolled = frame.filter((pl.col("dice") > 0).any().over("power"))
    rows = rolled.with_columns(pl.col("luck_so_far").round(1))
    return layered(zero(), power_lines(rows, powers, "luck_so_far", TITLE))
