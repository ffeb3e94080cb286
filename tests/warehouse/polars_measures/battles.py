"""Measures of battles in polars."""

from __future__ import annotations

import polars as pl

from tests.warehouse.polars_measures.shared import area_names, of_title, ordered, summed
from warehouse.expressions import SIDES, Tables, fire, losses, power_rounds, priced_battles, rate, rows, total, whole


def biggest_battles(tables: Tables) -> pl.LazyFrame:
    """Every battle, the most destructive first."""
    ended = priced_battles(tables).rename({"attackers": "attackers_left", "defenders": "defenders_left"})
    lost, known = pl.col("attacker_lost"), pl.sum_horizontal("attacker_lost", "defender_lost")
    destroyed, unpriced = pl.col("destroyed"), pl.col("attacker_unpriced") + pl.col("defender_unpriced")
    luck = [pl.col(f"{side}_luck").fill_null(0.0) for side in SIDES]
    return (
        ended.with_columns(destroyed=pl.when(pl.col("priced") | (known > 0)).then(known))
        .sort(destroyed, unpriced, "battle", descending=[True, True, False], nulls_last=True)
        .with_row_index("rank", offset=1)
        .join(_engaged(tables), on="battle", how="left", maintain_order="left")
        .join(area_names(tables), on="area", how="left", maintain_order="left")
        .join(_hits(tables), on="battle", how="left", maintain_order="left")
        .join(_worth(tables), on="battle", how="left", maintain_order="left")
        .select(
            pl.when(destroyed.is_not_null()).then(pl.col("rank").cast(pl.Int32)).alias("rank"),
            "battle",
            "round",
            "turn",
            "kind",
            "area",
            "area_name",
            "attacker",
            "defender",
            "attackers",
            "defenders",
            *(pl.col(f"{side}_units").fill_null(0) for side in SIDES),
            *(f"{side}_value" for side in SIDES),
            "rounds",
            "winner",
            "how",
            "attackers_left",
            "defenders_left",
            "attacker_lost",
            "attacker_unpriced",
            "defender_lost",
            "defender_unpriced",
            "destroyed",
            pl.when("priced").then(pl.col("defender_lost") - lost).alias("swing"),
            "damage",
            *(f"{side}_hits" for side in SIDES),
            *(f"{side}_expected" for side in SIDES),
            *luck,
            (luck[0] - luck[1]).alias("luck"),
            "seq",
        )
    )


def _engaged(tables: Tables) -> pl.LazyFrame:
    """Units and TUV of both sides at the start of each battle; text names units as `3 infantry, tank`."""
    one = pl.element().filter(pl.element() != "")
    number = whole(one.str.extract("^([0-9]+)")).fill_null(1)
    return tables("battle_started").select(
        "battle",
        "attackers",
        "defenders",
        "attacker_value",
        "defender_value",
        *(pl.col(f"{side}s").str.split(", ").list.eval(number).list.sum().alias(f"{side}_units") for side in SIDES),
    )


def _hits(tables: Tables) -> pl.LazyFrame:
    rolled = tables("dice_rolled").filter(pl.col("battle") > 0)
    return rolled.group_by("battle").agg(
        pl.when((pl.col("side") == side).any()).then(whole(pl.col("hits").filter(pl.col("side") == side)).sum()).alias(f"{side}_hits")
        for side in SIDES
    )


def _worth(tables: Tables) -> pl.LazyFrame:
    dice = fire(tables).filter(pl.col("battle") > 0)
    luck = pl.col("hits") - pl.col("expected")
    of = {side: pl.col("side") == side for side in SIDES}
    return dice.group_by("battle").agg(
        *(summed(pl.col("expected").filter(of[side])).alias(f"{side}_expected") for side in SIDES),
        *(luck.filter(of[side]).sum().alias(f"{side}_luck") for side in SIDES),
    )


