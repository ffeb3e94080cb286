"""Cells on paper: the places nearer to a point than to any other, and no farther from it than a given reach.

(The cells of `dashboard/maps` lie on the globe, and are drawn once for a title.)
"""

from __future__ import annotations

import numpy as np

CORNERS = 20
"""Of the circle that bounds a cell at the board's edge."""


def cells(points: np.ndarray, reach: float) -> list[np.ndarray]:
    """Return the cell of each point as a convex ring, shape (k, 2).

    Args:
        points: shape (n, 2), no two the same. reach: how far a cell goes where it has no neighbour.
    """
    angles = np.linspace(0, 2 * np.pi, CORNERS, endpoint=False)
    circle = reach * np.column_stack([np.cos(angles), np.sin(angles)])
    return [_cell(points, at, circle, reach) for at in range(len(points))]


def even(points: np.ndarray, reach: float, rounds: int) -> np.ndarray:
    """Return points moved to the middle of their cells, `rounds` times (Lloyd, 1982): small cells grow."""
    for _ in range(rounds):
        points = np.array([_middle(ring) for ring in cells(points, reach)])
    return points


def _cell(points: np.ndarray, at: int, circle: np.ndarray, reach: float) -> np.ndarray:
    own = points[at]
    apart = np.hypot(*(points - own).T)
    ring = circle + own
    for other in np.argsort(apart, kind="stable")[1:]:
        far = float(np.hypot(*(ring - own).T).max())
        if apart[other] / 2 >= min(far, reach):
            break
        ring = _cut(ring, (own + points[other]) / 2, points[other] - own)
    return ring


def _cut(ring: np.ndarray, through: np.ndarray, away: np.ndarray) -> np.ndarray:
    """Return the part of a convex ring on the near side of a line; `away` points to the far side."""
    side = (ring - through) @ away
    if (side <= 0).all():
        return ring
    after, side_after = np.roll(ring, -1, axis=0), np.roll(side, -1)
    kept = []
    for one, two, here, there in zip(ring, after, side, side_after, strict=True):
        if here <= 0:
            kept.append(one)
        if (here < 0 < there) or (there < 0 < here):
            kept.append(one + (two - one) * (here / (here - there)))
    return np.array(kept)


def _middle(ring: np.ndarray) -> np.ndarray:
    """Return the centre of mass of a ring."""
    after = np.roll(ring, -1, axis=0)
    cross = ring[:, 0] * after[:, 1] - after[:, 0] * ring[:, 1]
    return ((ring + after) * cross[:, None]).sum(axis=0) / (3 * cross.sum())
