"""A layout: every area's outline and the point of its label, in whole units on a sheet of fixed width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

WIDTH = 4000
"""Units across the sheet: fine enough for the tenfold zoom of a laptop's screen."""

GEOGRAPHY, POLYGONS, POINTS, NAMES, LINKS, ORDER = "geography", "polygons", "points", "names", "links", "order"
"""What a layout is made from: a title's coordinates, TripleA's polygons, the points of areas on the map that was played on, known
names and links, links alone, or nothing but the order in which the areas are listed."""

Ring = tuple[tuple[int, int], ...]


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
    """

    source: str
    width: int
    height: int
    places: dict[str, Place]
    ground: tuple[Ring, ...] = ()


def fit(
    source: str,
    outlines: Mapping[str, Sequence[np.ndarray]],
    points: Mapping[str, tuple[float, float]],
    ground: Sequence[np.ndarray] = (),
) -> Layout:
    """Return a layout that is WIDTH wide, of outlines in any unit.

    Args:
        source: what it is made from.
        outlines: area to its rings, each an array of shape (n, 2); y grows downwards.
        points: area to the place of its label, in the same unit.
        ground: rings of land that is no area, in the same unit.
    """
    if not outlines:
        return Layout(source, WIDTH, WIDTH // 2, {})
    corners = np.vstack([*(ring for rings in outlines.values() for ring in rings), *ground])
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = WIDTH / max(float(high[0] - low[0]), 1e-9)
    places = {
        area: _place([(ring - low) * scale for ring in rings], (np.asarray(points[area]) - low) * scale)
        for area, rings in outlines.items()
    }
    under = tuple(_rounded((ring - low) * scale) for ring in ground)
    return Layout(source, WIDTH, round(float(high[1] - low[1]) * scale), places, under)


def _place(rings: list[np.ndarray], point: np.ndarray) -> Place:
    return Place(tuple(map(_rounded, rings)), round(point[0]), round(point[1]), round(_room(rings, point)))


def _rounded(ring: np.ndarray) -> Ring:
    """Return a ring in whole units, without points that rounding has made equal."""
    whole = [(int(x), int(y)) for x, y in np.rint(ring)]
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
