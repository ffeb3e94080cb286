"""Measures of luck in value in polars."""

from __future__ import annotations

import polars as pl

from tests.warehouse.polars_measures.games import _league_seats
from tests.warehouse.polars_measures.shared import area_names, in_season, ordered
from warehouse.expressions import Tables, power_rounds, rows, whole

VALUES = ("luck", "decisions", "expected_swing", "swing")


def battle_luck_ledger(tables: Tables) -> pl.LazyFrame:
    """Every battle with its odds, what happened, and what the dice and the choices did."""
    bombs = (
        tables("dice_rolled")
        .filter(pl.col("purpose") == "bombing", pl.col("dice").list.len() > 0)
        .group_by("battle")
        .agg(bombing_luck=(whole(pl.col("dice").list.sum()).sum() - pl.col("expected").sum()))
    )
    known = tables("battle_luck").select(
        "battle", "dice", "win_chance", "take_chance", "lose_chance", "expected_swing", "percentile", "luck", "fire_luck", "anti_air_luck",
        "bombardment_luck", "decisions", "odds", "samples", "error",
    )  # fmt: skip
    found = (
        tables("battle_ended")
        .with_columns(swing=whole(pl.col("defender_lost")) - whole(pl.col("attacker_lost")))
        .join(known, on="battle", how="left")
        .join(bombs, on="battle", how="left")
        .join(area_names(tables), on="area", how="left")
    )
    return ordered(found, "battle").select(
        "battle", "round", "turn", "kind", "area", "area_name", "attacker", "defender", "winner", "dice", "win_chance",
        "take_chance", "lose_chance", "expected_swing", "swing", "percentile", "luck", "fire_luck", "anti_air_luck", "bombardment_luck",
        "decisions", "odds", "samples", "error", "bombing_luck",
    )  # fmt: skip


def _of_both(tables: Tables) -> pl.LazyFrame:
    """Each battle twice: as its attacker sees it, and as its defender does."""
    luck = tables("battle_luck")
    attack = luck.with_columns(power="attacker")
    turned = {name: -pl.col(name) for name in VALUES} | {"percentile": 1 - pl.col("percentile")}
    defend = luck.with_columns(power="defender", **turned)
    columns = ("game_id", "round", "power", "dice", "percentile", *VALUES)
    return pl.concat([attack.select(columns), defend.select(columns)])


def luck_in_value(tables: Tables) -> pl.LazyFrame:
    """What the dice of battles were worth to each power, in each round and so far."""
    fair = pl.col("dice") == "fair"
    sums = [pl.when(fair.any()).then(pl.col(name).filter(fair).sum()).alias(name) for name in VALUES]
    fought = (
        _of_both(tables)
        .group_by("round", "power")
        .agg(*sums, battles=rows(fair), edited=rows(pl.col("dice") == "edited"), low_luck=rows(pl.col("dice") == "low-luck"))
    )
    purpose, loose = pl.col("purpose"), pl.col("battle") == 0
    over = pl.col("hits").cast(pl.Float64) - pl.col("expected")
    sunk = pl.col("dice").list.eval(pl.element().filter(pl.element() <= 3)).list.sum().cast(pl.Float64) - pl.col("expected")
    kinds = {
        "bombing_luck": (pl.col("dice").list.sum() - pl.col("expected"), (purpose == "bombing") & (pl.col("dice").list.len() > 0)),
        "raid_fire_luck": (over, (purpose == "anti-air") & (pl.col("kind") == "raid").fill_null(False)),
        "convoy_luck": (sunk, purpose == "convoy"),
        "research_luck": (over, loose & (purpose == "research")),
        "other_luck": (over, loose & ~purpose.is_in(["research", "convoy"]) & (pl.col("target") > 0)),
    }
    rolls = (
        tables("dice_rolled")
        .join(tables("battle_ended").select("game_id", "battle", "kind"), on=["game_id", "battle"], how="left")
        .group_by("round", "power")
        .agg(**{name: pl.when(which.any()).then(worth.filter(which).sum()) for name, (worth, which) in kinds.items()})
    )
    grid = power_rounds(tables).join(fought, on=["round", "power"], how="left")
    told = ordered(grid.join(rolls, on=["round", "power"], how="left"), "round", "play_order")
    # A sum of nothing but unknown values so far is unknown.
    so_far = {
        f"{name}_so_far": pl.when(pl.col(name).is_not_null().cum_sum().over("power") > 0).then(
            pl.col(name).fill_null(0.0).cum_sum().over("power")
        )
        for name in ("luck", "decisions")
    }
    return told.with_columns(**so_far).select(
        "round",
        "power",
        "name",
        "side",
        pl.col("battles").fill_null(0),
        "expected_swing",
        "swing",
        "luck",
        "decisions",
        "luck_so_far",
        "decisions_so_far",
        pl.col("edited", "low_luck").fill_null(0),
        *kinds,
    )


def luck_in_value_by_player(
    tables: Tables,
    title: str | None = None,
    since: str | None = None,
    until: str | None = None,
    people: bool | None = None,
) -> pl.LazyFrame:
    """What the dice of battles were worth to each player, in all games of each title."""
    sat = (
        in_season(_league_seats(tables), title, since, until, people)
        .filter(pl.col("player") != "")
        .filter(pl.col("side").n_unique().over("game_id", "player") == 1)
        .select("game_id", "power", "player", "title")
    )
    found = (
        sat.join(_of_both(tables).filter(pl.col("dice") == "fair"), on=["game_id", "power"])
        .group_by("player", "title")
        .agg(
            games=pl.col("game_id").n_unique().cast(pl.Int64),
            battles=rows(),
            swing=pl.col("swing").sum(),
            luck=pl.col("luck").sum(),
            decisions=pl.col("decisions").sum(),
            percentile=pl.col("percentile").mean(),
        )
        .with_columns(per_battle=pl.col("luck") / pl.col("battles"), swing_without_luck=pl.col("swing") - pl.col("luck"))
    )
    return ordered(found, "player", "title").select(
        "player",
        "title",
        "games",
        "battles",
        "swing",
        "luck",
        "decisions",
        "per_battle",
        "swing_without_luck",
        "percentile",
    )
