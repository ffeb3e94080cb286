"""Chart: defects by rule and severity."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, Chart, layered, legend

LINE = 24
"""Pixels that a rule takes."""
COLORS = {"error": "#d9730d", "gap": "#2b7bba", "info": "#8a8f98"}
"""Colours of severities; they differ for the colour-blind."""
WORDS = {"info": "remark"}
"""What severities are called where not by their slug."""
MOST = 25
"""Rules that are drawn."""


def most_broken(rows: pl.DataFrame) -> tuple[pl.DataFrame, list[str]]:
    """Return the rows of the rules with the most defects, and these rules from the worst on.

    Args:
        rows: measure `defects_by_rule`.
    """
    by_rule = rows.group_by("rule", "severity").agg(pl.col("defects", "games").sum()).sort("rule", "severity")
    order = by_rule.group_by("rule").agg(pl.col("defects").sum()).sort("defects", "rule", descending=[True, False])
    kept = order["rule"].head(MOST).to_list()
    return by_rule.filter(pl.col("rule").is_in(kept)), kept


def defects_chart(rows: pl.DataFrame, order: list[str]) -> alt.LayerChart:
    """Return a bar a rule, its parts coloured by severity.

    Args:
        rows: rule, severity, defects, games. order: the rules from above.
    """
    found = [severity for severity in COLORS if severity in set(rows["severity"])]
    scale = alt.Scale(domain=[WORDS.get(severity, severity) for severity in found], range=[COLORS[severity] for severity in found])
    base = Chart(rows.with_columns(pl.col("severity").replace(WORDS))).encode(
        x=alt.X("defects:Q", title="Defects", axis=alt.Axis(tickMinStep=1, tickCount=5, format=",d")),
        y=alt.Y("rule:N", sort=order, title=None, axis=alt.Axis(labelLimit=180)),
        tooltip=[
            alt.Tooltip("rule:N", title="Rule"),
            alt.Tooltip("severity:N", title="Severity"),
            alt.Tooltip("defects:Q", title="Defects", format=","),
            alt.Tooltip("games:Q", title="Games", format=","),
        ],
    )
    bars = base.mark_bar(stroke=EDGE, strokeWidth=0.6).encode(
        color=alt.Color("severity:N", scale=scale, title=None, legend=legend(len(found)))
    )
    sums = Chart(rows.group_by("rule", maintain_order=True).agg(pl.col("defects").sum()))
    counts = sums.mark_text(align="left", dx=5, color=EDGE).encode(
        x=alt.X("defects:Q"), y=alt.Y("rule:N", sort=order), text=alt.Text("defects:Q", format=",")
    )
    return layered(bars, counts).properties(height=LINE * len(order), autosize=alt.AutoSizeParams(type="fit-x", contains="padding"))
