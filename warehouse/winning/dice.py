"""What the dice of battles did to the chance of winning: the chance after a turn against its average over all that the dice could do.

A battle that ends with another swing moves unit values: half of the difference to each of its sides. One that the attacker wins with a
unit on land also moves the area: its value, its victory city, its capital. What the players chose in it (`decisions` of the ledger
of luck) stays as it was.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import polars as pl

from warehouse.winning.model import Model
from warehouse.winning.positions import BOARD, OTHERS, Lake, with_board

UNLIKELY = 1e-6
"""Combinations of outcomes with less chance than this are not looked at."""
MANY = 2000
"""Outcomes of a turn above which those of the same areas and nearly the same unit values are taken together."""
STEPS = 100.0
"""The coarsest steps of unit values that are taken together."""
AT_ONCE = 50_000
"""Positions after which those of further turns wait: what the model is asked at once costs least, and memory."""
SURE = 1e-6
"""An area whose fall, by the dice, was as sure as this, or as sure not to happen."""

BATTLES = """
WITH fought AS (
    SELECT l.*, (SELECT arg_max(c.after, c.seq) FROM control_changed c
                 WHERE c.game_id = l.game_id AND c.area = l.area AND c.seq < s.seq) AS holder,
           (SELECT arg_max(c.after, c.seq) FROM control_changed c
            WHERE c.game_id = l.game_id AND c.area = l.area AND c.turn <= l.turn) AS holds
    FROM battle_luck l JOIN battle_started s ON s.game_id = l.game_id AND s.battle = l.battle
    WHERE l.game_id = $game AND l.dice = 'fair' AND len(l.swings) > 0
)
SELECT l.turn, l.seq, a.side AS attacker, d.side AS defender, l.expected_swing + l.luck AS by_dice, l.swings, l.swing_chances,
       l.swing_takes, l.take_chance + l.take_luck AS take_by_dice, coalesce(h.side, '') AS holder, coalesce(n.side, '') AS holds,
       t.value AS land, (t.victory_city <> '')::INT AS city,
       list(p.side) FILTER (p.power IS NOT NULL) AS capital_of, list(l.holder = p.power) FILTER (p.power IS NOT NULL) AS own