def casualties(tables: Tables) -> pl.LazyFrame:
    """Units lost by unit type, kind of battle and cause."""
    units = tables("title_units").select("unit", unit_name="name", cls="class")
    powers = tables("title_powers").select("power", "name", "side", "play_order")
    kinds = tables("battle_started").filter(pl.col("battle") > 0).select("battle", "kind")
    found = (
        losses(tables)
        .join(units, on="unit")
        .join(powers, on="power", how="left")
        .join(kinds, on="battle", how="left")
        .with_columns(pl.col("kind").fill_null(""))
        .group_by("power", "name", "side", "play_order", "unit", "unit_name", "cls", "kind", "cause")
        .agg(units=total("units"), tuv=summed(pl.col("tuv").drop_nulls()), unpriced=total("unpriced"))
    )
    order = ("play_order", "power", "tuv", "unit", "kind", "cause")
    return ordered(found, *order, descending=[False, False, True, False, False, False]).select(
        "power",
        pl.coalesce("name", "power").alias("name"),
        pl.col("side").fill_null(""),
        "unit",
        "unit_name",
        pl.col("cls").alias("class"),
        "kind",
        "cause",
        "units",
        "tuv",
        "unpriced",
    )


def losses_by_round(tables: Tables) -> pl.LazyFrame:
    """Units lost by power, round and cause; an empty cause where a power lost nothing."""
    sums = [total("units"), summed(pl.col("tuv").drop_nulls()).alias("tuv"), total("unpriced")]
    valued = losses(tables).group_by("round", "power", "cause").agg(sums)
    grid = power_rounds(tables).join(valued, on=["power", "round"], how="left")
    nothing = pl.col("units").is_null()
    tuv = pl.when(nothing).then(0).otherwise(pl.col("tuv")).alias("tuv")
    told = grid.with_columns(pl.col("cause").fill_null(""), tuv, pl.col("units", "unpriced").fill_null(0))
    return ordered(told, "round", "play_order", "cause").select("round", "power", "name", "side", "cause", "units", "tuv", "unpriced")


def _luck(*key: str, tables: Tables) -> pl.LazyFrame:
    sums = [total("dice"), total("hits"), pl.col("expected").sum(), pl.col("variance").sum()]
    return fire(tables).group_by(key).agg(sums)


def dice_luck(tables: Tables) -> pl.LazyFrame:
    """Hits against expectation by power, over the whole game."""
    luck = pl.col("hits") - pl.col("expected")
    powers = tables("title_powers").select("power", "name", "side", "play_order")
    found = powers.join(_luck("power", tables=tables), on="power", how="left")
    return ordered(found, "play_order").select(
        "power",
        "name",
        "side",
        pl.col("dice", "hits").fill_null(0),
        pl.col("expected").fill_null(0.0),
        luck.fill_null(0.0).alias("luck"),
        (luck / pl.when(pl.col("variance") != 0).then(pl.col("variance")).sqrt()).alias("sigma"),
    )


def luck_by_round(tables: Tables) -> pl.LazyFrame:
    """Hits against expectation by power, in each round and so far."""
    thrown = _luck("round", "power", tables=tables)
    grid = power_rounds(tables).join(thrown, on=["power", "round"], how="left")
    luck = (pl.col("hits") - pl.col("expected")).fill_null(0.0)
    told = ordered(grid, "round", "play_order").select(
        "round",
        "power",
        "name",
        "side",
        pl.col("dice", "hits").fill_null(0),
        pl.col("expected").fill_null(0.0),
        luck.alias("luck"),
        pl.col("variance").fill_null(0.0),
    )
    return told.with_columns(dice_so_far=pl.col("dice").cum_sum().over("power"), luck_so_far=pl.col("luck").cum_sum().over("power"))


def battles_by_kind(tables: Tables, title: str | None = None) -> pl.LazyFrame:
    """Over all games: how often the attacker won, and what battles cost on average, by kind."""
    games = of_title(tables("games").select("game_id", "title"), title)
    mine, yours, winner = pl.col("attacker_lost"), pl.col("defender_lost"), pl.col("winner")
    counted = (
        priced_battles(tables)
        .join(games, on="game_id")
        .group_by("title", "kind")
        .agg(
            battles=rows(),
            decided=rows(winner.is_in(SIDES)),
            won=rows(winner == "attacker"),
            rounds=pl.col("rounds").mean(),
            destroyed=(mine + yours).filter("priced").mean(),
            swing=(yours - mine).filter("priced").mean(),
            damage=pl.col("damage").mean(),
        )
    )
    columns = ("title", "kind", "battles", "decided", "won")
    return ordered(counted, "title", "kind").select(*columns, *rate(), "rounds", "destroyed", "swing", "damage")
