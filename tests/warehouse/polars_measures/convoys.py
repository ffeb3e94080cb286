"""Measures of convoys in polars."""

from __future__ import annotations

import polars as pl

from tests.warehouse.polars_measures.shared import ordered
from warehouse.expressions import AID, Tables, power_rounds, raids, rows, total, whole


def _places(tables: Tables) -> pl.LazyFrame:
    """Return what areas and lines at sea are called."""
    lines = tables("title_lines").select(area="line", area_name="name")
    return pl.concat([tables("title_areas").select("area", area_name="name"), lines])


def convoy_losses(tables: Tables) -> pl.LazyFrame:
    """What raids cost each power, round by round, where and by whom."""
    every_cap = pl.col("cap").count() == pl.len()
    summed = (
        raids(tables)
        .group_by("round", "victim", "area", "raider", "resource")
        .agg(raids=rows(), loss=total("loss"), cap=pl.when(every_cap).then(total("cap")))
    )
    collected = tables("powers").group_by("power", "round").agg(income=total("income"))
    powers = tables("title_powers").select("power", "name")
    found = (
        power_rounds(tables)
        .join(tables("games").select("game_id", money="resource"), on="game_id")
        .join(summed, left_on=["power", "round"], right_on=["victim", "round"], how="left")
        .join(collected, on=["power", "round"], how="left")
        .with_columns(
            pl.col("area", "raider").fill_null(""),
            pl.coalesce("resource", "money").alias("resource"),
            pl.col("raids", "loss", "income").fill_null(0),
        )
        .join(_places(tables), on="area", how="left")
        .join(powers.rename({"power": "raider", "name": "raider_name"}), on="raider", how="left")
    )
    paid = (pl.col("resource") == pl.col("money")) & (pl.col("area") != AID)
    would = pl.col("income") + pl.col("loss").filter(paid).sum().over("round", "power")
    share = pl.when(paid).then(whole(pl.col("loss")) / pl.when(would > 0).then(would))
    return ordered(found, "round", "play_order", "area", "raider", "resource").select(
        "round",
        pl.col("power").alias("victim"),
        "name",
        "side",
        "area",
        pl.coalesce("area_name", "area").alias("area_name"),
        "raider",
        pl.coalesce("raider_name", "raider").alias("raider_name"),
        "resource",
        "raids",
        "loss",
        "cap",
        (pl.col("loss") / pl.col("cap")).alias("cap_share"),
        "income",
        share.alias("share"),
    )


def convoy_lines(tables: Tables) -> pl.LazyFrame:
    """What was lost on each line, round by round, and how much was at stake."""
    powers = tables("title_powers")
    raider = pl.coalesce("raider_name", "raider")
    return (
        raids(tables)
        .filter(pl.col("area") != "")
        .join(powers.select(raider="power", raider_name="name"), on="raider", how="left")
        .join(powers.select("name", "side", "play_order", victim="power"), on="victim", how="left")
        .join(_places(tables), on="area", how="left")
        .group_by("round", "area", "area_name", "victim", "name", "side", "play_order", "resource")
        .agg(
            raids=rows(),
            loss=total("loss"),
            stake=pl.when(pl.col("cap").count() == pl.len()).then(pl.max_horizontal(pl.col("cap").max(), pl.col("loss").sum())),
            raiders=raider.filter(pl.col("raider") != "").unique().sort().str.join(", "),
        )
        .sort("round", "area", "play_order", "victim", "resource", nulls_last=True)
        .select(
            "round",
            "area",
            pl.coalesce("area_name", "area").alias("area_name"),
            "victim",
            pl.coalesce("name", "victim").alias("name"),
            pl.col("side").fill_null(""),
            "resource",
            "raids",
            "loss",
            pl.col("stake").cast(pl.Int64),
            "raiders",
        )
    )
