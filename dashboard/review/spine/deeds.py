"""What happened in a turn, in a few words: what was taken, or the battle that swung most."""

from __future__ import annotations

import polars as pl

from dashboard.review.fought import fought
from dashboard.review.reader import Reader
from dashboard.review.story.wording import sentence, the, their, there, whose
from dashboard.ui.text import amount, listed, printed

MOST = 2
"""Areas of a turn that are named."""


def deed(of: Reader, turn: int) -> str:
    """Return the most telling thing of a turn as a sentence without a full stop; empty where nothing is on record."""
    taken = _taken(of, turn)
    alone = next(iter(taken)) if len(taken) == 1 else ""
    parts = [part for part in (_named(taken), _fought(of, turn, alone)) if part]
    return sentence("; ".join(parts))


def _taken(of: Reader, turn: int) -> dict[str, list[str]]:
    """Return what changed sides in a turn, by the name of who took it: capitals and cities first, then areas by value.

    Where the record does not tell what areas are worth, what was fought over most comes first.
    """
    changes = of.measure("changes_of_hand").filter(
        pl.col("turn") == turn, pl.col("before_side") != pl.col("after_side")
    )
    untold = not of.frame("title_areas")["value"].sum()
    worth = changes.filter(
        pl.col("after") != "", (pl.col("victory_city") != "") | (pl.col("value") > 0) | pl.lit(untold)
    )
    cost = fought(of).filter(turn=turn).group_by("area").agg(pl.col("destroyed").sum())
    worth = worth.join(cost, on="area", how="left", maintain_order="left").with_columns(
        pl.col("destroyed").fill_null(0)
    )
    capital = pl.col("area").is_in(of.all_powers["capital"].to_list())
    ranked = worth.sort(
        capital,
        pl.col("victory_city") != "",
        "value",
        "destroyed" if untold else "value",
        "seq",
        descending=[True, True, True, True, False],
    ).head(MOST)
    by_taker: dict[str, list[str]] = {}
    for row in ranked.unique("area", keep="last", maintain_order=True).iter_rows(named=True):
        name = of.names.get(row["after"], printed(row["after"]))
        by_taker.setdefault(name, []).append(row["victory_city"] or row["area_name"])
    return by_taker


def _named(taken: dict[str, list[str]]) -> str:
    return " and ".join(
        f"{the(power)} took {listed([there(area) for area in areas])}" for power, areas in taken.items()
    )


def _fought(of: Reader, turn: int, told: str) -> str:
    """Return the battle of a turn that swung most; `told`: the power that the words before it are about, empty where it is several."""
    battles = fought(of).filter(pl.col("turn") == turn, pl.col("swing").is_not_null(), pl.col("swing") != 0)
    for row in battles.sort(pl.col("swing").abs(), "battle", descending=[True, False]).head(1).iter_rows(named=True):
        result = {"attacker": "succeeded", "defender": "failed"}.get(row["winner"], "came to nothing")
        gainer = row["attacker_name"] if row["swing"] > 0 else row["defender_name"]
        name = row["attacker_name"]
        attack = f"{their(name) if name == told else whose(name)} attack on {there(row['where'])} {result}"
        return f"{attack}: {amount(abs(row['swing']), of.unit)} swing to {the(gainer)}"
    return ""
