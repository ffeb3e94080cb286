"""Measures of what powers and sides had at the end of each round, in polars: economy, control, races, strength."""

from __future__ import annotations

import polars as pl

from tests.warehouse.polars_measures.shared import ordered
from warehouse.expressions import Tables, power_rounds, round_ends, step_cost, total, whole


def _at_ends(tables: Tables, table: str) -> pl.LazyFrame:
    """Return the rows of a snapshot table that stand at the end of each round, with that round."""
    return round_ends(tables).join(tables(table).drop("round"), on=["game_id", "seq"])


def income_and_treasury(tables: Tables) -> pl.LazyFrame:
    """Income of the round, treasury and production at the end of the power's own turn."""
    powers = tables("powers")
    collected = powers.group_by("power", "round").agg(income=total("income"))
    own = powers.filter(pl.col("power") == pl.col("turn_power")).group_by("power", "round").agg(own=pl.col("seq").max())
    grid = power_rounds(tables).join(own, on=["power", "round"], how="left").with_columns(seq=pl.coalesce("own", "seq"))
    found = grid.join(powers.select("seq", "power", "treasury", "production"), on=["seq", "power"]).join(
        collected, on=["power", "round"], how="left"
    )
    over = _turns_over(tables)
    return ordered(found.join(over, on=["power", "round"]), "round", "play_order").select(
        "round",
        "power",
        "name",
        "side",
        pl.when("over").then(pl.col("income").fill_null(0)).alias("income"),
        pl.when("over").then("treasury").alias("treasury"),
        "production",
    )


def _turns_over(tables: Tables) -> pl.LazyFrame:
    """Whether each power had done with each round; see turns_over.view.sql."""
    rounds = tables("power_rounds").join(tables("games").select("game_id", "finished_rounds"), on="game_id")
    over = (pl.col("round") <= pl.col("finished_rounds")) | pl.col("finished") | (pl.col("income") != 0)
    return rounds.select("round", "power", over=over)


def strength_by_round(tables: Tables) -> pl.LazyFrame:
    """TUV, units and production of each side, and its share of all."""
    ends = _at_ends(tables, "powers").group_by("round", "side")
    found = ends.agg(tuv=total("tuv"), units=total("units"), production=total("production"))
    strength = pl.col("tuv") + pl.col("production")
    of_all = strength.sum().over("round")
    share = strength / pl.when(of_all != 0).then(of_all)
    return ordered(found, "round", "side").select(
        "round", "side", "tuv", "units", "production", strength.alias("strength"), share.fill_null(0.0).alias("share")
    )


def objectives_by_round(tables: Tables) -> pl.LazyFrame:
    """Payments for objectives and bonuses in the main resource."""
    money = tables("games").select("game_id", "resource")
    paid = tables("resource_changed").filter(pl.col("cause").is_in(["objective", "bonus"]))
    summed = (
        paid.join(money, on=["game_id", "resource"])
        .group_by("round", "power")
        .agg(objectives=whole((pl.col("delta") > 0).sum()), amount=total("delta"))
    )
    grid = power_rounds(tables).join(summed, on=["power", "round"], how="left")
    told = ordered(grid, "round", "play_order").select("round", "power", "name", "side", pl.col("objectives", "amount").fill_null(0))
    return told.with_columns(total=pl.col("amount").cum_sum().over("power"))


def control_by_round(tables: Tables) -> pl.LazyFrame:
    """Who holds each area at the end of each round."""
    areas = tables("title_areas").select("area", "name", "kind", "victory_city")
    sides = tables("title_powers").select("side", controller="power")
    held = _at_ends(tables, "areas").join(areas, on="area").join(sides, on="controller", how="left")
    before = pl.col("controller").shift(1).over("area")
    return ordered(held, "round", "area").select(
        "round",
        "area",
        "name",
        "kind",
        "value",
        "victory_city",
        "controller",
        pl.col("side").fill_null(""),
        (pl.col("controller") != before.fill_null(pl.col("controller"))).alias("changed"),
    )


def garrisons_by_round(tables: Tables) -> pl.LazyFrame:
    """Units in each area at the end of each round."""
    units = tables("title_units").select("unit", "cost", unit_name="name", step_cost=step_cost())
    boxes = tables("title_areas").filter(pl.col("kind") == "box").select("area")
    by_step = pl.col("strength") * pl.col("step_cost")
    powers = tables("title_powers").select("power", "name", "play_order")
    found = (
        _at_ends(tables, "stacks")
        .join(units, on="unit")
        .join(powers, on="power", how="left")
        .join(boxes, on="area", how="anti")
        .with_columns(tuv=whole(pl.col("count")) * pl.coalesce(by_step, "cost"))
        .group_by("round", "area", "power", "name", "play_order", "unit", "unit_name", "cost")
        .agg(pl.col("tuv").sum(), count=total("count"))
    )
    told = ordered(found, "round", "area", "play_order", "power", "cost", "unit")
    return told.select(
        "round",
        "area",
        "power",
        pl.coalesce("name", "power").alias("name"),
        "unit",
        "unit_name",
        "count",
        "tuv",
    )


def victory_cities(tables: Tables) -> pl.LazyFrame:
    """Victory cities held by each side, and how many it needs."""
    found = _at_ends(tables, "races").filter(pl.col("measure") == "victory-cities")
    needed = pl.when(pl.col("threshold") != 0).then(pl.col("threshold"))
    return ordered(found, "round", "contender").select(
        "round",
        pl.col("contender").alias("side"),
        "total",
        needed.alias("threshold"),
        (needed - pl.col("total")).clip(lower_bound=0).alias("missing"),
    )


def race_progress(tables: Tables) -> pl.LazyFrame:
    """How far each contender had come to each of its victory conditions after every turn."""
    needed, since = pl.when(pl.col("threshold") != 0).then(pl.col("threshold")), pl.col("held_since")
    return ordered(tables("races"), "turn", "contender", "measure").select(
        "turn",
        "round",
        "turn_power",
        "contender",
        "name",
        "measure",
        "total",
        needed.alias("threshold"),
        (needed - pl.col("total")).clip(lower_bound=0).alias("missing"),
        (pl.col("total") / needed).alias("progress"),
        (since >= 0).alias("met"),
        "hold",
        pl.when(since != -1).then(since).alias("held_since"),
        "most",
    )
