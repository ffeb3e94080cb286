"""Battles in which each side loses its units one after the other, whoever hits: on land, and at sea without submarines.

The states of a side then stand in a line, each one hit further on. All that the attacker's state can see happen before it changes is
one small matrix; such a battle is followed to its end with a few products for each of the attacker's states.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from engine.odds.systems import FAINT, NEVER

FEW = 24
"""States of the defender up to which it is quickest to invert all small matrices at once."""

WIDE = 2
"""Times as many states of the attacker as of the defender from which the sides are exchanged."""


def finish(mass: np.ndarray, alive: np.ndarray, fire: np.ndarray, back: np.ndarray, faint: float = FAINT) -> tuple[np.ndarray, float]:
    """Fight on until the battle is over; return the chance of each end, and the expected number of further rounds.

    Args:
        mass: (attacker's states, defender's states), the chance of each pair at the start of a round.
        alive: the pairs at which the battle goes on.
        fire, back: (states, hits), the chance of each number of hits by each state of the attacker, of the defender.
        faint: pairs, and numbers of hits, with less chance are not followed further in large battles.
    """
    n, m = mass.shape
    if n > WIDE * m:
        # Fewer rows are quicker.
        found, fought = finish(mass.T, alive.T, back, fire, faint)
        return found.T, fought
    rows, hits = int(np.flatnonzero(alive.any(axis=1)).max(initial=-1)) + 1, back.shape[1] - 1
    unhurt = back[:, 0, None]
    scored = _shifted(fire[:rows], m)
    going = alive[:rows] & ((scored * unhurt).diagonal(axis1=1, axis2=2) < NEVER)
    scored *= going[:, :, None]
    stays = np.eye(m) - scored * unhurt
    # Rows beyond the last are those of more hits than there are units.
    found = np.zeros((n + hits, m))
    found[:n] = mass
    if m <= FEW:
        _few(found, stays, scored, back)
    else:
        _many(found, stays, scored, back, faint)
    found[n - 1] += found[n:].sum(axis=0)
    gone_on = found[:rows] * going
    found[:rows] -= gone_on
    return found[:n], float(gone_on.sum())


def _few(found: np.ndarray, stays: np.ndarray, scored: np.ndarray, back: np.ndarray) -> None:
    """Turn the chances at which each pair of states is come to from another row into those of coming to it at all, row by row."""
    taken, most = np.ascontiguousarray(back[:, 1:].T), back.shape[1]
    for at, (again, hit) in enumerate(zip(np.linalg.inv(stays), scored, strict=True)):
        found[at] = visits = found[at] @ again
        found[at + 1 : at + most] += (taken * visits) @ hit


def _many(found: np.ndarray, stays: np.ndarray, scored: np.ndarray, back: np.ndarray, faint: float) -> None:
    """Do the same for many states: only for those of each row, and those numbers of hits, that are likely enough to count."""
    # A side without any that fires has no column of hits; one more that never happens is the same.
    likely = np.pad(back > faint, ((0, 0), (0, 1)))
    fewest, most = likely[:, 1:].argmax(axis=1) + 1, likely.shape[1] - likely[:, ::-1].argmax(axis=1)
    for at, (stay, hit) in enumerate(zip(stays, scored, strict=True)):
        come = np.flatnonzero(found[at] > faint)
        if not len(come):
            continue
        first = int(come[0])
        found[at, first:] = visits = np.linalg.solve(stay[first:, first:].T, found[at, first:])
        last = first + int(np.flatnonzero(visits > faint).max(initial=0)) + 1
        low, high = int(fewest[first:last].min()), int(most[first:last].max())
        if high > low:
            moved = back[first:last, low:high].T * visits[: last - first]
            found[at + low : at + high, first:] += moved @ hit[first:last, first:]


@lru_cache(maxsize=1024)
def _between(m: int, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Return, for states in a line, how many hits lead from one (row) to another (column), `most` + 1 for none, and up to the last."""
    between = np.arange(m)[None, :] - np.arange(m)[:, None]
    return np.where((between >= 0) & (between <= most), between, most + 1), np.minimum(np.arange(m)[::-1], most + 1)


def _shifted(hits: np.ndarray, m: int) -> np.ndarray:
    """Return the chance to come from one state to another by hits: (rows, m, m); hits beyond the last unit do nothing more."""
    n, most = hits.shape[0], hits.shape[1] - 1
    between, last = _between(m, most)
    padded = np.zeros((n, most + 2))
    padded[:, :-1] = hits
    out = padded[:, between]
    out[:, :, -1] = padded[:, ::-1].cumsum(axis=1)[:, ::-1][:, last]
    return out
