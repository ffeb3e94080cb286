"""What is foretold of a battle before its first die, and the expected swing at each pair of states, at the least cost."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.odds.battle import Prepared, first_round, swing_of
from engine.odds.result import DIGITS, Swings, distribution

SMALL = 5_000
"""Pairs of states times possible swings up to which one pass backward gives all; beyond, one forward and one backward are quicker."""


class Foretold(NamedTuple):
    """Chances to win, take and lose, as Result has them, the expected swing, and its distribution."""

    win: float
    take: float
    lose: float
    expected: float
    swings: Swings


def foretell(ready: Prepared, at_sea: bool) -> tuple[Foretold, np.ndarray]:
    """Return what is foretold of a battle, and the expected swing by (attacker's state, defender's state)."""
    chain, swing = ready.chain, swing_of(ready.chain)
    values, which = np.unique(np.round(swing, 6), return_inverse=True)
    start, ends = first_round(ready)[0], _ends(ready, at_sea)
    if swing.size * len(values) > SMALL:
        mass = chain.finish(start)[0]
        value = chain.value(swing)
        return Foretold(*_rounded(mass, ends), float((start * value).sum()), distribution(swing, mass)), value
    kinds = which.reshape(swing.shape)[..., None] == np.arange(len(values))
    value = chain.value(np.concatenate([swing[..., None], ends, kinds], axis=2))
    chances = zip(values.tolist(), np.einsum("ij,ijk->k", start, value[..., 4:]).tolist(), strict=True)
    told = _rounded(start, value[..., 1:4]), float((start * value[..., 0]).sum())
    return Foretold(*told[0], told[1], tuple(one for one in chances if one[1] > 0)), value[..., 0]


def _ends(ready: Prepared, at_sea: bool) -> np.ndarray:
    """Return whether a battle that ends at a pair of states is won, the area taken, the battle lost: (attackers, defenders, 3)."""
    mine, theirs = ready.chain.attack.able[:, None], ready.chain.defend.able[None, :]
    win = mine & ~theirs
    return np.stack([win, win & ready.chain.attack.ground[:, None] & (not at_sea), ~mine & theirs], axis=2, dtype=float)


def _rounded(chances: np.ndarray, worth: np.ndarray) -> list[float]:
    return [round(one, DIGITS) for one in np.einsum("ij,ijk->k", chances, worth).tolist()]
