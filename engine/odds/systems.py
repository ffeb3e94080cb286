"""Rounds without effect, solved for: the linear systems of the odds, and what is too unlikely to be followed."""

from __future__ import annotations

import numpy as np

NEVER = 1.0 - 1e-12
"""Chance of a round without effect above which there will never be one."""
TINY = 1e-12
"""A row of states with less chance than this is left where it is."""
FAINT = 1e-15
"""A pair of states with less chance than this is not followed further."""
NOTHING = 1e-17
"""A round that adds less than this share changes no digit of a sum."""
FEW_ROUNDS, MANY_STATES = 16, 64
"""So many rounds cost less to add up one by one than to solve for, with so many states or more."""


def solve(within: np.ndarray, start: np.ndarray, alive: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return which states go on, and the expected number of times that each is come to (of an end: the chance).

    Args:
        within: (rows, states, states), the chance of each state of a row after one round in it.
        start, alive: (rows, states), the chance at first, and where the battle goes on.
    """
    going = alive & (within.diagonal(axis1=1, axis2=2) < NEVER)
    some = (start > FAINT).any(axis=0)
    first = int(some.argmax()) if some.any() else 0
    out = start.copy()
    again = (within[:, first:, first:] * going[:, first:, None]).swapaxes(1, 2)
    out[:, first:] = _sum_of_rounds(again, start[:, first:, None])[..., 0]
    return going, out


def solve_value(within: np.ndarray, gain: np.ndarray, ends: np.ndarray, alive: np.ndarray) -> np.ndarray:
    """Return the expected values of the states of rows: (rows, states, values).

    Args:
        within, alive: as for `solve`. gain: what each state gains by leaving its row. ends: its values if the battle ends there.
    """
    going = alive & (within.diagonal(axis1=1, axis2=2) < NEVER)
    return _sum_of_rounds(within * going[:, :, None], np.where(going[:, :, None], gain, ends))


def _sum_of_rounds(again: np.ndarray, once: np.ndarray) -> np.ndarray:
    """Return the solution x of x = once + again @ x: round after round if they soon come to nothing, else at one stroke."""
    if once.shape[-2] >= MANY_STATES:
        out, more = once, once
        for _ in range(FEW_ROUNDS):
            more = again @ more
            out = out + more
            if np.abs(more).max() <= NOTHING * np.abs(out).max():
                found: np.ndarray = out
                return found
    return np.linalg.solve(np.eye(once.shape[-2]) - again, once)
