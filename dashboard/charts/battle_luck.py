"""Chart: battles by what they swung and what the dice had to do with it."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, HEIGHT, SHAPES, SIDE_COLORS, Chart, layered, legend

KINDS = ("land", "sea", "amphibious", "raid", "air")


def battle_luck_chart(battles: pl.DataFrame, unit: str) -> alt.LayerChart:
    """Return a mark for each battle with dice: the attacker's net luck across, its swing upwards, by kind, as large as its toll.

    Args:
        battles: measure `biggest_battles` with where, attacker_name, defender_name and surprise. unit: name of the resource.
    """
    rows = battles.filter(pl.col("surprise").is_not_null(), pl.col("swing").is_not_null()).select(
        "round", "where", "attacker_name", "defender_name", "winner", "kind", "luck", "swing", "destroyed", "surprise"
    )
    kinds = [kind for kind in KINDS if kind in set(rows["kind"])] + sorted(set(rows["kind"]) - set(KINDS))
    key = legend(len(kinds))
    colors = alt.Scale(domain=kinds, range=[SIDE_COLORS[at % len(SIDE_COLORS)] for at in range(len(kinds))])
    marks = alt.Scale(domain=kinds, range=[SHAPES[at % len(SHAPES)] for at in range(len(kinds))])
    tips = {
        "where": "Where",
        "round": "Round",
        "attacker_name": "Attacker",
        "defender_name": "Defender",
        "winner": "Winner",
    }
    points = (
        Chart(rows)
        .mark_point(filled=True, opacity=0.8, stroke=EDGE, strokeWidth=0.8)
        .encode(
            x=alt.X("luck:Q", title="Hits above expectation, attacker minus defender"),
            y=alt.Y("swing:Q", title=f"Swing for the attacker, {unit}"),
            size=alt.Size("destroyed:Q", scale=alt.Scale(range=[30, 700]), legend=None),
            color=alt.Color("kind:N", scale=colors, title=None, legend=key),
            shape=alt.Shape("kind:N", scale=marks, title=None, legend=key),
            tooltip=[
                *(alt.Tooltip(field, title=title) for field, title in tips.items()),
                alt.Tooltip("destroyed:Q", title=f"Destroyed, {unit}"),
                alt.Tooltip("swing:Q", title=f"Swing, {unit}", format="+d"),
                alt.Tooltip("luck:Q", title="Luck, hits", format="+.1f"),
                alt.Tooltip("surprise:Q", title="Surprise", format=".0%"),
            ],
        )
    )
    rules = Chart(pl.DataFrame({"at": [0]})).mark_rule(strokeDash=[6, 4], color=EDGE)
    return layered(rules.encode(x=alt.X("at:Q")), rules.encode(y=alt.Y("at:Q")), points).properties(height=HEIGHT)
