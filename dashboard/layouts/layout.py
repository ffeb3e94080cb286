"""A layout: every area's outline and the point of its label, in whole units on a sheet of fixed width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

WIDTH = 4000
"""Units across the sheet: fine enough for the tenfold zoom of a laptop's screen."""

PART = 0.6
"""Share of a map's sheet that a theatre is less than."""

GEOGRAPHY, POLYGONS, POINTS, NAMES, LINKS, ORDER = "geography", "polygons", "points", "names", "links", "order"
"""What a layout is made from: a title's coordinates, TripleA's polygons, the points of areas on the map that was played on, known
names and links, links alone, or nothing but the order in which the areas are listed."""

Ring = tuple[tuple[int, int], ...]
Box = tuple[int, int, int, int]
Corners = tuple[float, float, float, float]
"""Left, top, right and bottom of a part of a map, in the unit of its outlines."""


@dataclass(frozen=True)
class Place:
    """One area of a layout.

    Attributes:
        rings: closed outlines without their last point, filled by the even-odd rule.
        x, y: where its label and its units go.
        room: distance from there to the area's own edge.
    """

    rings: tuple[Ring, ...]
    x: int
    y: int
    room: int


@dataclass(frozen=True)
class Layout:
    """Where areas are drawn.

    Attributes:
        source: what it is made from. width, height: its size in units. places: by area slug.
        ground: outlines of land that is on the map, but no area of the game.
        theatres: parts of the map to look at, by name: left, top, width and height; one may run on across the right edge of a map
            that goes around the world. around: width of the globe in units, 0 where the map does not go around it.
    """

    source: str
    width: int
    height: int
    places: dict[str, Place]
    ground: tuple[Ring, ...] = ()
    theatres: tuple[tuple[str, Box], ...] = ()
    around: int = 0


def fit(
    source: str,
    outlines: Mapping[str, Sequence[np.ndarray]],
    points: Mapping[str, tuple[float, float]],
    ground: Sequence[np.ndarray] = (),
    theatres: Mapping[str, Corners] = MappingProxyType({}),
    around: float = 0,
) -> Layout:
    """Return a layout that is WIDTH wide, of outlines in any unit.

    Args:
        source: what it is made from.
        outlines: area to its rings, each an array of shape (n, 2); y grows downwards.
        points: area to the place of its label, in the same unit.
        ground: rings of land that is no area, in the same unit.
        theatres: parts of the map to look at; those that are hardly less than all of it are left out. around: width of the globe, 0
            where the map does not go around it.
    """
    if not outlines:
        return Layout(source, WIDTH, WIDTH // 2, {})
    corners = np.vstack([*(ring for rings in outlines.values() for ring in rings), *ground])
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = WIDTH / max(float(high[0] - low[0]), 1e-9)
    places = {
        area: _place([(ring - low) * scale for ring in rings], (np.asarray(points[area]) - low) * scale) for area, rings in outlines.items()
    }
    under = tuple(_rounded((ring - low) * scale) for ring in ground)
    size = high - low
    looks = tuple((name, _box(corners, low, scale)) for name, corners in theatres.items() if _is_part(corners, size))
    return Layout(source, WIDTH, round(float(size[1]) * scale), places, under, looks, round(around * scale))


def _is_part(corners: Corners, size: np.ndarray) -> bool:
    """Return whether a theatre is a part of a map of a size that is worth a look of its own."""
    left, top, right, bottom = corners
    return (right - left) * (bottom - top) < PART * float(np.prod(size))


def _box(corners: Corners, low: np.ndarray, scale: float) -> Box:
    left, top, right, bottom = corners
    x, y = (left - low[0]) * scale, (top - low[1]) * scale
    return round(x), round(y), round((right - left) * scale), round((bottom - top) * scale)


def _place(rings: list[np.ndarray], point: np.ndarray) -> Place:
    return Place(tuple(map(_rounded, rings)), round(point[0]), round(point[1]), round(_room(rings, point)))


def _rounded(ring: np.ndarray) -> Ring:
    """Return a ring in whole units, without points that rounding has made equal."""
    whole = [*map(tuple, np.rint(ring).astype(int).tolist())]
    return tuple(one for at, one in enumerate(whole) if one != whole[at - 1]) or (whole[0],)


def _room(rings: list[np.ndarray], point: np.ndarray) -> float:
    """Return how far a point is from the nearest edge of any ring."""
    nearest = np.inf
    for ring in rings:
        start, along = ring, np.roll(ring, -1, axis=0) - ring
        length = np.maximum((along**2).sum(axis=1), 1e-12)
        share = np.clip(((point - start) * along).sum(axis=1) / length, 0, 1)[:, None]
        nearest = min(nearest, float(np.sqrt(((start + share * along - point) ** 2).sum(axis=1)).min()))
    return nearest
