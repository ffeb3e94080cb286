"""What the dice of battles did to the chance of winning: the chance after a turn against its average over all that the dice could do.

A battle that ends with another swing moves unit values: half of the difference to each of its sides. What the players chose in it
(`decisions` of the ledger of luck) stays as it was.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from warehouse.winning.model import Model
from warehouse.winning.positions import Lake, with_values

UNLIKELY = 1e-6
"""Combinations of outcomes with less chance than this are not looked at."""

BATTLES = """
SELECT l.turn, a.side AS attacker, d.side AS defender, l.expected_swing + l.luck AS by_dice, l.swings, l.swing_chances
FROM battle_luck l
JOIN title_powers a ON a.game_id = l.game_id AND a.power = l.attacker
JOIN title_powers d ON d.game_id = l.game_id AND d.power = l.defender
WHERE l.game_id = $game AND l.dice = 'fair' AND len(l.swings) > 0 AND a.side <> d.side
ORDER BY l.turn, l.seq
"""

UNKNOWN = """
SELECT DISTINCT e.turn
FROM battle_ended e LEFT JOIN battle_luck l ON l.game_id = e.game_id AND l.battle = e.battle AND l.dice = 'fair'
WHERE e.game_id = $game AND e.rounds > 0 AND coalesce(e.attacker_lost + e.defender_lost, 1) > 0 AND l.battle IS NULL
"""
"""Turns with battles that cost something and of which nobody knows what fair dice could have done."""


class Outcomes(NamedTuple):
    """What the dice of a turn could do: `shifts` of unit values from what they are, (outcomes, sides), and the chance of each."""

    shifts: np.ndarray
    chances: np.ndarray


def without_dice(lake: Lake, game_id: str, rows: pl.DataFrame, model: Model) -> pl.Series:
    """Return, for each row of `positions` of one game, the chance of winning on average over all outcomes of the turn's battles.

    Null for turns with battles whose odds or dice are not known, or whose dice were low-luck or edited.
    """
    battles = lake.sql(BATTLES, {"game": game_id}, [game_id])
    found = model.central(rows).to_numpy().copy()
    turns = rows["turn"].to_numpy()
    for (turn,), fought in battles.partition_by("turn", as_dict=True, maintain_order=True).items():
        at = np.flatnonzero(turns == turn)
        if len(at):
            here = rows[at.tolist()]
            found[at] = _average(here, outcomes(fought, here["side"].to_list()), model)
    unknown = lake.sql(UNKNOWN, {"game": game_id}, [game_id])["turn"].to_list()
    return rows.select(without_dice=pl.when(~pl.col("turn").is_in(unknown)).then(pl.Series(found))).to_series()


def outcomes(battles: pl.DataFrame, sides: list[str]) -> Outcomes:
    """Return all that the dice of some battles could do together.

    Args:
        battles: attacker, defender (sides), by_dice (the swing that the dice led to), swings, swing_chances.
        sides: the order of the columns of the outcome.
    """
    shifts, chances = np.zeros((1, len(sides))), np.ones(1)
    for row in battles.iter_rows(named=True):
        each = np.zeros((len(row["swings"]), len(sides)))
        half = (np.array(row["swings"]) - row["by_dice"]) / 2
        for side, sign in ((row["attacker"], 1.0), (row["defender"], -1.0)):
            if side in sides:
                each[:, sides.index(side)] += sign * half
        together = (shifts[:, None] + each[None]).reshape(-1, len(sides)).round(3)
        weights = (chances[:, None] * np.array(row["swing_chances"])[None]).ravel()
        shifts, where = np.unique(together, axis=0, return_inverse=True)
        chances = np.bincount(where.ravel(), weights)
        likely = chances >= UNLIKELY
        shifts, chances = shifts[likely], chances[likely] / chances[likely].sum()
    return Outcomes(shifts, chances)


def _average(rows: pl.DataFrame, of: Outcomes, model: Model) -> np.ndarray:
    """Return the chance of each side of a turn, on average over outcomes."""
    many, sides = of.shifts.shape
    shifted = pl.concat([rows] * many).with_columns(
        turn=pl.Series(np.repeat(np.arange(many), sides)), shift=pl.Series(of.shifts.ravel())
    )
    others = pl.col("shift").sum().over("turn") - pl.col("shift")
    shifted = with_values(
        shifted.with_columns(tuv=pl.col("tuv") + pl.col("shift"), other_tuv=pl.col("other_tuv") + others)
    )
    return of.chances @ model.central(shifted).to_numpy().reshape(many, sides)
