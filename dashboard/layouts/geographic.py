"""The layout of a title with coordinates: its drawn board, projected."""

from __future__ import annotations

import numpy as np
import polars as pl

from dashboard.layouts.layout import GEOGRAPHY, Layout, fit
from dashboard.ui.geography import DrawnBoard, natural_earth


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
        rings = [_projected(board, ring) for polygon in feature["geometry"]["coordinates"] for ring in polygon]
        outlines[area] = [ring for ring in rings if len(ring) > 2]
        lon, lat = spots[area]
        known = None not in (lon, lat)
        points[area] = (
            tuple(_projected(board, [[(lon - board.west) % 360 + board.west, lat]])[0])
            if known
            else tuple(max(outlines[area], key=len).mean(axis=0))
        )
    return fit(GEOGRAPHY, outlines, points)


def _projected(board: DrawnBoard, ring: list[list[float]]) -> np.ndarray:
    turned = [natural_earth(lon + board.rotate[0], lat) for lon, lat in ring]
    return np.array([(x, -y) for x, y in turned])
