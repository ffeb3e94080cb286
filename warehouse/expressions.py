"""Counts, rates with Wilson's interval, and what rounds are summed up from, as polars expressions: without the SQL that made them."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

Tables = Callable[[str], pl.LazyFrame]
"""A table's name to its rows, as a lazy frame: a scan of a lake, of a Delta set, or of frames in memory."""

Z = 1.959963984540054
"""Standard deviations of a normal distribution that hold 95 %."""

SIDES = ("attacker", "defender")

OUTCOMES = ("won", "lost", "drawn", "unfinished")

AID = "lend-lease"
"""The line that carries aid: what is sunk there was no income of its victim."""

RAID = ("round", "turn", "victim", "area", "raider", "resource", "loss", "cap")
"""Columns of a raid on convoys."""


def whole(expression: pl.Expr) -> pl.Expr:
    """Return whole numbers as 64-bit ints, to count and sum without running over."""
    return expression.cast(pl.Int64)


def total(column: str) -> pl.Expr:
    """Return the sum of a column of whole numbers."""
    return whole(pl.col(column)).sum()


def rows(condition: pl.Expr | None = None) -> pl.Expr:
    """Return the number of rows, or of those that a condition holds for."""
    return whole(pl.len() if condition is None else condition.sum())


def round_ends(tables: Tables) -> pl.LazyFrame:
    """Return game, round and the `seq` of the last snapshot at or before the round's end; see rounds/round_ends.sql."""
    rounds = tables("games").select("game_id", round=pl.int_ranges(0, pl.col("rounds") + 1, dtype=pl.Int32)).explode("round")
    ends = tables("powers").group_by("game_id", "round").agg(pl.col("seq").max())
    found = rounds.sort("round").join_asof(ends.sort("round"), on="round", by="game_id", strategy="backward", check_sortedness=False)
    return found.drop_nulls("seq")


def power_rounds(tables: Tables) -> pl.LazyFrame:
    """Return every power in every round of every game; see rounds/power_rounds.sql."""
    powers = tables("title_powers").select("game_id", "power", "name", "side", "play_order")
    return round_ends(tables).join(powers, on="game_id")


def fire(tables: Tables) -> pl.LazyFrame:
    """Return dice that can make hits, with what they were worth; see fire.view.sql."""
    low_luck = (pl.col("expected") > pl.col("dice")) | (pl.col("dice") == 0)
    left = pl.max_horizontal(pl.col("expected") - pl.col("sure"), pl.lit(0.0))
    return (
        tables("dice_rolled")
        .with_columns(dice=whole(pl.col("dice").list.len()))
        .filter((pl.col("target") > 0) | (pl.col("dice") == 0))
        .with_columns(
            sure=pl.when(low_luck).then((pl.col("expected") + 1e-9).floor()).otherwise(0).cast(pl.Int32),
            throws=pl.when(low_luck).then(1).otherwise(pl.col("dice")),
        )
        .with_columns(chance=left / pl.col("throws"))
        .with_columns(variance=left * (1 - pl.col("chance")))
    )


def raids(tables: Tables) -> pl.LazyFrame:
    """Return every loss to raids on convoys, of one game; see raids.view.sql."""
    raided = tables("convoy_raided").with_columns(cap=pl.when(pl.col("cap") != 0).then(pl.col("cap")))
    told = (
        tables("resource_changed")
        .filter((pl.col("cause") == "convoy") & (pl.col("delta") < 0))
        .select("round", "turn", "area", "resource", victim="power", raider="counterparty", loss=-pl.col("delta"))
        .join(raided.filter(pl.col("area") != AID).select("turn", "victim"), on=["turn", "victim"], how="anti")
        .with_columns(cap=pl.lit(None, pl.Int32))
    )
    return pl.concat([raided.select(RAID), told.select(RAID)])


def step_cost() -> pl.Expr:
    """Return what a step of a unit costs by its abilities, null where it is not bought step by step."""
    return pl.col("abilities").str.extract('"step-cost":"([0-9]+)"').cast(pl.Int64)


