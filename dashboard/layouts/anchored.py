"""Points for areas of a map of the world: those whose names are known lie where they lie, the others between their neighbours."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np


def between(names: list[str], pairs: list[tuple[str, str]], known: Mapping[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """Return (lon, lat) of every area, in degrees.

    Every area that is not known lies in the middle of its neighbours on the globe (a harmonic map); one that no links
    join to a known area lies in the south of the Pacific, out of the way.

    Args:
        names: areas. pairs: which of them touch. known: (lon, lat) of areas by name.
    """
    number = {name: at for at, name in enumerate(names)}
    pulls = np.zeros((len(names), len(names)))
    for one, two in pairs:
        pulls[number[one], number[two]] = pulls[number[two], number[one]] = 1
    laplacian = np.diag(pulls.sum(axis=1)) - pulls
    fixed = np.array([name in known for name in names])
    if fixed.all():
        return dict(known)
    globe = np.zeros((len(names), 3))
    globe[fixed] = _vectors(np.array([known[name] for name in names if name in known]))
    # A weak pull to nowhere in particular keeps the sum solvable for areas that hang on nothing.
    nowhere = _vectors(np.array([[-150.0, -50.0]]))
    loose = laplacian[np.ix_(~fixed, ~fixed)] + 1e-3 * np.eye(int((~fixed).sum()))
    globe[~fixed] = np.linalg.solve(loose, pulls[np.ix_(~fixed, fixed)] @ globe[fixed] + 1e-3 * nowhere)
    x, y, z = globe.T
    lon, lat = np.degrees(np.arctan2(y, x)), np.degrees(np.arctan2(z, np.hypot(x, y)))
    return {name: known.get(name, (float(lon[at]), float(lat[at]))) for name, at in number.items()}


def _vectors(lonlat: np.ndarray) -> np.ndarray:
    lon, lat = np.radians(lonlat).T
    return np.column_stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])
