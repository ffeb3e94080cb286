"""What happened in a turn, in a few words: what was taken, or the battle that swung most."""

from __future__ import annotations

import polars as pl

from dashboard.review.fought import fought
from dashboard.review.reader import Reader
from dashboard.review.story.wording import sentence, the, there, whose
from dashboard.ui.text import amount, listed, printed

MOST = 2
"""Areas of a turn that are named."""


def deed(of: Reader, turn: int) -> str:
    """Return the most telling thing of a turn as a sentence without a full stop; empty where nothing is on record."""
    parts = [part for part in (_taken(of, turn), _fought(of, turn)) if part]
    return sentence("; ".join(parts))


def _taken(of: Reader, turn: int) -> str:
    """Return what changed sides in a turn: capitals and cities first, then areas by value."""
    changes = of.measure("changes_of_hand").filter(
        pl.col("turn") == turn, pl.col("before_side") != pl.col("after_side")
    )
    worth = changes.filter(pl.col("after") != "", (pl.col("victory_city") != "") | (pl.col("value") > 0))
    capital = pl.col("area").is_in(of.all_powers["capital"].to_list())
    ranked = worth.sort(
        capital, pl.col("victory_city") != "", "value", "seq", descending=[True, True, True, False]
    ).head(MOST)
    by_taker: dict[str, list[str]] = {}
    for row in ranked.unique("area", keep="last", maintain_order=True).iter_rows(named=True):
        by_taker.setdefault(row["after"], []).append(row["victory_city"] or row["area_name"])
    return " and ".join(
        f"{the(of.names.get(power, printed(power)))} took {listed([there(area) for area in areas])}"
        for power, areas in by_taker.items()
    )


def _fought(of: Reader, turn: int) -> str:
    battles = fought(of).filter(pl.col("turn") == turn, pl.col("swing").is_not_null(), pl.col("swing") != 0)
    for row in battles.sort(pl.col("swing").abs(), "battle", descending=[True, False]).head(1).iter_rows(named=True):
        result = {"attacker": "succeeded", "defender": "failed"}.get(row["winner"], "came to nothing")
        gainer = row["attacker_name"] if row["swing"] > 0 else row["defender_name"]
        attack = f"{whose(row['attacker_name'])} attack on {there(row['where'])} {result}"
        return f"{attack}: {amount(abs(row['swing']), of.unit)} swing to {the(gainer)}"
    return ""
