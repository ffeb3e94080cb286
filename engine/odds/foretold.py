"""What is foretold of a battle before its first die, and the expected swing at each pair of states, at the least cost."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.odds.battle import Prepared, first_round, swing_of
from engine.odds.result import DIGITS, Swings

SMALL = 5_000
"""Pairs of states times possible swings up to which one pass backward gives all; beyond, one forward and one backward are quicker."""


SWING, TAKE = 0, 2
"""Places of the swing, and of the area taken, among what is worked out of each end: swing, won, taken, lost."""


class Foretold(NamedTuple):
    """Chances to win, take and lose, as Result has them, the expected swing, and its distribution.

    Attributes:
        takes: of each swing, the chance that the battle ends with it and the area is taken.
    """

    win: float
    take: float
    lose: float
    expected: float
    swings: Swings
    takes: tuple[float, ...]


def foretell(ready: Prepared, at_sea: bool) -> tuple[Foretold, np.ndarray]:
    """Return what is foretold of a battle, and at each pair of states the expected swing and the chance to take the area."""
    chain, swing = ready.chain, swing_of(ready.chain)
    values, which = np.unique(np.round(swing, 6), return_inverse=True)
    which = which.reshape(swing.shape)
    start, ends = first_round(ready)[0], _ends(ready, at_sea)
    told, taken = np.concatenate([swing[..., None], ends], axis=2), ends[..., 1]
    if swing.size * len(values) > SMALL:
        mass = chain.finish(start)[0]
        value = chain.value(told[..., [SWING, TAKE]])
        chances = [np.bincount(which.ravel(), part.ravel(), len(values)) for part in (mass, mass * taken)]
        win, take, lose = _rounded(mass, ends)
        return Foretold(win, take, lose, float((start * value[..., 0]).sum()), *_listed(values, *chances)), value
    kinds = which[..., None] == np.arange(len(values))
    value = chain.value(np.concatenate([told, kinds, kinds * taken[..., None]], axis=2))
    chances = np.split(np.einsum("ij,ijk->k", start, value[..., 4:]), 2)
    expected = float((start * value[..., SWING]).sum())
    win, take, lose = _rounded(start, value[..., 1:4])
    return Foretold(win, take, lose, expected, *_listed(values, *chances)), value[..., [SWING, TAKE]]


def _listed(values: np.ndarray, chances: np.ndarray, takes: np.ndarray) -> tuple[Swings, tuple[float, ...]]:
    """Return the swings that can be, with their chances, and the chances of each with the area taken."""
    some = chances > 1e-14
    return tuple(zip(values[some].tolist(), chances[some].tolist(), strict=True)), tuple(takes[some].tolist())


def _ends(ready: Prepared, at_sea: bool) -> np.ndarray:
    """Return whether a battle that ends at a pair of states is won, the area taken, the battle lost: (attackers, defenders, 3)."""
    mine, theirs = ready.chain.attack.able[:, None], ready.chain.defend.able[None, :]
    win = mine & ~theirs
    return np.stack([win, win & ready.chain.attack.ground[:, None] & (not at_sea), ~mine & theirs], axis=2, dtype=float)


def _rounded(chances: np.ndarray, worth: np.ndarray) -> list[float]:
    return [round(one, DIGITS) for one in np.einsum("ij,ijk->k", chances, worth).tolist()]
