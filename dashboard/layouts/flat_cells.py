"""Cells of seeds on flat paper, clipped by nothing yet: what maps that are drawn on the spot have, where boards have spherical ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from shapely import MultiPoint, box, transform, unary_union, voronoi_polygons
from shapely.geometry.base import BaseGeometry

from dashboard.maps.window import Window

TALL = 1.35
"""How much a degree of latitude counts for one of longitude: so much where most of the war was fought, at 42 degrees."""
APART = 1e-4
"""Degrees by which seeds in one place are parted."""


def grow(seeds: Sequence[tuple[str, float, float]], window: Window) -> dict[str, BaseGeometry]:
    """Return the cell of every name among the seeds (name, lon, lat), cut to the window; around the world if the window is."""
    turns = (-360.0, 0.0, 360.0) if window.width >= 359 else (0.0,)
    at = np.array([(window.lon(lon), lat * TALL) for _, lon, lat in seeds])
    angle = 2.399963 * np.arange(len(at))  # the golden angle: seeds in one place go different ways
    at += APART * np.column_stack([np.cos(angle), np.sin(angle)])
    copies = np.vstack([at + np.array([turn, 0.0]) for turn in turns])
    frame = box(*(window.frame.buffer(20).bounds))
    cells = voronoi_polygons(MultiPoint(copies), extend_to=transform(frame, lambda points: points * (1, TALL)), ordered=True).geoms
    pieces: dict[str, list[BaseGeometry]] = {}
    for number, cell in enumerate(cells):
        flat = transform(cell, lambda points: points / (1, TALL))
        if flat.intersects(window.frame):
            pieces.setdefault(seeds[number % len(seeds)][0], []).append(flat)
    return {name: unary_union(parts).intersection(window.frame) for name, parts in pieces.items()}
