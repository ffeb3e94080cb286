"""Chart: what each power had in hand at the end of each round."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.power_lines import power_lines


def treasury_chart(frame: pl.DataFrame, powers: pl.DataFrame, unit: str) -> alt.LayerChart:
    """Return the treasury by power at the end of each round.

    Args:
        frame: round, name, treasury; one row a power and round.
        powers: the lake's `title_powers` of the game. unit: printed name of the resource, such as IPC.
    """
    return power_lines(frame, powers, "treasury", f"Treasury, {unit}")
