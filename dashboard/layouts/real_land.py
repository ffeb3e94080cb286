"""The layout of a map of this war that has no board of its own: cells of its areas, clipped to the coastline of the world."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import radians

import numpy as np
import polars as pl
from shapely import buffer, intersection, maximum_inscribed_circle, union_all
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from dashboard.layouts import flat_cells
from dashboard.layouts.anchored import between
from dashboard.layouts.board_seeds import Board, kin, part_of, same_seas, touching
from dashboard.layouts.gazetteer import find
from dashboard.layouts.landmasses import grow_on, near_enough
from dashboard.layouts.layout import NAMES, Layout, fit
from dashboard.layouts.sea_seeds import sea_seeds
from dashboard.layouts.theatres import theatres_on_paper
from dashboard.maps.board import Style, clip, draw
from dashboard.maps.coastline import parts, shipped_land
from dashboard.maps.seeds import Seed
from dashboard.maps.window import WORLD, Window
from dashboard.ui.geography import on_paper

ENOUGH = 0.4
"""Share of a map's land that must be known by name."""
LEAST = 8
"""Areas that must be known by name."""
FEW, CERTAIN = 3, 0.9
"""Areas, and share of a map's land, that must be known by name where a record, a text of one turn, tells of fewer areas."""
GAP = 60.0
"""Degrees of longitude without any land of a map, from which on it is a map of a part of the world."""
MARGIN = 9.0
"""Degrees around the land of a map of a part of the world."""
REACH = 13.0
"""Degrees that an area of such a map goes from its points: beyond lies land that is no area."""
OWN = 0.75
"""Of the way to the nearest other area: so far an area of one point keeps the points of others away, at most ALONE degrees."""
ALONE = 8.0
SAME = 1.5
"""Degrees within which two areas are one under two names."""
NEAR = 4.0
"""Degrees from its main point within which an area's label is put where there is most room, if there is too little at the point."""
ROUGH = 0.1
"""Degrees by which that place may miss the roomiest."""


def is_world(land: list[str]) -> bool:
    """Return whether enough of a map's land is known by name to draw it as the world."""
    found = sum(find(area) is not None for area in land)
    return found >= max(LEAST, ENOUGH * len(land)) or found >= max(FEW, CERTAIN * len(land))


def on_land(areas: pl.DataFrame, links: pl.DataFrame) -> Layout:
    """Return the layout of a map whose land is known by name (`is_world`), on real land.

    Args:
        areas: the lake's `title_areas` of a game: area, kind. links: area, other.
    """
    kinds = dict(areas.select("area", "kind").iter_rows())
    land = [area for area, kind in kinds.items() if kind != "sea"]
    seas = [area for area, kind in kinds.items() if kind == "sea"]
    beside = touching((one, two) for one, two in links.select("area", "other").iter_rows() if {one, two} <= set(kinds))
    points, whole = _points(land, beside), part_of(land)
    board = whole or kin(land)
    window = _window([points[area] for area in land if find(area)])
    coast = shipped_land() if window is WORLD else window.cut(shipped_land())
    seeds = _land_seeds(points, board, coast, window)
    seeds |= _others(seeds, whole, window) if whole else {}
    mine = _reached(coast, seeds, window)
    shapes = clip([seed for found in seeds.values() for seed in found], mine, window, grow_on(mine))
    known = {}
    if board:
        known = {
            sea: [Seed(sea, "sea", one.lon, one.lat) for one in board.seeds[same]] for sea, same in same_seas(seas, beside, board).items()
        }
    seeds |= sea_seeds(seas, beside, known, _seen(shapes, seeds, window), window)
    return _drawn(kinds, seeds, coast, window)


def _points(land: list[str], beside: Mapping[str, frozenset[str]]) -> dict[str, tuple[float, float]]:
    """Return (lon, lat) of every area of land: those that nobody knows lie between their neighbours."""
    known = {area: place for area in land if (place := find(area))}
    names = list(dict.fromkeys([*land, *beside]))
    found = between(names, [(one, two) for one in beside for two in beside[one]], known)
    return {area: found[area] for area in land}


def _window(known: list[tuple[float, float]]) -> Window:
    """Return the part of the world that a map shows."""
    lons = np.sort(np.array([lon for lon, _ in known]) % 360)
    gaps = np.diff(np.append(lons, lons[0] + 360))
    widest = int(gaps.argmax())
    if gaps[widest] < GAP:
        return WORLD
    west = float(lons[(widest + 1) % len(lons)]) - MARGIN
    lats = [lat for _, lat in known]
    south, north = max(min(lats) - MARGIN, WORLD.south), min(max(lats) + MARGIN, WORLD.north)
    return Window((west + 180) % 360 - 180, south, north, 360 - float(gaps[widest]) + 2 * MARGIN)


def _land_seeds(
    points: Mapping[str, tuple[float, float]], board: Board | None, coast: BaseGeometry, window: Window
) -> dict[str, list[Seed]]:
    """Return the seeds of land: all that the board has of an area that it knows, else the area's point, moved ashore."""
    lent = {area: board.seeds[area] for area in points if board and area in board.seeds}
    lent = {area: [seed for seed in seeds if seed.kind == "land"] for area, seeds in lent.items()}
    seeds = {area: found for area, found in lent.items() if found}
    alone = {area: _ashore(place, coast, window) for area, place in points.items() if area not in seeds}
    mains = np.array([(window.lon(found[0].lon), found[0].lat) for found in seeds.values()]).reshape(-1, 2)
    for place in alone.values():
        kept = min(OWN * float(_apart(mains, place).min(initial=ALONE)), ALONE)
        for area, found in seeds.items():
            far = _apart(np.array([(window.lon(seed.lon), seed.lat) for seed in found]), place)
            seeds[area] = [found[0], *(seed for seed, away in zip(found[1:], far[1:], strict=True) if away > kept)]
    return seeds | {area: [Seed(area, "land", *place)] for area, place in alone.items()}


