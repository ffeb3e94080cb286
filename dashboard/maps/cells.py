"""Cells on the globe: every place belongs to the nearest seed, and a cell's seeds may be many."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.spatial import SphericalVoronoi
from shapely import make_valid, unary_union
from shapely.geometry.base import BaseGeometry

from dashboard.maps.window import Window, polygon_of_ring

STEP = np.radians(2.0)
"""Longest piece of a cell's edge, in radians, so that a straight line on paper stays near the great circle."""


def grow(seeds: Sequence[tuple[str, float, float]], window: Window) -> dict[str, BaseGeometry]:
    """Return the cell of every name among the seeds, cut to the window.

    Args:
        seeds: name, lon, lat; at least four, no two in one place, not all on one circle.
        window: where the map is cut.
    """
    points = unit_vectors(np.array([(lon, lat) for _, lon, lat in seeds]))
    diagram = SphericalVoronoi(points)
    diagram.sort_vertices_of_regions()
    pieces: dict[str, list[BaseGeometry]] = {}
    for (name, _, _), region in zip(seeds, diagram.regions, strict=True):
        ring = degrees(_dense(diagram.vertices[region]))
        pieces.setdefault(name, []).append(window.cut(make_valid(polygon_of_ring(ring))))
    return {name: make_valid(unary_union(shapes)) for name, shapes in pieces.items()}


def unit_vectors(lonlat: np.ndarray) -> np.ndarray:
    """Return points of lon, lat in degrees, shape (n, 2), as unit vectors, shape (n, 3)."""
    lon, lat = np.radians(lonlat).T
    return np.column_stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])


def degrees(vectors: np.ndarray) -> np.ndarray:
    """Return unit vectors, shape (n, 3), as lon, lat in degrees, shape (n, 2)."""
    x, y, z = vectors.T
    return np.asarray(np.degrees(np.column_stack([np.arctan2(y, x), np.arcsin(np.clip(z, -1, 1))])))


def _dense(corners: np.ndarray) -> np.ndarray:
    """Return the closed ring of great circles through the corners, with a point at least every STEP."""
    out = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        # Both neighbours of an edge must get the same points, whichever way round they walk it.
        swap = tuple(start) > tuple(end)
        edge = _arc(end, start)[::-1] if swap else _arc(start, end)
        out.append(edge[:-1])
    return np.vstack([*out, out[0][:1]])


def _arc(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    angle = float(np.arccos(np.clip(start @ end, -1, 1)))
    if angle < 1e-9:
        return np.vstack([start, end])
    share = np.linspace(0, 1, max(2, int(np.ceil(angle / STEP)) + 1))[:, None]
    return np.asarray((np.sin((1 - share) * angle) * start + np.sin(share * angle) * end) / np.sin(angle))
