"""Which layout a game gets: its title's own board, else a TripleA map folder that fits, else real land, else its areas'
points, or its links."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import radians
from pathlib import Path

import numpy as np
import polars as pl

from dashboard.layouts.layout import GEOGRAPHY, Layout, fit
from dashboard.layouts.layout_cache import kept
from dashboard.layouts.linked import MOST, from_links, from_points, has_points
from dashboard.layouts.map_folders import FITS
from dashboard.layouts.polygons import MapFolder, from_polygons
from dashboard.layouts.real_land import is_world, on_land
from dashboard.layouts.theatres import theatres_on_paper
from dashboard.ui.geography import DrawnBoard, load_board, on_paper

KEPT = 32
"""Layouts that are kept: the games of a title have the same one."""

WHOLE = 359
"""Degrees of longitude that a board shows which goes around the world."""


def layout_of(
    title: str,
    areas: pl.DataFrame,
    links: pl.DataFrame,
    maps: Sequence[MapFolder] = (),
    lake: Path | None = None,
) -> Layout:
    """Return where the areas of a game are drawn.

    Args:
        title: the title's slug. areas: the lake's `title_areas` of the game. links: area, other.
        maps: TripleA map folders to choose from. lake: folder of the lake that keeps what took long to lay out; None keeps nothing.

    What stands beside the map (kind box) is drawn nowhere.
    """
    if maps:
        return _found(title, areas, links, maps, lake)
    return _once(title, _Rows(areas.drop("game_id", strict=False)), _Rows(links), lake)


class _Rows:
    """A frame that is the same as another one of the same rows."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self.frame = frame
        self._hash = hash((tuple(frame.columns), tuple(frame.rows())))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Rows) and self.frame.equals(other.frame)


@lru_cache(maxsize=KEPT)
def _once(title: str, areas: _Rows, links: _Rows, lake: Path | None) -> Layout:
    return _found(title, areas.frame, links.frame, (), lake)


def _found(title: str, areas: pl.DataFrame, links: pl.DataFrame, maps: Sequence[MapFolder], lake: Path | None) -> Layout:
    areas = areas.filter(pl.col("kind") != "box")
    board = load_board(title)
    if board is not None and not board.areas().isdisjoint(areas["area"]):
        return from_geography(board, areas)
    fitting = [(folder.share(areas), -len(folder.polygons), at) for at, folder in enumerate(maps)]
    best = max(fitting, default=(0.0, 0, 0))
    if best[0] >= FITS:
        return from_polygons(maps[best[2]], areas)
    if has_points(areas):
        return from_points(areas)
    told = areas.select("area", "kind")
    return kept(lake, told, links, lambda: _made(told, links))


def _made(areas: pl.DataFrame, links: pl.DataFrame) -> Layout:
    """Return the layout of areas of which only names and neighbours tell where they lie."""
    land = areas.filter(pl.col("kind") != "sea")["area"].to_list()
    return on_land(areas, links) if areas.height <= MOST and is_world(land) else from_links(areas, links)


def links_of(links: pl.DataFrame, moves: pl.DataFrame) -> pl.DataFrame:
    """Return which areas touch: a title's links, or where it has none, the moves that units made.

    Args:
        links: the lake's `title_links` of a game: area, other. moves: its `units_moved`: origin, destination.
    """
    if links.height:
        return links.select("area", "other")
    return moves.select(pl.col("origin").alias("area"), pl.col("destination").alias("other")).unique(maintain_order=True)


def from_geography(board: DrawnBoard, areas: pl.DataFrame) -> Layout:
    """Return the layout of a drawn board; areas that are not on it are left out.

    Args:
        board: the title's GeoJSON. areas: the lake's `title_areas` of a game: area, lon, lat.
    """
    spots = {row[0]: row[1:] for row in areas.select("area", "lon", "lat").iter_rows()}
    outlines, points = {}, {}
    for feature in board.features:
        area = feature["id"]
        if area not in spots:
            continue
        rings = [_projected(ring) for polygon in feature["geometry"]["coordinates"] for ring in polygon]
        outlines[area] = [ring for ring in rings if len(ring) > 2]
        lon, lat = spots[area]
        known = None not in (lon, lat)
        points[area] = (
            tuple(_projected([[(lon - board.west) % 360 + board.west, lat]])[0])
            if known
            else tuple(max(outlines[area], key=len).mean(axis=0))
        )
    places = [(lon, lat) for lon, lat in spots.values() if None not in (lon, lat)]
    lons = [lon for feature in board.features for part in feature["geometry"]["coordinates"] for lon, _ in part[0]]
    around = radians(360) if max(lons) - min(lons) > WHOLE else 0
    return fit(GEOGRAPHY, outlines, points, theatres=theatres_on_paper(places, board.west) if around else {}, around=around)


def _projected(ring: list[list[float]]) -> np.ndarray:
    return np.array([(x, -y) for x, y in (on_paper(lon, lat) for lon, lat in ring)])
