"""The layout of a title with coordinates: its drawn board, projected."""

from __future__ import annotations

from math import radians

import numpy as np
import polars as pl

from dashboard.layouts.layout import GEOGRAPHY, Layout, fit
from dashboard.layouts.theatres import theatres_on_paper
from dashboard.ui.geography import DrawnBoard, on_paper

WHOLE = 359
"""Degrees of longitude that a board shows which goes around the world."""


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
