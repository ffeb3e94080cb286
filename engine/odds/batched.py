"""Battles that differ only in who has been lost before the first round, all fought on at once: many lines of states, row by row.

Each is followed as in `lines.py`. Anti-aircraft fire leaves some thirty forces, each in a line of its own.
"""

from __future__ import annotations

import numpy as np

from engine.odds.systems import NEVER

FAINT = 1e-13
"""A pair of states with less chance than this is not followed further; so are numbers of hits."""
NOTHING, ROUNDS = 1e-16, 12
"""A round that adds less than this is the last that is added up; after so many the rest is solved for."""


def finish(mass: np.ndarray, alive: np.ndarray, fire: np.ndarray, back: np.ndarray, many: np.ndarray) -> tuple[np.ndarray, float]:
    """Fight on until all battles are over; return the chance of each end, and the expected number of further rounds.

    Args:
        mass: (lines, attacker's states, defender's states), the chance of each pair at the start of a round.
        alive: the pairs at which the battle goes on.
        fire: (lines, attacker's states, hits). back: (defender's states, hits). many: how many states each line has.
    """
    n, m, most = mass.shape[1], mass.shape[2], back.shape[1]
    found = np.zeros((len(mass), n + most, m))
    found[:, :n] = mass
    fought = 0.0
    for at in range(n):
        come = (found[:, at] * alive[:, at]).max(axis=0) > FAINT
        if not come.any():
            continue
        first = int(come.argmax())
        hit = _shifted(fire[:, at], m)[:, first:, first:]
        going = alive[:, at, first:] & (hit.diagonal(axis1=1, axis2=2) * back[first:, 0] < NEVER)
        visits = _visits(np.where(going, found[:, at, first:], 0.0), hit, back[first:, 0], going)
        found[:, at, first:] = np.where(going, 0.0, found[:, at, first:]) + np.where(going, 0.0, visits)
        visits = np.where(going, visits, 0.0)
        fought += float(visits.sum())
        last = int(np.flatnonzero(visits.max(axis=0) > FAINT).max(initial=-1)) + 1
        likely = np.flatnonzero((back[first : first + last, 1:] > FAINT).any(axis=0)) + 1
        if last and len(likely):
            low, high = int(likely[0]), int(likely[-1]) + 1
            moved = back[first : first + last, low:high].T * visits[:, None, :last]
            found[:, at + low : at + high, first:] += moved @ hit[:, :last]
    for line, length in enumerate(many.tolist()):
        found[line, length - 1] += found[line, length:].sum(axis=0)
        found[line, length:] = 0.0
    return found[:, :n], fought


def _visits(come: np.ndarray, hit: np.ndarray, unhurt: np.ndarray, going: np.ndarray) -> np.ndarray:
    """Return the expected number of times that each state of a row is come to while nobody hits the attacker."""
    visits, more = come.copy(), come
    for _ in range(ROUNDS):
        more = ((more * unhurt * going)[:, None, :] @ hit)[:, 0]
        visits += more
        if more.max(initial=0.0) <= NOTHING:
            return visits
    again = hit * (unhurt * going)[:, :, None]
    rest = np.linalg.solve(np.eye(hit.shape[1]) - again.swapaxes(1, 2), more[..., None])[..., 0]
    found: np.ndarray = visits + rest - more
    return found


def _shifted(hits: np.ndarray, m: int) -> np.ndarray:
    """Return the chance to come from one state to another by hits, of each line: (lines, m, m); see `lines`."""
    wide = np.zeros((len(hits), 2 * m - 1))
    some = min(m, hits.shape[1])
    wide[:, m - 1 : m - 1 + some] = hits[:, :some]
    out = np.lib.stride_tricks.sliding_window_view(wide, m, axis=1)[:, ::-1].copy()
    tails = np.zeros((len(hits), m))
    sums = hits[:, ::-1].cumsum(axis=1)[:, ::-1]
    tails[:, : min(m, sums.shape[1])] = sums[:, :m]
    out[:, :, -1] = tails[:, ::-1]
    return out