FROM fought l
JOIN title_powers a ON a.game_id = l.game_id AND a.power = l.attacker
JOIN title_powers d ON d.game_id = l.game_id AND d.power = l.defender
JOIN title_areas t ON t.game_id = l.game_id AND t.area = l.area
LEFT JOIN title_powers h ON h.game_id = l.game_id AND h.power = l.holder
LEFT JOIN title_powers n ON n.game_id = l.game_id AND n.power = l.holds
LEFT JOIN title_powers p ON p.game_id = l.game_id AND p.capital = l.area
WHERE a.side <> d.side
GROUP BY ALL
ORDER BY l.turn, l.seq
"""

UNKNOWN = """
SELECT DISTINCT e.turn
FROM battle_ended e LEFT JOIN battle_luck l ON l.game_id = e.game_id AND l.battle = e.battle AND l.dice = 'fair'
WHERE e.game_id = $game AND e.rounds > 0 AND coalesce(e.attacker_lost + e.defender_lost, 1) > 0 AND l.battle IS NULL
"""
"""Turns with battles that cost something and of which nobody knows what fair dice could have done."""


class Outcomes(NamedTuple):
    """What the dice of a turn could do: `shifts` of BOARD from what it is, (outcomes, sides, BOARD), and the chance of each."""

    shifts: np.ndarray
    chances: np.ndarray


def without_dice(lake: Lake, game_id: str, rows: pl.DataFrame, model: Model) -> pl.Series:
    """Return, for each row of `positions` of one game, the chance of winning on average over all outcomes of the turn's battles.

    Null for turns with battles whose odds or dice are not known, or whose dice were low-luck or edited.
    """
    battles = lake.sql(BATTLES, {"game": game_id}, [game_id])
    found = model.central(rows).to_numpy().copy()
    turns, waiting, size = rows["turn"].to_numpy(), [], 0
    for (turn,), fought in battles.partition_by("turn", as_dict=True, maintain_order=True).items():
        at = np.flatnonzero(turns == turn)
        if len(at):
            waiting.append((at, outcomes(fought, rows["side"][at.tolist()].to_list())))
            size += len(waiting[-1][1].chances) * len(at)
        if size > AT_ONCE:
            _fill(found, rows, waiting, model)
            waiting, size = [], 0
    _fill(found, rows, waiting, model)
    unknown = lake.sql(UNKNOWN, {"game": game_id}, [game_id])["turn"].to_list()
    return rows.select(without_dice=pl.when(~pl.col("turn").is_in(unknown)).then(pl.Series(found))).to_series()


def outcomes(battles: pl.DataFrame, sides: list[str]) -> Outcomes:
    """Return all that the dice of some battles could do together.

    Args:
        battles: rows of BATTLES: attacker, defender (sides), by_dice (the swing that the dice led to), swings, swing_chances,
            swing_takes (the chance of each with the area taken), take_by_dice (the chance to take it that the dice led to),
            holder, holds (side before the battle, and at the turn's end), land, city, capital_of, own.
        sides: the order of the sides of the outcome.
    """
    found = Outcomes(np.zeros((1, len(sides), len(BOARD))), np.ones(1))
    for row in battles.iter_rows(named=True):
        found = _together(found, _of_battle(row, sides))
    return found


def _of_battle(row: dict[str, Any], sides: list[str]) -> Outcomes:
    """Return what the dice of one battle could do."""
    chances, takes = np.array(row["swing_chances"]), np.array(row["swing_takes"])
    half = (np.array(row["swings"]) - row["by_dice"]) / 2
    shifts = np.zeros((2, len(half), len(sides), len(BOARD)))
    for side, sign in ((row["attacker"], 1.0), (row["defender"], -1.0)):
        if side in sides:
            shifts[:, :, sides.index(side), 0] += sign * half
    for taken in (0, 1):
        shifts[taken] += (taken - row["take_by_dice"]) * _fall(row, sides)
    return Outcomes(shifts.reshape(-1, *shifts.shape[2:]), np.concatenate([chances - takes, takes]).clip(0))


def _fall(row: dict[str, Any], sides: list[str]) -> np.ndarray:
    """Return what the fall of a battle's area changes: (sides, BOARD); nothing where the attacker's side holds it already.

    Nothing either where dice that left no doubt led to something else: the record follows rules that the odds do not know.
    """
    out, attacker = np.zeros((len(sides), len(BOARD))), row["attacker"]
    fell, sure = row["holds"] == attacker, row["take_by_dice"]
    if row["holder"] == attacker or (sure > 1 - SURE and not fell) or (sure < SURE and fell):
        return out
    _, land, city, capital = range(len(BOARD))
    for side, sign in ((attacker, 1), (row["holder"], -1)):
        if side in sides:
            out[sides.index(side), [land, city]] += sign * row["land"], sign * row["city"]
    for side, own in zip(row["capital_of"] or (), row["own"] or (), strict=True):
        if side in sides:
            out[sides.index(side), capital] += int(side == attacker) - int(bool(own))
    return out


def _together(one: Outcomes, other: Outcomes) -> Outcomes:
    """Return the outcomes of two battles together; those that are alike count as one."""
    shifts = (one.shifts[:, None] + other.shifts[None]).reshape(-1, *one.shifts.shape[1:])
    chances = (one.chances[:, None] * other.chances[None]).ravel()
    moved, step = _moved(shifts), 1e-3
    rest = _alike(np.zeros(len(shifts), np.int64), [one for place, one in moved if place])
    while True:
        where = _alike(rest, [(one / step).round() for place, one in moved if not place])
        if where.max() < MANY or step > STEPS:
            break
        step *= 10
    sums = np.bincount(where, chances)
    flat = shifts.reshape(len(shifts), -1)
    means = np.stack([np.bincount(where, chances * part) for part in flat.T], axis=1) / np.maximum(sums, 1e-300)[:, None]
    likely = sums >= UNLIKELY
    return Outcomes(means[likely].reshape(-1, *shifts.shape[1:]), sums[likely] / sums[likely].sum())


def _moved(shifts: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """Return what tells outcomes apart, each with its place in BOARD: not what all have alike, nor what mirrors another side's."""
    found: list[tuple[int, np.ndarray]] = []
    for nth, column in enumerate(shifts.reshape(len(shifts), -1).T):
        place = nth % len(BOARD)
        one = column.round(3) if place else column
        if (one != one[0]).any() and not any(np.array_equal(one, -other) for _, other in found):
            found.append((place, one))
    return found


def _alike(number: np.ndarray, columns: list[np.ndarray]) -> np.ndarray:
    """Return a number for each row, the same for rows alike in `number` and all columns: `np.unique` of rows takes ten times as long."""
    for column in columns:
        _, within = np.unique(column, return_inverse=True)
        _, number = np.unique(number * (within.max() + 1) + within, return_inverse=True)
    return number


def _fill(found: np.ndarray, rows: pl.DataFrame, turns: list[tuple[np.ndarray, Outcomes]], model: Model) -> None:
    """Write the chance of each side, on average over the outcomes of its turn, into the places of those turns.

    Args:
        found: the chances. rows: the positions. turns: places of a turn's sides in both, and what its dice could do.
    """
    if not turns:
        return
    both = [np.concatenate([of.shifts, of.shifts.sum(axis=1, keepdims=True) - of.shifts], axis=2) for _, of in turns]
    shifts = np.concatenate([one.reshape(-1, one.shape[2]) for one in both])
    outcome = np.repeat(np.arange(sum(map(len, both))), np.concatenate([[one.shape[1]] * len(one) for one in both]))
    places = np.concatenate([np.tile(at, len(of.chances)) for at, of in turns])
    shifted = rows[places].with_columns(
        *(pl.col(name) + pl.Series(one) for name, one in zip((*BOARD, *OTHERS), shifts.T, strict=True)),
        turn=pl.Series(outcome),
    )
    chances, start = model.central(with_board(shifted)).to_numpy(), 0
    for at, of in turns:
        end = start + len(of.chances) * len(at)
        found[at], start = of.chances @ chances[start:end].reshape(-1, len(at)), end
