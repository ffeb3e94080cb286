"""Chart: how likely each swing of a battle is."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, HEIGHT, SIDE_COLORS, Chart


def swings_chart(rows: pl.DataFrame, unit: str) -> alt.LayerChart:
    """Return a bar for each swing that has a chance worth seeing, in two colours: good and bad for the attacker.

    Args:
        rows: swing, chance. unit: name of the resource.
    """
    seen = rows.filter(pl.col("chance") >= 0.0005).with_columns(
        pl.when(pl.col("swing") > 0).then(pl.lit("good for the attacker")).otherwise(pl.lit("not")).alias("for")
    )
    bars = Chart(seen).mark_bar().encode(
        x=alt.X("swing:Q", title=f"Swing for the attacker, {unit}"),
        y=alt.Y("chance:Q", title="Chance", axis=alt.Axis(format="%")),
        color=alt.Color("for:N", title=None, scale=alt.Scale(domain=["good for the attacker", "not"], range=list(SIDE_COLORS[:2]))),
        tooltip=[alt.Tooltip("swing:Q", title=f"Swing, {unit}", format="+.0f"), alt.Tooltip("chance:Q", title="Chance", format=".1%")],
    )  # fmt: skip
    rule = Chart(pl.DataFrame({"at": [0]})).mark_rule(strokeDash=[6, 4], color=EDGE).encode(x=alt.X("at:Q"))
    return alt.layer(rule, bars).properties(height=HEIGHT)