def _others(seeds: Mapping[str, list[Seed]], board: Board, window: Window) -> dict[str, list[Seed]]:
    """Return the seeds of a board's land of which a record does not tell: it is not that of its neighbours.

    What lies where an area of the record does is that area under another name.
    """
    found = {}
    for area in board.of("land"):
        lent = [seed for seed in board.seeds[area] if seed.kind == "land"]
        within = [seed for seed in lent if window.frame.contains(Point(window.lon(seed.lon), seed.lat))]
        mains = np.array([(window.lon(one[0].lon), one[0].lat) for one in seeds.values()])
        if area not in seeds and within and _apart(mains, (window.lon(lent[0].lon), lent[0].lat)).min() > SAME:
            found[area] = within
    return found


def _apart(places: np.ndarray, place: tuple[float, float]) -> np.ndarray:
    """Return how far places (lon, lat) are from one, in degrees at its latitude."""
    across = (places[:, 0] - place[0]) * np.cos(np.radians(place[1]))
    return np.asarray(np.hypot(across, places[:, 1] - place[1]))


def _ashore(place: tuple[float, float], coast: BaseGeometry, window: Window) -> tuple[float, float]:
    """Return the nearest place on land where land is near; an island that the coastline lacks stays where it is."""
    point = nearest_points(window.frame.buffer(-1), Point(window.lon(place[0]), place[1]))[0]
    near = nearest_points(coast, point)[0] if not coast.is_empty else point
    return (near.x, near.y) if near.distance(point) < Style.small else (point.x, point.y)


def _reached(coast: BaseGeometry, seeds: Mapping[str, list[Seed]], window: Window) -> BaseGeometry:
    """Return the land that is an area's: what lies near enough to a point of an area, on a map of the world all but far islands."""
    if window is WORLD:
        named = [(seed.area, seed.lon, seed.lat) for found in seeds.values() for seed in found if seed.kind == "land"]
        return near_enough(coast, named, window)
    spots = [Point(window.lon(seed.lon), seed.lat) for found in seeds.values() for seed in found if seed.kind == "land"]
    return intersection(coast, union_all(buffer(spots, REACH)))


def _seen(shapes: Mapping[str, BaseGeometry], seeds: Mapping[str, list[Seed]], window: Window) -> dict[str, BaseGeometry]:
    """Return the shapes of land with those islands that the coastline lacks, as the discs that they are drawn as."""
    discs = {area: Point(window.lon(found[0].lon), found[0].lat).buffer(Style.radius) for area, found in seeds.items()}
    return {area: discs[area] if (shape := shapes.get(area)) is None or shape.is_empty else shape for area in seeds}


def _inside(found: list[Seed], window: Window) -> list[Seed]:
    """Return the seeds of an area that lie in the window; where none does, the first one, moved to its edge."""
    kept = [seed for seed in found if window.frame.contains(Point(window.lon(seed.lon), seed.lat))]
    if kept:
        return kept
    edge = nearest_points(window.frame.buffer(-1), Point(window.lon(found[0].lon), found[0].lat))[0]
    return [replace(found[0], lon=edge.x, lat=edge.y)]


def _drawn(kinds: Mapping[str, str], seeds: Mapping[str, list[Seed]], coast: BaseGeometry, window: Window) -> Layout:
    seeds = {area: _inside(found, window) for area, found in seeds.items()}
    mains, hints = [found[0] for found in seeds.values()], [seed for found in seeds.values() for seed in found[1:]]
    mine = _reached(coast, seeds, window)
    rest = coast.difference(mine)
    shapes = draw(mains, hints, mine, window, Style(), flat_cells.grow, grow_on(mine), rest)
    outlines = {
        area: [_paper(ring) for part in shape.geoms for ring in (part.exterior, *part.interiors)]
        for area, shape in shapes.items()
        if area in kinds and not shape.is_empty
    }
    labels = {area: _middle(shapes[area], seeds[area][0], window) for area in outlines}
    ground = [_paper(part.exterior) for shape in (rest, *(shapes[area] for area in seeds if area not in kinds)) for part in parts(shape)]
    around = radians(360) if window is WORLD else 0
    theatres = theatres_on_paper([(found[0].lon, found[0].lat) for found in seeds.values()], window.west)
    return fit(NAMES, outlines, labels, ground, theatres if around else {}, around)


def _middle(shape: BaseGeometry, main: Seed, window: Window) -> tuple[float, float]:
    """Return where the label of an area goes: its main point if that has room, else near it, where the part that lies there has most."""
    point = Point(window.lon(main.lon), main.lat)
    part = min(shape.geoms, key=lambda part: (part.distance(point), -part.area))
    spot = point
    if not (part.contains(point) and part.exterior.distance(point) > 0.35 * part.area**0.5 / 2):
        near = parts(part.intersection(point.buffer(part.distance(point) + NEAR)))
        spot = maximum_inscribed_circle(max(near, key=lambda one: one.area, default=part), ROUGH).interpolate(0)
    x, y = on_paper(spot.x, spot.y)
    return x, -y


def _paper(ring: BaseGeometry) -> np.ndarray:
    return np.array([(x, -y) for x, y in (on_paper(lon, lat) for lon, lat in ring.coords[:-1])])
