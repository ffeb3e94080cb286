"""Points for areas of a map of the world: those whose names are known lie where they lie, the others between their neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from dashboard.ui.geography import on_paper

CUT = -169.0
"""Meridian at which the world is cut: the Bering Strait, as on the boards of `dashboard/maps`."""
ENOUGH = 0.4
"""Share of a map's land that must be known by name."""
LEAST = 8
"""Areas that must be known by name."""


def is_known(land: Iterable[str], known: Mapping[str, tuple[float, float]]) -> bool:
    """Return whether enough of a map's land is known by name to draw it as the world."""
    found = [area in known for area in land]
    return sum(found) >= max(LEAST, ENOUGH * len(found))


def anchored(names: list[str], pairs: list[tuple[int, int]], known: Mapping[str, tuple[float, float]]) -> np.ndarray:
    """Return a point an area, shape (n, 2), on a map of the world; y grows downwards.

    Every area that is not known lies in the middle of its neighbours on the globe (a harmonic map); one that no links
    join to a known area lies in the south of the Pacific, out of the way.

    Args:
        names: areas. pairs: which of them touch, by number. known: (lon, lat) of areas by name.
    """
    count = len(names)
    pulls = np.zeros((count, count))
    for one, two in pairs:
        pulls[one, two] = pulls[two, one] = 1
    laplacian = np.diag(pulls.sum(axis=1)) - pulls
    fixed = np.array([name in known for name in names])
    globe = np.zeros((count, 3))
    globe[fixed] = _vectors(np.array([known[name] for name in names if name in known]))
    # A weak pull to nowhere in particular keeps the sum solvable for areas that hang on nothing.
    nowhere = _vectors(np.array([[-150.0, -50.0]]))
    loose = laplacian[np.ix_(~fixed, ~fixed)] + 1e-3 * np.eye(int((~fixed).sum()))
    globe[~fixed] = np.linalg.solve(loose, pulls[np.ix_(~fixed, fixed)] @ globe[fixed] + 1e-3 * nowhere)
    return _on_paper(globe)


def _vectors(lonlat: np.ndarray) -> np.ndarray:
    lon, lat = np.radians(lonlat).T
    return np.column_stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])


def _on_paper(globe: np.ndarray) -> np.ndarray:
    x, y, z = globe.T
    lon = (np.degrees(np.arctan2(y, x)) - CUT) % 360 + CUT
    lat = np.degrees(np.arctan2(z, np.hypot(x, y)))
    points = np.array([on_paper(float(one), float(two)) for one, two in zip(lon, lat, strict=True)])
    return points * (1, -1)
