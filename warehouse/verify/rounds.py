"""A game's stored rounds against its other tables: what was summed up when it was written is counted here anew.

It shares nothing with the SQL that summed them up: every number is taken from the tables of events and snapshots by polars.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import polars as pl

from engine.errors import SitrepError
from warehouse.expressions import (
    AID,
    Tables,
    fire,
    losses,
    power_rounds,
    raids,
    round_ends,
    rows,
    total,
    whole,
)
from warehouse.lake import Lake
from warehouse.verify.findings import Finding
from warehouse.verify.openings import openings

SHOWN = 3
"""Differences told of one table; the rest are counted."""

NEAR = 1e-6
"""Real numbers that differ by no more are the same: sums of expected hits, added up in another order."""

POWER, SIDE = ("round", "power"), ("round", "side")
HELD = ("treasury", "production", "tuv", "units", "areas", "victory_cities")
SUMMED = ("tuv", "units", "production", "areas", "victory_cities")


def check_rounds(lake: Lake, game_id: str) -> list[Finding]:
    """Return where a game's stored rounds differ from what its other tables make."""
    try:
        table = cache(lambda name: lake.frame(name, game_id))  # many counts ask the same ones
        counted = _counted(lambda name: table(name).lazy())
        made = dict(zip(counted, pl.collect_all(counted.values()), strict=True))
        stored = {name: lake.frame(name, game_id) for name in made}
    except (SitrepError, OSError, pl.exceptions.PolarsError) as error:
        return [Finding(f"game {game_id}", "rounds", "rounds that can be counted", str(error))]
    return [finding for name, frame in made.items() for finding in _differences(f"game {game_id}, {name}", stored[name], frame)]


def _counted(tables: Tables) -> dict[str, pl.LazyFrame]:
    """Return table to its rows, counted anew: the key, then whatever columns are counted."""
    return {
        "round_ends": round_ends(tables).select("round", "seq"),
        "power_rounds": _powers(tables),
        "side_rounds": _sides(tables),
        "contender_rounds": _contenders(tables),
        "openings": openings(tables),
    }


def _powers(tables: Tables) -> pl.LazyFrame:
    held = tables("powers").select("seq", "power", *HELD)
    told = power_rounds(tables).select("round", "power", "side", "seq").join(held, on=["seq", "power"])
    for flow in _flows(tables):
        told = told.join(flow, on=POWER, how="left")
    return told.fill_null(0)


def _flows(tables: Tables) -> Iterator[pl.LazyFrame]:
    """Yield what was done in rounds: `round`, `power`, and a column or several."""
    collected = tables("powers").filter(pl.col("turn") > 0)
    yield collected.group_by(POWER).agg(income=total("income"))
    bought = tables("units_purchased").join(tables("games").select("fidelity", main="resource"), how="cross")
    unknown = (pl.col("unit_cost") == 0) & (pl.col("fidelity") != "orders")
    yield bought.filter(pl.col("resource") == pl.col("main")).group_by(POWER).agg(spent=total("total"))
    yield bought.filter(unknown).group_by(POWER).agg(unpriced=total("count"))
    yield tables("battle_started").group_by("round", power="attacker").agg(battles=rows())
    lands = tables("title_areas").filter((pl.col("kind") != "sea") | (pl.col("value") > 0)).select("area")
    moved = (pl.col("turn") > 0) & (pl.col("before") != pl.col("after"))
    changes = tables("control_changed").filter(moved).join(lands, on="area", how="semi")
    yield changes.group_by("round", power="after").agg(taken=rows())
    yield changes.group_by("round", power="before").agg(lost_areas=rows())
    sums = [total("dice"), total("hits"), pl.col("expected").sum(), pl.col("variance").sum()]
    yield fire(tables).group_by(POWER).agg(rows().alias("rolls"), *sums)
    kills = _kills(tables)
    unknown = total("unpriced")
    yield kills.group_by("round", power="killer").agg(destroyed=pl.col("cost").sum(), destroyed_unpriced=unknown)
    yield kills.group_by("round", power="owner").agg(lost=pl.col("cost").sum(), lost_unpriced=unknown)
    yield from _sunk(tables)


