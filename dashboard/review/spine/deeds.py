"""What happened in a turn that helped a side, in a few words: what was taken, or the battle that swung most."""

from __future__ import annotations

from typing import Any

import polars as pl

from dashboard.review.battle_rows import DID, fought, how_it_ended
from dashboard.review.reader import Reader
from dashboard.review.story.wording import sentence, the, their, there, whose
from dashboard.ui.text import amount, listed, printed

MOST = 2
"""Areas of a turn that are named."""


def deed(of: Reader, turn: int, side: str) -> str:
    """Return the most telling thing of a turn that helped a side, as a sentence without a full stop; empty where nothing is on record.

    Args:
        side: its printed name. What its own powers took is told; where they took nothing, what others took from its rivals. A battle
            helped it where its own powers gained the swing, or a rival lost it to another.
    """
    taken = _taken(of, turn, side, own=True) or _taken(of, turn, side, own=False)
    alone = next(iter(taken)) if len(taken) == 1 else ""
    return sentence("; ".join(part for part in (_named(taken), _fought(of, turn, alone, side)) if part))


def _taken(of: Reader, turn: int, side: str, own: bool) -> dict[str, list[str]]:
    """Return what a side took in a turn, by the name of who took it: capitals and cities first, then areas by value.

    Where the record does not tell what areas are worth, what was fought over most comes first.

    Args:
        own: whether the side's own powers took it; else what rivals lost to others, with who lost it.
    """
    changes = of.measure("changes_of_hand").filter(pl.col("turn") == turn, pl.col("before_side") != pl.col("after_side"))
    before, after = (pl.col(name).replace(of.sides) for name in ("before_side", "after_side"))
    rival = before.is_in(of.side_names) & (before != side)
    changes = changes.filter(after == side if own else rival & (after != side))
    untold = not of.frame("title_areas")["value"].sum()
    worth = changes.filter(pl.col("after") != "", (pl.col("victory_city") != "") | (pl.col("value") > 0) | pl.lit(untold))
    cost = fought(of).filter(turn=turn).group_by("area").agg(pl.col("destroyed").sum())
    worth = worth.join(cost, on="area", how="left", maintain_order="left").with_columns(pl.col("destroyed").fill_null(0))
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
        lost = "" if own else f" from {the(of.names.get(row['before'], printed(row['before'])))}"
        by_taker.setdefault(name, []).append(f"{there(row['victory_city'] or row['area_name'])}{lost}")
    return by_taker


def _named(taken: dict[str, list[str]]) -> str:
    return " and ".join(f"{the(power)} took {listed(areas)}" for power, areas in taken.items())


def _fought(of: Reader, turn: int, told: str, side: str) -> str:
    """Return the battle of a turn that swung most in favor of a side.

    Args:
        told: the power that the words before it are about, empty where it is several.
    """
    sides = dict(of.all_powers.select("power", "side_name").iter_rows())
    battles = fought(of).filter(pl.col("turn") == turn, pl.col("swing").is_not_null(), pl.col("swing") != 0)
    for row in battles.sort(pl.col("swing").abs(), "battle", descending=[True, False]).iter_rows(named=True):
        gainer, loser = ("attacker", "defender") if row["swing"] > 0 else ("defender", "attacker")
        gained, lost = sides.get(row[gainer], ""), sides.get(row[loser], "")
        if gained == side != lost:
            return _battle(row, row[f"{gainer}_name"], told, of.unit, "to")
        if side not in (gained, lost) and lost in of.side_names:
            return _battle(row, row[f"{loser}_name"], told, of.unit, "against")
    return ""


def _battle(row: dict[str, Any], whom: str, told: str, unit: str, toward: str) -> str:
    result = DID[how_it_ended(row)]
    name = row["attacker_name"]
    attack = f"{their(name) if name == told else whose(name)} attack on {there(row['where'])} {result}"
    return f"{attack}: {amount(abs(row['swing']), unit)} swing {toward} {the(whom)}"
