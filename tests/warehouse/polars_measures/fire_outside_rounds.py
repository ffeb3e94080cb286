"""Fire that stands apart from battles' rounds, in polars: bombing raids, bombardments and anti-aircraft fire."""

from __future__ import annotations

import polars as pl

from tests.warehouse.polars_measures.shared import area_names, ordered, summed
from warehouse.expressions import Tables, cost_known, losses, total, whole


def bombing_raids(tables: Tables) -> pl.LazyFrame:
    """What each bombing raid did, and what it cost."""
    dropped = (pl.col("target") == 0) & (pl.col("side") == "attacker") & (pl.col("hits") == 0)
    worth = summed(pl.col("expected").filter(dropped))
    dice = tables("dice_rolled").group_by("battle").agg(expected=pl.when(worth != 0).then(worth))
    removed = losses(tables).filter(~pl.col("went_over")).group_by("battle", "power").agg(units=total("units"), tuv=cost_known())
    mine = removed.select("battle", attacker="power", lost="units", lost_tuv="tuv")
    yours = removed.select("battle", defender="power", downed="units", downed_tuv="tuv")
    found = (
        tables("battle_ended")
        .filter(pl.col("kind") == "raid")
        .join(tables("battle_started").select("battle", bombers="attackers"), on="battle", how="left")
        .join(area_names(tables), on="area", how="left")
        .join(dice, on="battle", how="left")
        .join(mine, on=["battle", "attacker"], how="left")
        .join(yours, on=["battle", "defender"], how="left")
        .with_columns(
            pl.when(pl.col(units).is_null()).then(0).otherwise(pl.col(tuv)).alias(tuv)
            for units, tuv in (("lost", "lost_tuv"), ("downed", "downed_tuv"))
        )
        .with_columns(pl.col("lost", "downed").fill_null(0))
    )
    net = whole(pl.col("damage")) + pl.col("downed_tuv") - pl.col("lost_tuv")
    return ordered(found, "battle").select(
        "battle",
        "round",
        "turn",
        "area",
        "area_name",
        pl.col("attacker").alias("raider"),
        pl.col("defender").alias("victim"),
        "bombers",
        "how",
        "damage",
        "expected",
        "lost",
        "lost_tuv",
        "downed",
        "downed_tuv",
        net.alias("net"),
    )


def bombardments(tables: Tables) -> pl.LazyFrame:
    """What ships' bombardment did before landings."""
    shells = tables("dice_rolled").filter(pl.col("purpose") == "bombardment")
    units = tables("title_units").select("unit", unit_name="name")
    known = pl.col("target").min() > 0
    found = (
        shells.with_columns(dice=pl.col("dice").list.len())
        .group_by("battle", "area", "power", "unit")
        .agg(
            pl.col("round", "turn").min(),
            total("dice"),
            total("hits"),
            pl.when(known).then(pl.col("expected").sum()).alias("expected"),
            pl.when(known).then((pl.col("hits") - pl.col("expected")).sum()).alias("luck"),
        )
        .join(units, on="unit", how="left")
        .join(area_names(tables), on="area", how="left")
    )
    return ordered(found, "battle", "power", "unit").select(
        "battle",
        "round",
        "turn",
        "area",
        "area_name",
        "power",
        "unit",
        pl.coalesce("unit_name", "unit").alias("unit_name"),
        "dice",
        "hits",
        "expected",
        "luck",
    )


def anti_aircraft_fire(tables: Tables) -> pl.LazyFrame:
    """What anti-aircraft fire shot down, up to the next dice of the battle."""
    rolled = (
        tables("dice_rolled")
        .filter(pl.col("battle") > 0)
        .sort("battle", "seq")
        .with_columns(dice=whole(pl.col("dice").list.len()), until=pl.col("seq").shift(-1).over("battle"))
    )
    started = tables("battle_started").select("battle", "kind", "attacker", area_of="area")
    known = (pl.col("target") > 0) | (pl.col("dice") == 0)
    shots = (
        rolled.filter(pl.col("purpose") == "anti-air")
        .with_columns(expected=pl.when(known).then(pl.col("expected")))
        .join(started, on="battle")
        .join(_downed(tables, rolled), on=["battle", "seq"], how="left")
    )
    told = pl.col("expected").count() == pl.len()
    nothing = pl.col("downed").is_null()
    shots = shots.with_columns(pl.when(nothing).then(0).otherwise(pl.col("downed_tuv")).alias("downed_tuv"), pl.col("downed").fill_null(0))
    cost = pl.when(pl.col("downed_tuv").count() == pl.len()).then(pl.col("downed_tuv").sum())
    found = shots.group_by("battle", "kind", "area_of", "power", "attacker").agg(
        pl.col("round", "turn").min(),
        total("dice"),
        total("hits"),
        pl.when(told).then(pl.col("expected").sum()).alias("expected"),
        pl.when(told).then((pl.col("hits") - pl.col("expected")).sum()).alias("luck"),
        pl.col("downed").sum(),
        cost.alias("downed_tuv"),
    )
    named = found.rename({"area_of": "area"}).join(area_names(tables), on="area", how="left")
    return ordered(named, "battle", "power").select(
        "battle",
        "round",
        "turn",
        "kind",
        "area",
        "area_name",
        pl.col("power").alias("gunner"),
        pl.col("attacker").alias("target"),
        "dice",
        "hits",
        "expected",
        "luck",
        "downed",
        "downed_tuv",
    )


def _downed(tables: Tables, rolled: pl.LazyFrame) -> pl.LazyFrame:
    """Return the attacker's aircraft removed after each anti-aircraft roll and before the next dice of its battle."""
    attackers = tables("battle_started").select("battle", power="attacker")
    aircraft = losses(tables).filter((pl.col("class") == "air") & ~pl.col("went_over"))
    removed = aircraft.join(attackers, on=["battle", "power"]).select("battle", "units", "tuv", "unpriced", removed="seq")
    guns = rolled.filter(pl.col("purpose") == "anti-air").select("battle", "seq", "until")
    before_next = pl.col("until").is_null() | (pl.col("removed") < pl.col("until"))
    shot = guns.join(removed, on="battle").filter((pl.col("removed") > pl.col("seq")) & before_next)
    return shot.group_by("battle", "seq").agg(downed=total("units"), downed_tuv=cost_known())
