"""Charts: what each power lost to convoy raids, and what was lost on each line, round by round and over many games."""

from __future__ import annotations

from collections.abc import Mapping

import altair as alt
import polars as pl

from dashboard.charts.groups import apart
from dashboard.charts.power_cells import power_cells
from dashboard.charts.stacked import by_size, stacked_chart
from dashboard.ui.figures import last_round
from dashboard.ui.text import printed

MOST = 20
"""Lines of a chart over many games."""


def convoy_chart(frame: pl.DataFrame, powers: pl.DataFrame, unit: str) -> alt.LayerChart:
    """Return the losses by power and round, of the powers and rounds that were raided.

    Args:
        frame: measure `convoy_losses`, of one resource. powers: the lake's `title_powers` of the game.
        unit: printed name of the resource, such as IPC.
    """
    raided = frame.filter(pl.col("raids") > 0)
    by_power = raided.group_by("round", "name", maintain_order=True).agg(
        pl.col("loss", "raids").sum(), pl.col("share").sum().mul(100).round(0), *(_names(column) for column in ("area_name", "raider_name"))
    )
    more = {
        "share": "Percent of income",
        "raids": "Raids",
        "area_name": "Where",
        "raider_name": "By",
    }
    return power_cells(by_power, powers, "loss", f"Lost, {unit}", more, last_round(frame))


def convoy_lines_chart(frame: pl.DataFrame, powers: pl.DataFrame, unit: str, rounds: int) -> alt.LayerChart:
    """Return what was lost by convoy line and round, a line for each nation that was raided on it.

    Args:
        frame: measure `convoy_lines`, of one resource, named by `with_lines`. powers: the lake's `title_powers` of the game.
        unit: printed name of the resource, such as IPC. rounds: last round of the game.
    """
    told = frame.with_columns(
        pl.format("{}: {}", "name", "area_name").alias("name"),
        pl.coalesce(pl.col("stake").cast(pl.String), pl.lit("unknown")).alias("stake"),
        pl.when(pl.col("raiders") == "").then(pl.lit("unknown")).otherwise("raiders").alias("raiders"),
    )
    turns = dict(powers.select("power", "play_order").rows())
    order = told.unique("name").with_columns(turn=pl.col("victim").replace_strict(turns, default=None, return_dtype=pl.Int64))
    lines = order.sort("turn", "name", nulls_last=True).select("name").with_row_index("play_order")
    more = {"stake": f"At stake, {unit}", "raids": "Raids", "raiders": "By"}
    return power_cells(told, lines, "loss", f"Lost, {unit}", more, rounds, "Line")


def lines_of_games_chart(frame: pl.DataFrame, powers: pl.DataFrame, unit: str) -> alt.Chart:
    """Return what a game costs on each convoy line on average, by the nation that loses it; the costliest lines, MOST of them.

    Args:
        frame: measure `convoy_losses_by_line`, of one title, named by `with_lines`. powers: its powers: name, color; in the order of play.
        unit: printed name of the resource, such as IPC.
    """
    told = frame.with_columns(pl.col("area_name").alias("line"), pl.col("mean").round(2))
    names = by_size(told, "line", "mean")[:MOST]
    drawn = told.filter(pl.col("line").is_in(names))
    colors = apart(dict(powers.select("name", "color").iter_rows()), set(drawn["name"]))
    parts = powers.with_columns(color=pl.col("name").replace_strict(colors, default=pl.col("color")))
    return stacked_chart(drawn, "line", "mean", "name", f"Lost per game, {unit}", names=names, parts=parts, whose="Line")


def with_lines(rows: pl.DataFrame, words: Mapping[str, str]) -> pl.DataFrame:
    """Return rows (area, area_name) in which every line has a printed name: its title's own, its area's, or its slug in words.

    Args:
        words: the names that the title itself has, by slug (`Reader.words`); a line may have the slug of an area.
    """
    slug = pl.Series([printed(area).title() for area in rows["area"].to_list()], dtype=pl.String)
    name = pl.when(pl.col("area_name") == pl.col("area")).then(slug).otherwise("area_name")
    return rows.with_columns(area_name=pl.col("area").replace_strict(words, default=name, return_dtype=pl.String))


def _names(column: str) -> pl.Expr:
    """Return the different names of a column, `unknown` where there are none."""
    names = pl.col(column).filter(pl.col(column) != "").unique(maintain_order=True).str.join(", ")
    return pl.when(names == "").then(pl.lit("unknown")).otherwise(names).alias(column)
