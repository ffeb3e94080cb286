"""Chart: aid that came through and aid that was sunk on its way, round by round."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import power_color
from dashboard.charts.two_way import square_legend, two_way_bars
from dashboard.ui.figures import last_round

DELIVERED, SUNK = "delivered", "sunk"
TIPS = {
    "name:N": "To",
    "giver_name:N": "From",
    "round:O": "Round",
    "what:N": "What",
    "aid:Q": "Aid",
    "waiting:Q": "Still on its way",
}


def lend_lease_chart(frame: pl.DataFrame, powers: pl.DataFrame) -> alt.LayerChart:
    """Return bars over rounds by receiver: up, what was delivered; down, what was sunk.

    Args:
        frame: measure `lend_lease`. powers: the lake's `title_powers` of the game.
    """
    receivers = powers.filter(pl.col("power").is_in(frame["receiver"].unique().to_list()))
    color = power_color(receivers, square_legend(receivers.height))
    return two_way_bars(_bars(frame), last_round(frame), "↓ sunk · delivered ↑", color, TIPS)


def _bars(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a row a piece of a bar: round, name of the receiver, giver, what became of it, how much, its height."""
    who = ("round", pl.col("receiver_name").alias("name"), "giver_name", "waiting")
    pieces = [
        frame.filter(pl.col(column) > 0).select(
            *who, pl.lit(what).alias("what"), pl.col(column).alias("aid"), (sign * pl.col(column)).alias("height")
        )
        for column, what, sign in (("delivered", DELIVERED, 1), ("interdicted", SUNK, -1))
    ]
    return pl.concat(pieces)
