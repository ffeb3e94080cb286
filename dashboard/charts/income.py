"""Chart: what each power collected, round by round."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.power_lines import power_lines


def income_chart(frame: pl.DataFrame, powers: pl.DataFrame, unit: str) -> alt.LayerChart:
    """Return income by power and round.

    Args:
        frame: round, name, income; one row a power and round.
        powers: the lake's `title_powers` of the game. unit: printed name of the resource, such as IPC.
    """
    return power_lines(frame, powers, "income", f"Income, {unit} per round")