def losses(tables: Tables) -> pl.LazyFrame:
    """Return what every power lost on the map, steps of blocks too; see losses.view.sql."""
    columns = ("game_id", "seq", "round", "turn", "battle", "area", "power", "unit", "cause", "count")
    changed, to = tables("units_changed"), pl.col("to_power")
    over = (to != "") & (to != pl.col("power"))
    gone = tables("units_removed").select(*columns, units="count", steps="strength", went_over=pl.lit(False))
    joined = changed.filter(over & ~pl.col("cause").is_in(["joined", "aligned"]))
    taken = joined.select(*columns, units="count", steps="strength", went_over=pl.lit(True))
    less = pl.col("strength") - pl.col("to_strength")
    reduced = changed.filter(~over & (pl.col("to_strength") > 0) & (less > 0)).select(
        *columns, units=pl.lit(0, pl.Int32), steps=less, went_over=pl.lit(False)
    )
    prices = tables("title_units").select("game_id", "unit", "class", "cost", step_cost=step_cost())
    boxes = tables("title_areas").filter(pl.col("kind") == "box").select("game_id", "area")
    own = tables("title_prices").select("game_id", "power", "unit", "seq", own_cost="cost").sort("seq")
    by_step = whole(pl.col("count")) * pl.col("steps") * pl.col("step_cost")
    units, unknown = whole(pl.col("units")), pl.col("step_cost").is_null() & (pl.col("cost") == 0) & pl.col("text")
    return (
        pl.concat([gone, taken, reduced])
        .join(prices, on=["game_id", "unit"])
        .join(boxes, on=["game_id", "area"], how="anti")
        .join(tables("games").select("game_id", text=pl.col("fidelity") == "observed"), on="game_id")
        .filter((pl.col("units") > 0) | pl.col("step_cost").is_not_null())
        .sort("seq")
        .join_asof(own, on="seq", by=["game_id", "power", "unit"], strategy="backward", check_sortedness=False)
        .with_columns(cost=pl.coalesce("own_cost", "cost"))
        .with_columns(
            tuv=pl.when(~unknown).then(pl.coalesce(by_step, units * pl.col("cost"))),
            unpriced=pl.when(unknown).then(units).otherwise(0),
        )
    )


def cost_known() -> pl.Expr:
    """Return the sum of `tuv`, null where the price of a unit in it is unknown."""
    return pl.when(pl.col("unpriced").sum() == 0).then(pl.col("tuv").sum())


def priced_battles(tables: Tables) -> pl.LazyFrame:
    """Return every battle that ended, with what is known of its losses; see priced_battles.view.sql."""
    sides = tables("title_powers").select("game_id", "power", "side")
    on = ["game_id", "battle"]
    unknown = (
        losses(tables)
        .filter((pl.col("battle") > 0) & (pl.col("cause") != "converted") & ~pl.col("went_over") & (pl.col("unpriced") > 0))
        .join(tables("battle_started").select(*on, "attacker", "defender"), on=on)
        .join(sides.rename({"side": "own"}), on=["game_id", "power"], how="left")
        .join(sides.rename({"power": "attacker", "side": "theirs"}), on=["game_id", "attacker"], how="left")
        .with_columns(mine=pl.col("own").eq_missing(pl.col("theirs")))
        .group_by(on)
        .agg(
            attacker_unpriced=pl.col("unpriced").filter("mine").sum(),
            defender_unpriced=pl.col("unpriced").filter(~pl.col("mine")).sum(),
        )
    )
    return (
        tables("battle_ended")
        .join(unknown, on=on, how="left", maintain_order="left")
        .with_columns(priced=pl.col("attacker_unpriced").is_null())
        .with_columns(pl.col(f"{side}_unpriced").fill_null(0) for side in SIDES)
        .with_columns(
            pl.when((pl.col(f"{side}_lost") != 0) | (pl.col(f"{side}_unpriced") == 0)).then(pl.col(f"{side}_lost")).alias(f"{side}_lost")
            for side in SIDES
        )
    )


def counts() -> list[pl.Expr]:
    """Return the counts that stand beside every win rate: games, decided, and each outcome."""
    outcome = pl.col("outcome")
    return [
        rows().alias("games"),
        rows(outcome.is_in(["won", "lost"])).alias("decided"),
        *(rows(outcome == one).alias(one) for one in OUTCOMES),
    ]


def rate() -> list[pl.Expr]:
    """Return `rate`, `low` and `high` of the columns `won` and `decided`; null where nothing was decided."""
    decided = pl.when(pl.col("decided") > 0).then(pl.col("decided"))
    found = pl.col("won") / decided
    middle = found + Z**2 / 2 / decided
    reach = Z * ((found * (1 - found) + Z**2 / 4 / decided) / decided).sqrt()
    end = 1 + Z**2 / decided
    return [
        found.alias("rate"),
        # The ends of none and of all are exact; what is left of rounding there is not printed.
        pl.when(found > 0).then(((middle - reach) / end).clip(lower_bound=0)).otherwise(found).alias("low"),
        pl.when(found < 1).then(((middle + reach) / end).clip(upper_bound=1)).otherwise(found).alias("high"),
    ]
