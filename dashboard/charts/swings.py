"""Chart: how likely each swing of a battle is."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, HEIGHT, SIDE_COLORS, Chart, layered


def swings_chart(rows: pl.DataFrame, unit: str, actual: float | None = None) -> alt.LayerChart:
    """Return a bar for each swing that has a chance worth seeing, in two colours: good and bad for the attacker.

    Args:
        rows: swing, chance. unit: name of the resource. actual: the swing of a battle that was fought, marked by a line.
    """
    seen = rows.filter(pl.col("chance") >= 0.0005).with_columns(
        pl.when(pl.col("swing") > 0).then(pl.lit("good for the attacker")).otherwise(pl.lit("not")).alias("for")
    )
    bars = (
        Chart(seen)
        .mark_bar()
        .encode(
            x=alt.X("swing:Q", title=f"Swing for the attacker, {unit}", axis=alt.Axis(tickMinStep=1)),
            y=alt.Y("chance:Q", title="Chance", axis=alt.Axis(format="%")),
            color=alt.Color(
                "for:N",
                title=None,
                legend=alt.Legend(orient="top"),
                scale=alt.Scale(domain=["good for the attacker", "not"], range=list(SIDE_COLORS[:2])),
            ),
            tooltip=[alt.Tooltip("swing:Q", title=f"Swing, {unit}", format="+.0f"), alt.Tooltip("chance:Q", title="Chance", format=".1%")],
        )
    )
    rule = Chart(pl.DataFrame({"at": [0]})).mark_rule(strokeDash=[6, 4], color=EDGE).encode(x=alt.X("at:Q"))
    layers = [rule, bars]
    if actual is not None:
        was = Chart(pl.DataFrame({"at": [actual], "said": ["this battle"]})).encode(
            x="at:Q", tooltip=alt.Tooltip("at:Q", title="Swing of this battle", format="+.0f")
        )
        layers.append(was.mark_rule(strokeWidth=2, color=EDGE))
        layers.append(was.mark_text(align="left", baseline="top", dx=5, color=EDGE).encode(y=alt.value(0), text="said:N"))
    return layered(*layers).properties(height=HEIGHT)
