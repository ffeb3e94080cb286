"""Chart: aid that came through and aid that was sunk on its way, round by round."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, HEIGHT, legend, power_color

DELIVERED, SUNK = "delivered", "sunk"


def lend_lease_chart(frame: pl.DataFrame, powers: pl.DataFrame) -> alt.LayerChart:
    """Return bars over rounds by receiver: up, what was delivered; down, what was sunk.

    Args:
        frame: measure `lend_lease`. powers: the lake's `title_powers` of the game.
    """
    rounds = list(range(1, int(frame["round"].max() or 0) + 1))
    receivers = powers.filter(pl.col("power").is_in(frame["receiver"].unique().to_list()))
    key = legend(receivers.height, symbolType="square", symbolStrokeColor=EDGE, symbolStrokeWidth=0.8)
    bars = alt.Chart(_bars(frame)).mark_bar(stroke=EDGE, strokeWidth=0.8)
    bars = bars.encode(
        x=alt.X("round:O", title="Round", scale=alt.Scale(domain=rounds), axis=alt.Axis(labelAngle=0)),
        y=alt.Y(
            "height:Q",
            title="↓ sunk · delivered ↑",
            axis=alt.Axis(tickMinStep=1, labelExpr="format(abs(datum.value), 'd')"),
        ),
        color=power_color(receivers, key),
        tooltip=[
            alt.Tooltip("name:N", title="To"),
            alt.Tooltip("giver_name:N", title="From"),
            alt.Tooltip("round:O", title="Round"),
            alt.Tooltip("what:N", title="What"),
            alt.Tooltip("aid:Q", title="Aid"),
            alt.Tooltip("waiting:Q", title="Still on its way"),
        ],
    )
    level = alt.Chart(pl.DataFrame({"level": [0]})).mark_rule(color=EDGE, strokeWidth=1.6).encode(y="level:Q")
    return (bars + level).properties(height=HEIGHT)


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
