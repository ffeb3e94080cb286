"""Outlines with fewer points: those that lie near the straight line are left out (Douglas and Peucker, 1973)."""

from __future__ import annotations

import numpy as np

PIECE = 2_000
"""Points that are judged together, at most: every one of them may be looked at for each that stays. Rings of real maps have fewer."""


def simplify(ring: np.ndarray, tolerance: float) -> np.ndarray:
    """Return a closed ring (n, 2), its last point not repeated, that strays at most `tolerance` from the given one.

    A ring that would lose its area keeps at least four of its points.
    """
    ends = np.unique([0, *_turns(ring), *range(PIECE, len(ring), PIECE), len(ring)])
    closed = np.vstack([ring, ring[:1]])
    keep = np.zeros(len(closed), dtype=bool)
    keep[ends] = True
    waiting = list(zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True))
    while waiting:
        first, last = waiting.pop()
        if last - first < 2:
            continue
        away = _away(closed[first : last + 1])
        at = int(away.argmax())
        if away[at] > tolerance:
            keep[first + at] = True
            waiting += [(first, first + at), (first + at, last)]
    return closed[:-1][keep[:-1]]


def _turns(ring: np.ndarray) -> list[int]:
    """Return the points of a ring that must stay: those farthest out, so that it keeps its form."""
    ways = [ring[:, 0].argmax(), ring[:, 1].argmax(), ring[:, 0].argmin(), ring[:, 1].argmin()]
    return sorted({int(at) for at in ways} - {0})


def _away(piece: np.ndarray) -> np.ndarray:
    """Return how far each point of a line is from the straight line between its ends."""
    start, along = piece[0], piece[-1] - piece[0]
    length = float(np.hypot(*along))
    if length == 0:
        return np.asarray(np.hypot(*(piece - start).T))
    return np.asarray(np.abs(along[0] * (piece[:, 1] - start[1]) - along[1] * (piece[:, 0] - start[0])) / length)
