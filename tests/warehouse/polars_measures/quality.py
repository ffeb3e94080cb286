"""Measures of the quality of records in polars."""

from __future__ import annotations

import polars as pl

from tests.warehouse.polars_measures.shared import of_title, ordered
from warehouse.expressions import Tables, rows, total, whole

SOURCE = ("title", "source", "fidelity")


def defects_by_rule(tables: Tables, title: str | None = None) -> pl.LazyFrame:
    """Defects by title, source, severity and rule."""
    games = of_title(tables("games"), title)
    of_all = games.group_by(SOURCE).agg(of=rows())
    found = tables("defect_found").join(games.select("game_id", *SOURCE), on="game_id")
    key = (*SOURCE, "severity", "rule")
    counted = found.group_by(key).agg(defects=rows(), games=whole(pl.col("game_id").n_unique()))
    told = counted.join(of_all, on=SOURCE)
    return ordered(told, *key).select(*key, "defects", "games", share=pl.col("games") / pl.col("of"))


def reconciliation(tables: Tables, title: str | None = None) -> pl.LazyFrame:
    """Final states of replays against those that the records hold."""
    gap = pl.col("gap")
    found = (
        of_title(tables("games"), title)
        .filter(pl.col("fidelity") != "result")
        .group_by(SOURCE)
        .agg(
            games=rows(),
            told=rows(gap >= 0),
            exact=rows(gap == 0),
            apart=rows(gap > 0),
            differences=whole(gap.filter(gap > 0)).sum(),
            most=gap.filter(gap > 0).max().fill_null(0),
        )
    )
    told = pl.when(pl.col("told") > 0).then(pl.col("told"))
    return ordered(found, *SOURCE).with_columns(share=pl.col("exact") / told)


def _rolled(tables: Tables) -> pl.LazyFrame:
    """Rolls of battles that hit on faces: no bombs, and none that the rules read on a chart for a whole side."""
    orders = tables("games").filter(fidelity="orders").select("game_id", charted=pl.lit(value=True))
    rolls = tables("dice_rolled").filter((pl.col("battle") > 0) & (pl.col("purpose") != "bombing"))
    chart = pl.col("charted").fill_null(value=False) & (pl.col("unit") == "") & (pl.col("target") == 0)
    return rolls.join(orders, on="game_id", how="left").filter(~(chart & (pl.col("expected") > 0)))


def game_quality(tables: Tables, title: str | None = None) -> pl.LazyFrame:
    """One row a game, the worst first."""
    severity = pl.col("severity")
    defects = (
        tables("defect_found")
        .group_by("game_id")
        .agg(errors=rows(severity == "error"), gaps=rows(severity == "gap"), remarks=rows(severity == "info"))
    )
    dice = _rolled(tables).group_by("game_id").agg(dice=rows(), dice_told=rows((pl.col("unit") != "") & (pl.col("target") > 0)))
    counted = ("errors", "gaps", "remarks", "dice", "dice_told")
    found = (
        of_title(tables("games").drop("defects"), title)
        .join(defects, on="game_id", how="left")
        .join(dice, on="game_id", how="left")
        .with_columns(
            pl.col(counted).fill_null(0),
            difference=pl.when(pl.col("gap") >= 0).then(pl.col("gap")),
            told=pl.col("dice_told") / pl.col("dice"),
        )
    )
    told = ordered(found, "errors", "difference", "gaps", "game_id", descending=[True, True, True, False])
    return told.select(
        "game_id", "title", "source", "fidelity", "name", "ended", "events", "errors", "gaps", "remarks", "difference",
        "dice", "dice_told", "told",
    )  # fmt: skip


def coverage(tables: Tables) -> pl.LazyFrame:
    """What records tell and what not, by source."""
    dice = _rolled(tables).group_by("game_id").agg(dice=rows(), unit=rows(pl.col("unit") != ""), target=rows(pl.col("target") > 0))
    raids = tables("convoy_raided").group_by("game_id").agg(raids=rows(), raider=rows(pl.col("raider") != ""), cap=rows(pl.col("cap") > 0))
    games = tables("games").with_columns(one=pl.lit(1, pl.Int64)).join(dice, on="game_id", how="left")
    games = games.join(raids, on="game_id", how="left")
    asked = {
        "dice-unit": ("dice", pl.col("unit")),
        "dice-target": ("dice", pl.col("target")),
        "convoy-raider": ("raids", pl.col("raider")),
        "convoy-cap": ("raids", pl.col("cap")),
        "game-players": ("one", pl.col("players") != "{}"),
        "game-date": ("one", pl.col("played") != ""),
        "game-end": ("one", pl.col("ended")),
        "game-state": ("one", pl.col("gap") >= 0),
    }
    summed = pl.concat(
        games.group_by("source", "fidelity").agg(pl.lit(what).alias("what"), total(of).alias("rows"), whole(told).sum().alias("told"))
        for what, (of, told) in asked.items()
    )
    share = pl.col("told") / pl.when(pl.col("rows") > 0).then(pl.col("rows"))
    return ordered(summed, "source", "fidelity", "what").with_columns(share=share)
