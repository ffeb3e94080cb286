"""The moment at which a game opens: one worth seeing, not the quiet last turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import polars as pl


class Numbers(Protocol):
    """The numbers that areas, powers and turns have in the player."""

    area: dict[str, int]
    power: dict[str, int]
    turn: dict[int, int]
    powers: pl.DataFrame


def opening(frames: Callable[[str], pl.DataFrame], owners: Sequence[Sequence[int]], at: Numbers) -> int:
    """Return the turn that is shown first: when a capital last fell to an enemy, else the costliest battle, else the last turn.

    Args:
        frames: the lake's tables of the game, by name. owners: turn and owner of each area wherever it changes. at: numbers.
    """
    sides = at.powers["side"].to_list()
    fallen = [
        turn
        for power, capital, side in at.powers.select("power", "capital", "side").iter_rows()
        if capital in at.area
        for turn, owner in zip(owners[at.area[capital]][2::2], owners[at.area[capital]][3::2], strict=True)
        if owner >= 0 and owner != at.power[power] and (sides[owner] != side or not side)
    ]
    if fallen:
        return max(fallen)
    cost = (pl.col("attacker_lost") + pl.col("defender_lost")).alias("cost")
    shown = pl.col("turn").is_in(list(at.turn)) & pl.col("area").is_in(list(at.area))
    fought = frames("battle_ended").filter(shown).select("turn", cost).filter(pl.col("cost") > 0)
    worst = fought.sort("cost", "turn", descending=True).head(1)
    return at.turn[worst["turn"][0]] if worst.height else len(at.turn) - 1
