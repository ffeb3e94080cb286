"""Cells of land by landmass: land is an area's where that has a point, and on islands where nobody has one whoever's is nearest.

By distance alone Belgium is nearer to a point in England than to one in the middle of France, and would be drawn as British.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from shapely import MultiPolygon, STRtree, intersection, points, unary_union
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from dashboard.layouts import flat_cells
from dashboard.maps.board import Grow
from dashboard.maps.coastline import parts
from dashboard.maps.window import Window

FAR = 13.0
"""Degrees from the nearest point of an area at which an island without one, by its middle, is no area's."""
TOUCH = 1e-6
"""Degrees: a point on a coast is ashore."""

Named = Sequence[tuple[str, float, float]]


def grow_on(land: BaseGeometry) -> Grow:
    """Return how cells of land grow: on each landmass between the seeds that lie on it, on the others between all."""
    masses = parts(land)

    def grow(seeds: Named, window: Window) -> dict[str, BaseGeometry]:
        at = _mass_of(seeds, masses, window)
        free = MultiPolygon([mass for number, mass in enumerate(masses) if number not in at])
        pieces = {name: [intersection(cell, free)] for name, cell in flat_cells.grow(seeds, window).items()}
        for number in sorted({number for number in at if number >= 0}):
            mine = [seed for seed, mass in zip(seeds, at, strict=True) if mass == number]
            for name, cell in _parted(mine, masses[number], window).items():
                pieces.setdefault(name, []).append(cell)
        return {name: unary_union(found) for name, found in pieces.items()}

    return grow


def _parted(seeds: Named, mass: Polygon, window: Window) -> dict[str, BaseGeometry]:
    """Return a landmass parted between the seeds on it."""
    names = {name for name, _, _ in seeds}
    if len(names) == 1:
        return dict.fromkeys(names, mass)
    return {name: intersection(cell, mass) for name, cell in flat_cells.grow(seeds, window).items()}


def _mass_of(seeds: Named, masses: Sequence[Polygon], window: Window) -> list[int]:
    """Return the number of the landmass on which each seed lies, -1 for one at sea."""
    dots = points([(window.lon(lon), lat) for _, lon, lat in seeds])
    found = [-1] * len(seeds)
    if masses:
        for seed, mass in zip(*STRtree(masses).query(dots, predicate="dwithin", distance=TOUCH), strict=True):
            found[seed] = int(mass)
    return found


def near_enough(land: BaseGeometry, seeds: Named, window: Window) -> BaseGeometry:
    """Return land without the landmasses on which no seed lies and whose middle is far from every seed: they are no area's."""
    masses = parts(land)
    held = set(_mass_of(seeds, masses, window))
    spots = np.array([(window.lon(lon), lat) for _, lon, lat in seeds])
    return MultiPolygon([mass for number, mass in enumerate(masses) if number in held or _away(mass, spots) <= FAR])


def _away(mass: Polygon, spots: np.ndarray) -> float:
    """Return how far the middle of a landmass is from the nearest of some places, in degrees at its latitude."""
    middle = mass.centroid
    across = (spots[:, 0] - middle.x) * np.cos(np.radians(middle.y))
    return float(np.hypot(across, spots[:, 1] - middle.y).min())
