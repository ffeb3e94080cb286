"""Points for the nodes of a graph, so that distances on paper are like steps along the links.

Stress majorization (Gansner, Koren and North, 2004) with weights 1 / steps², from the classical scaling of the same
steps. There is no chance in it: the same links give the same points.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

ROUNDS = 300
"""Most rounds of majorization; it stops sooner when nothing moves."""
STILL = 1e-4
"""Share of the stress: a smaller gain in a round ends the work."""


def steps_between(count: int, pairs: Iterable[tuple[int, int]]) -> np.ndarray:
    """Return the number of links on the shortest way between any two of `count` nodes, shape (count, count).

    Nodes that no way joins are as far apart as the longest way, and one more.
    """
    near = np.zeros((count, count), dtype=bool)
    for one, two in pairs:
        near[one, two] = near[two, one] = True
    steps = np.full((count, count), np.inf)
    np.fill_diagonal(steps, 0)
    reached = np.eye(count, dtype=bool)
    edge, number = reached, 0
    while edge.any():
        number += 1
        edge = (edge.astype(np.float32) @ near.astype(np.float32) > 0) & ~reached
        steps[edge] = number
        reached = reached | edge
    steps[np.isinf(steps)] = steps[np.isfinite(steps)].max() + 1
    return steps


def place_nodes(steps: np.ndarray) -> np.ndarray:
    """Return a point a node, shape (n, 2): the longer extent lies across.

    Args:
        steps: symmetric, shape (n, n), zero on the diagonal and positive elsewhere.
    """
    count = len(steps)
    if count < 3:
        return np.column_stack([np.arange(count, dtype=float), np.zeros(count)])
    weights = 1 / np.where(steps == 0, 1, steps) ** 2
    np.fill_diagonal(weights, 0)
    inverse, drawn = _inverse(weights), -weights * steps
    points, before = _scaled(steps), np.inf
    for _ in range(ROUNDS):
        apart = _apart(points)
        stress = float((weights * (apart - steps) ** 2).sum())
        if before - stress < STILL * stress:
            break
        before = stress
        pull = drawn / np.where(apart < 1e-9, 1, apart)
        np.fill_diagonal(pull, 0)
        np.fill_diagonal(pull, -pull.sum(axis=1))
        points = inverse @ (pull @ points)
    return _turned(points)


def _inverse(weights: np.ndarray) -> np.ndarray:
    """Return the pseudoinverse of the Laplacian of weights: of a graph in one piece only the mean of all nodes has no weight."""
    mean = np.full_like(weights, 1 / len(weights))
    return np.asarray(np.linalg.inv(np.diag(weights.sum(axis=1)) - weights + mean) - mean)


def _scaled(steps: np.ndarray) -> np.ndarray:
    """Return the classical scaling of distances in two dimensions, each axis with a fixed sign."""
    center = np.eye(len(steps)) - 1 / len(steps)
    values, vectors = np.linalg.eigh(-0.5 * center @ steps**2 @ center)
    best = np.argsort(values)[::-1][:2]
    points = vectors[:, best] * np.sqrt(np.maximum(values[best], 1e-9))
    # Twins (the same links) would lie on one point and never part.
    return _signed(points) + 1e-3 * np.column_stack([np.cos(np.arange(len(steps))), np.sin(np.arange(len(steps)))])


def _signed(points: np.ndarray) -> np.ndarray:
    """Return points with the sign of each axis settled: its largest coordinate is positive."""
    ends = points[np.abs(points).argmax(axis=0), range(points.shape[1])]
    return points * np.where(ends < 0, -1, 1)


def _turned(points: np.ndarray) -> np.ndarray:
    """Return points turned so that their longer extent lies across."""
    middle = points - points.mean(axis=0)
    _, vectors = np.linalg.eigh(middle.T @ middle)
    return _signed(middle @ vectors[:, ::-1])


def _apart(points: np.ndarray) -> np.ndarray:
    across, down = (np.subtract.outer(along, along) for along in points.T)
    across *= across
    down *= down
    across += down
    return np.asarray(np.sqrt(across, out=across))
