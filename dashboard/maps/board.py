"""A title's board: land cells on the land, sea cells on the sea, small discs where the coastline lacks an island."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from shapely import MultiPolygon, Point, set_precision, unary_union
from shapely.affinity import scale
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from dashboard.maps.coastline import parts, true_area
from dashboard.maps.seeds import Seed
from dashboard.maps.window import Window


@dataclass(frozen=True)
class Style:
    """How a board is drawn, all in degrees at the equator."""

    grid: float = 0.1
    """Coordinates are rounded to this."""
    small: float = 2.0
    """A land area of fewer square degrees gets a disc, so that it can be seen and pointed at."""
    radius: float = 1.3
    """Of a disc in the open sea."""
    ashore: float = 0.7
    """Of a disc that would cover land of another area."""
    speck: float = 0.02
    """Pieces of an area smaller than this many square degrees are left out."""


Grow = Callable[[Sequence[tuple[str, float, float]], Window], dict[str, BaseGeometry]]
"""Seeds (name, lon, lat) and a window to the cell of every name."""


def draw(
    areas: list[Seed],
    hints: list[Seed],
    land: BaseGeometry,
    window: Window,
    style: Style,
    grow: Grow,
    ashore: Grow | None = None,
    rest: BaseGeometry | None = None,
) -> dict[str, MultiPolygon]:
    """Return the shape of every area, in the order of `areas`, rounded, and wound clockwise.

    `grow` makes the cells, `ashore` those of land where they grow otherwise; `rest` is land that is no area, and no sea either.
    """
    if lakes := _lakes(areas, hints, land, window, style, grow):
        land = land.difference(unary_union(lakes))
    shapes = clip([seed for seed in areas + hints if seed.kind == "land"], land, window, ashore or grow)
    discs = _discs(areas, hints, shapes, window, style)
    taken = unary_union(list(discs.values()))
    shapes = {area: shape.difference(taken) for area, shape in shapes.items()}
    for area, disc in discs.items():
        shapes[area] = disc
    sea = window.frame.difference(unary_union([shapes[seed.area] for seed in areas if seed.kind == "land"]))
    water = clip([seed for seed in areas + hints if seed.kind == "sea"], sea, window, grow)
    shapes |= {area: _less(shape, rest, style) for area, shape in water.items()} if rest else water
    return {seed.area: _finish(shapes[seed.area], style) for seed in areas}


def _less(shape: BaseGeometry, land: BaseGeometry, style: Style) -> BaseGeometry:
    """Return a sea without land that is no area; all of it where hardly anything would be left."""
    left = shape.difference(land)
    return left if true_area(left) >= style.speck else shape


def clip(seeds: list[Seed], ground: BaseGeometry, window: Window, grow: Grow) -> dict[str, BaseGeometry]:
    """Return the part of some ground, land or sea, that belongs to each name of seeds."""
    if not seeds:
        return {}
    cells = grow([(seed.area, seed.lon, seed.lat) for seed in seeds], window)
    return {area: cell.intersection(ground) for area, cell in cells.items()}


def _lakes(areas: list[Seed], hints: list[Seed], land: BaseGeometry, window: Window, style: Style, grow: Grow) -> list[BaseGeometry]:
    """Return the discs around all seeds of the sea areas that the coastline leaves without water: inland seas."""
    seas = [seed for seed in areas + hints if seed.kind == "sea"]
    water = clip(seas, window.frame.difference(land), window, grow)
    dry = {seed.area for seed in areas if seed.kind == "sea" and true_area(water[seed.area]) < style.speck}
    return [_disc(seed, window, style.radius) for seed in areas + hints if seed.area in dry]


def _discs(areas: list[Seed], hints: list[Seed], shapes: dict[str, BaseGeometry], window: Window, style: Style) -> dict[str, BaseGeometry]:
    """Return the areas that are too small to be seen, each as the discs around all its seeds and what land it has."""
    small = {s.area for s in areas if s.kind == "land" and true_area(shapes[s.area]) < style.small}
    large = unary_union([shape for area, shape in shapes.items() if area not in small])
    out: dict[str, BaseGeometry] = {}
    for seed in areas + hints:
        if seed.area in small:
            disc = _disc(seed, window, style.radius)
            disc = _disc(seed, window, style.ashore) if disc.intersects(large) else disc
            out[seed.area] = unary_union([out.get(seed.area, shapes[seed.area]), disc])
    return out


def _disc(seed: Seed, window: Window, radius: float) -> BaseGeometry:
    wide = 1 / float(np.cos(np.radians(seed.lat)))
    return scale(Point(window.lon(seed.lon), seed.lat).buffer(radius, quad_segs=6), xfact=wide)


def _finish(shape: BaseGeometry, style: Style) -> MultiPolygon:
    """Return a shape without specks, rounded, its outer rings clockwise: d3-geo takes the other way round for the rest of the globe."""
    rounded = parts(set_precision(unary_union(parts(shape)), style.grid))
    kept = [p for p in rounded if true_area(p) >= style.speck] or rounded
    return MultiPolygon([orient(polygon, -1.0) for polygon in kept])
