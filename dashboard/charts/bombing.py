"""Chart: the damage that bombing did, and what was repaired, round by round."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, HEIGHT, legend
from dashboard.words import color

NO_RAID, PAPER = "Outside raids", "#f2efe6"
DONE, REPAIRED = "damage done", "repaired"


def bombing_chart(frame: pl.DataFrame, powers: pl.DataFrame) -> alt.LayerChart:
    """Return bars over rounds: up, the damage done, by who flew; down, what was repaired, by who had it repaired.

    Args:
        frame: measure `bombing_by_round`. powers: the lake's `title_powers` of the game.
    """
    rows = _bars(frame)
    rounds = list(range(1, int(frame["round"].max() or 0) + 1))
    height = alt.Axis(tickMinStep=1, labelExpr="format(abs(datum.value), 'd')")
    bars = alt.Chart(rows).mark_bar(stroke=EDGE, strokeWidth=0.8)
    bars = bars.encode(
        x=alt.X("round:O", title="Round", scale=alt.Scale(domain=rounds), axis=alt.Axis(labelAngle=0)),
        y=alt.Y("height:Q", title="↓ repaired · damage done ↑", axis=height),
        color=_colors(rows, powers),
        order="place:Q",
        tooltip=[
            alt.Tooltip("name:N", title="Power"),
            alt.Tooltip("round:O", title="Round"),
            alt.Tooltip("what:N", title="What"),
            alt.Tooltip("points:Q", title="Points"),
            alt.Tooltip("whose:N", title="Of"),
            alt.Tooltip("raids:Q", title="Raids"),
            alt.Tooltip("lost:Q", title="Aircraft lost"),
        ],
    )
    level = alt.Chart(pl.DataFrame({"level": [0]})).mark_rule(color=EDGE, strokeWidth=1.6).encode(y="level:Q")
    return (bars + level).properties(height=HEIGHT)


def _bars(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a row a piece of a bar; raids that did no damage have a piece of no height."""
    flown = pl.when(pl.col("raider") == "").then(pl.lit(NO_RAID)).otherwise(pl.col("raider_name"))
    done = frame.filter((pl.col("damage") > 0) | (pl.col("raids") > 0)).select(
        "round", flown.alias("name"), pl.lit(DONE).alias("what"), pl.col("damage").alias("points"),
        pl.col("damage").alias("height"), pl.col("name").alias("whose"), "raids", "lost",
    )  # fmt: skip
    mended = frame.filter(pl.col("repaired") > 0).select(
        "round", "name", pl.lit(REPAIRED).alias("what"), pl.col("repaired").alias("points"),
        -pl.col("repaired").alias("height"), pl.col("name").alias("whose"), "raids", "lost",
    )  # fmt: skip
    return pl.concat([done, mended]).with_row_index("place")


def _colors(rows: pl.DataFrame, powers: pl.DataFrame) -> alt.Color:
    """Return the colour channel: the powers that have a bar, in the order of play, and a paler one for damage outside raids."""
    seen = set(rows["name"])
    named = {row["name"]: color(row["color"]) for row in powers.sort("play_order").iter_rows(named=True)}
    shown = {name: named.get(name, PAPER) for name in [*named, *sorted(seen - set(named))] if name in seen}
    key = legend(len(shown), symbolType="square", symbolStrokeColor=EDGE, symbolStrokeWidth=0.8)
    return alt.Color("name:N", scale=alt.Scale(domain=list(shown), range=list(shown.values())), title=None, legend=key)
