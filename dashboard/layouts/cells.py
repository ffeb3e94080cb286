"""Cells on paper: the places nearer to a point than to any other, and no farther from it than a given reach.

(The cells of `dashboard/maps` lie on the globe, and are drawn once for a title.)
"""

from __future__ import annotations

import numpy as np

_Ring = list[tuple[float, float]]

CORNERS = 20
"""Of the circle that bounds a cell at the board's edge."""
AT_ONCE = 24
"""Points that are looked at together: a cell seldom has more neighbours."""


def cells(points: np.ndarray, reach: float) -> list[np.ndarray]:
    """Return the cell of each point as a convex ring, shape (k, 2).

    Args:
        points: shape (n, 2), no two the same. reach: how far a cell goes where it has no neighbour.
    """
    angles = np.linspace(0, 2 * np.pi, CORNERS, endpoint=False)
    circle = list(zip((reach * np.cos(angles)).tolist(), (reach * np.sin(angles)).tolist(), strict=True))
    apart = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    near = np.argsort(apart, axis=1, kind="stable")
    return [_cell(points, at, near[at], circle) + points[at] for at in range(len(points))]


def even(points: np.ndarray, reach: float, rounds: int) -> np.ndarray:
    """Return points moved to the middle of their cells, `rounds` times (Lloyd, 1982): small cells grow."""
    for _ in range(rounds):
        points = np.array([_middle(ring) for ring in cells(points, reach)])
    return points


def _cell(points: np.ndarray, at: int, near: np.ndarray, ring: _Ring) -> np.ndarray:
    """Return the cell of a point, seen from it: `ring` is what bounds it, `near` all points, the nearest first."""
    for begin in range(1, len(near), AT_ONCE):
        for x, y in (points[near[begin : begin + AT_ONCE]] - points[at]).tolist():
            far = max([px * px + py * py for px, py in ring])
            if x * x + y * y >= 4 * far:
                return np.array(ring)
            ring = _cut(ring, x, y)
    return np.array(ring)


def _cut(ring: _Ring, x: float, y: float) -> _Ring:
    """Return the part of a convex ring that is nearer to the origin than to (x, y).

    Plain numbers: rings have some six corners, for which arrays are slow.
    """
    half = (x * x + y * y) / 2
    side = [px * x + py * y - half for px, py in ring]
    if max(side) <= 0:
        return ring
    kept = []
    for number, (here, (px, py)) in enumerate(zip(side, ring, strict=True)):
        if here <= 0:
            kept.append((px, py))
        there, (nx, ny) = side[number + 1 - len(ring)], ring[number + 1 - len(ring)]
        if (here < 0 < there) or (there < 0 < here):
            share = here / (here - there)
            kept.append((px + (nx - px) * share, py + (ny - py) * share))
    return kept


def _middle(ring: np.ndarray) -> np.ndarray:
    """Return the centre of mass of a ring."""
    after = np.roll(ring, -1, axis=0)
    cross = ring[:, 0] * after[:, 1] - after[:, 0] * ring[:, 1]
    return np.asarray(((ring + after) * cross[:, None]).sum(axis=0) / (3 * cross.sum()))
