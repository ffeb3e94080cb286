"""Chart: who beats whom, a line and a column a player."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, Chart, layered

LINE = 34
"""Pixels that a player takes."""
LOSES, EVEN, WINS = "#e8a15c", "#c3c6c9", "#7db1d8"
"""Cells of those who always lose, are even and always win; their own paper under their own ink, on either theme."""
INK = "#1b1f24"


def head_to_head_chart(met: pl.DataFrame, players: list[str]) -> alt.LayerChart:
    """Return the matrix.

    Args:
        met: measure `head_to_head` of these players among themselves. players: in the order of lines and columns.
    """
    decided = pl.col("decided") > 0
    text = pl.when(decided).then(pl.format("{}–{}", "won", "lost")).otherwise(pl.lit("–"))
    rows = met.with_columns(text=text, shade=pl.col("rate").fill_null(0.5))
    scale = alt.Scale(domain=players)
    base = Chart(rows).encode(
        x=alt.X(
            "opponent:N",
            title="Against",
            scale=scale,
            axis=alt.Axis(orient="top", labelAngle=-40, labelLimit=110, labelOverlap=False),
        ),
        y=alt.Y("player:N", title=None, scale=scale, axis=alt.Axis(labelLimit=140)),
        tooltip=[
            alt.Tooltip("player:N", title="Player"),
            alt.Tooltip("opponent:N", title="Against"),
            alt.Tooltip("games:Q", title="Games"),
            *(alt.Tooltip(f"{name}:Q", title=name.capitalize()) for name in ("won", "lost", "drawn", "unfinished")),
            *(
                alt.Tooltip(f"{name}:Q", title=words, format=".0%")
                for name, words in {"rate": "Win rate", "low": "95% range from", "high": "95% range to"}.items()
            ),
        ],
    )
    shades = alt.Scale(domain=[0, 0.5, 1], range=[LOSES, EVEN, WINS])
    cells = base.mark_rect(stroke=EDGE, strokeWidth=0.8).encode(
        color=alt.Color("shade:Q", scale=shades, legend=None),
        fillOpacity=alt.condition(alt.datum.decided > 0, alt.value(1), alt.value(0)),
    )
    fits = alt.ExprRef(f"width / {max(len(players), 1)} < 26 ? 0 : 13")
    ink = alt.condition(alt.datum.decided > 0, alt.value(INK), alt.value(EDGE))
    numbers = base.mark_text(fontSize=fits).encode(text=alt.Text("text:N"), color=ink)
    fit = alt.AutoSizeParams(type="fit-x", contains="padding")
    return layered(cells, numbers).properties(height=LINE * max(len(players), 2), autosize=fit)