def _kills(tables: Tables) -> pl.LazyFrame:
    """Units lost in battles, each with the power that the battle names on the other side."""
    sides = tables("title_powers").select("power", "side")
    gone = losses(tables).filter((pl.col("battle") > 0) & (pl.col("cause") != "converted") & ~pl.col("went_over"))
    named = (
        gone.select("battle", "round", "tuv", "unpriced", owner="power")
        .join(tables("battle_started").select("battle", "attacker", "defender"), on="battle")
        .join(sides.rename({"power": "owner", "side": "own"}), on="owner", how="left")
        .join(sides.rename({"power": "attacker", "side": "theirs"}), on="attacker", how="left")
    )
    killer = pl.when(pl.col("own").eq_missing(pl.col("theirs"))).then(pl.col("defender")).otherwise(pl.col("attacker"))
    return named.select("round", "owner", "unpriced", killer.alias("killer"), cost="tuv")


def _sunk(tables: Tables) -> Iterator[pl.LazyFrame]:
    money = tables("games").select("resource", main=pl.lit(True))
    aid = pl.col("area") == AID
    sunk = raids(tables).join(money, on="resource", how="left").filter(pl.col("main").fill_null(False) | aid)
    loss = whole(pl.col("loss"))
    yield sunk.group_by("round", power="victim").agg(raids=rows(), income_lost=loss.filter(~aid).sum(), aid_sunk=loss.filter(aid).sum())
    yield sunk.group_by("round", power="raider").agg(raided=loss.sum())
    came = tables("resource_changed").filter((pl.col("cause") == AID) & (pl.col("delta") > 0))
    yield came.group_by(POWER).agg(aid_delivered=total("delta"))


def _counts() -> pl.Expr:
    """Return whether an area can be held: land that may be entered or is `owned`, a sea only where it is worth something, no box."""
    shut = pl.col("terrain").is_in(["impassable", "overflown"]) & pl.col("owned").is_null()
    return ((pl.col("kind") == "land") & ~shut) | ((pl.col("kind") == "sea") & (pl.col("value") > 0))


def _sides(tables: Tables) -> pl.LazyFrame:
    owners = tables("control_changed").filter(pl.col("after") != "").select("area", owned=pl.lit(True)).unique()
    board = (
        tables("title_areas")
        .join(owners, on="area", how="left")
        .select(
            all_areas=rows(_counts()),
            all_cities=rows(pl.col("victory_city") != ""),
            all_value=whole(pl.col("value")).filter(pl.col("value") > 0).sum(),
        )
    )
    held = tables("powers").select("seq", "side", *SUMMED)
    summed = round_ends(tables).join(held, on="seq").group_by(SIDE).agg(total(column) for column in SUMMED)
    return summed.join(board, how="cross")


def _contenders(tables: Tables) -> pl.LazyFrame:
    races = tables("races").filter(pl.col("threshold") > 0).drop("round")
    near = (pl.col("total") / pl.col("threshold")).clip(upper_bound=1)
    nearest = pl.when(pl.col("alone").first()).then(near.max()).otherwise(near.mean())
    return round_ends(tables).join(races, on="seq").group_by("round", "contender").agg(progress=nearest)


def _differences(where: str, stored: pl.DataFrame, made: pl.DataFrame) -> Iterator[Finding]:
    """Yield what differs between what is stored and what was counted, the first few in full."""
    key: list[str] = [name for name in ("round", "power", "contender") if name in made.columns]
    if len(key) == 1 and "side" in made.columns:
        key.append("side")
    counted = [name for name in made.columns if name not in (*key, "side")]
    both = stored.join(made, on=key, how="full", coalesce=True, suffix=" made").sort(key)
    wrong = [
        Finding(f"{where}, {' '.join(map(str, row))}", column, _said(theirs), _said(ours))
        for column in counted
        for *row, ours, theirs in _suspects(both.select(*key, column, f"{column} made")).iter_rows()
        if not _same(ours, theirs)
    ]
    yield from wrong[:SHOWN]
    if len(wrong) > SHOWN:
        yield Finding(where, "more of the kind", "none", str(len(wrong) - SHOWN))


def _suspects(both: pl.DataFrame) -> pl.DataFrame:
    """Return the rows whose last two cells are not exactly the same, of those that can be compared at once."""
    ours, theirs = both.columns[-2:]
    kinds = both.schema[ours], both.schema[theirs]
    if not (kinds[0] == kinds[1] or all(kind.is_numeric() for kind in kinds)):
        return both
    odd = pl.col(ours).is_nan().fill_null(False) if kinds[0].is_float() else pl.lit(False)  # nan is never the same
    return both.filter(odd | pl.col(ours).ne_missing(pl.col(theirs)))


def _same(ours: float | str | None, theirs: float | str | None) -> bool:
    if isinstance(ours, int | float) and isinstance(theirs, int | float):
        return abs(ours - theirs) <= NEAR
    return ours == theirs


def _said(value: float | str | None) -> str:
    return "no row" if value is None else repr(value)
