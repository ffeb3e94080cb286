"""Chart: the damage that bombing did, and what was repaired, round by round."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.two_way import square_legend, two_way_bars
from dashboard.ui.figures import last_round
from dashboard.ui.text import color

NO_RAID, PAPER = "Outside raids", "#f2efe6"
DONE, REPAIRED = "damage done", "repaired"
TIPS = {
    "name:N": "Power",
    "round:O": "Round",
    "what:N": "What",
    "points:Q": "Points",
    "whose:N": "Of",
    "raids:Q": "Raids",
    "lost:Q": "Aircraft lost",
}


def bombing_chart(frame: pl.DataFrame, powers: pl.DataFrame) -> alt.LayerChart:
    """Return bars over rounds: up, the damage done, by who flew; down, what was repaired, by who had it repaired.

    Args:
        frame: measure `bombing_by_round`. powers: the lake's `title_powers` of the game.
    """
    rows = _bars(frame)
    colors = _colors(rows, powers)
    return two_way_bars(rows, last_round(frame), "↓ repaired · damage done ↑", colors, TIPS, order="place:Q")


def _bars(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a row a piece of a bar; raids that did no damage have a piece of no height."""
    flown = pl.when(pl.col("raider") == "").then(pl.lit(NO_RAID)).otherwise(pl.col("raider_name"))
    done = frame.filter((pl.col("damage") > 0) | (pl.col("raids") > 0)).select(
        "round",
        flown.alias("name"),
        pl.lit(DONE).alias("what"),
        pl.col("damage").alias("points"),
        pl.col("damage").alias("height"),
        pl.col("name").alias("whose"),
        "raids",
        "lost",
    )
    repaired = frame.filter(pl.col("repaired") > 0).select(
        "round",
        "name",
        pl.lit(REPAIRED).alias("what"),
        pl.col("repaired").alias("points"),
        -pl.col("repaired").alias("height"),
        pl.col("name").alias("whose"),
        "raids",
        "lost",
    )
    return pl.concat([done, repaired]).with_row_index("place")


def _colors(rows: pl.DataFrame, powers: pl.DataFrame) -> alt.Color:
    """Return the colour channel: the powers that have a bar, in the order of play, and a paler one for damage outside raids."""
    seen = set(rows["name"])
    named = {row["name"]: color(row["color"]) for row in powers.sort("play_order").iter_rows(named=True)}
    shown = {name: named.get(name, PAPER) for name in [*named, *sorted(seen - set(named))] if name in seen}
    scale = alt.Scale(domain=list(shown), range=list(shown.values()))
    return alt.Color("name:N", scale=scale, title=None, legend=square_legend(len(shown)))
