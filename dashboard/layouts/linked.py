"""The layout of a title of which nothing is known but which areas touch, or their points on a map."""

from __future__ import annotations

from math import ceil

import numpy as np
import polars as pl

from dashboard.layouts.cells import cells, even
from dashboard.layouts.layout import LINKS, ORDER, POINTS, Layout, fit
from dashboard.layouts.stress import place_nodes, steps_between
from ingest.vassal.title import POINTED

EVEN = 24
"""Rounds in which cells are made alike in size."""
REACH = 0.85
"""How far a cell goes at the board's edge, in mean distances between neighbours."""

MOST = 1_000
"""Areas that are laid out by their links: it takes time with the cube of their number, and memory with the square. A save of 3,000
took two minutes and 2 GiB of whoever looked at it."""


def from_links(areas: pl.DataFrame, links: pl.DataFrame) -> Layout:
    """Return a layout in which areas that are linked lie beside each other as far as paper allows.

    Args:
        areas: the lake's `title_areas` of a game: area, kind. links: area, other; areas that none names get a place too.
    """
    names = areas["area"].to_list()
    if not names:
        return fit(LINKS, {}, {})
    if len(names) > MOST:
        return _in_order(names)
    points = _points(len(names), _pairs(names, links))
    points = even(_parted(points), _spacing(points) * REACH, EVEN)
    rings = cells(points, _spacing(points) * REACH)
    return fit(
        LINKS,
        {name: [rings[at]] for at, name in enumerate(names)},
        {name: (float(points[at][0]), float(points[at][1])) for at, name in enumerate(names)},
    )


def _points(count: int, pairs: list[tuple[int, int]]) -> np.ndarray:
    """Return a point an area: those that no link names stand in a row below the others, not far out where nothing draws them."""
    linked = sorted({at for pair in pairs for at in pair})
    if not linked or len(linked) == count:
        return place_nodes(steps_between(count, pairs))
    number = {at: place for place, at in enumerate(linked)}
    grown = place_nodes(steps_between(len(linked), [(number[one], number[two]) for one, two in pairs]))
    apart, low = _spacing(grown), grown.min(axis=0)
    alone = np.arange(count - len(linked))
    across = max(int(np.ptp(grown[:, 0]) // apart), 1)
    points = np.empty((count, 2))
    points[linked] = grown
    points[sorted(set(range(count)) - set(linked))] = np.column_stack(
        [low[0] + apart * (alone % across), grown[:, 1].max() + apart * (1.5 + alone // across)]
    )
    return points


def has_points(areas: pl.DataFrame) -> bool:
    """Return whether every area lies at a point of the map that was played on, as a VASSAL module's do, and they are not too many."""
    pointed = "source" in areas.columns and (areas["source"] == POINTED).all()
    return pointed and 1 < areas.height <= MOST


def from_points(areas: pl.DataFrame) -> Layout:
    """Return a layout in which each area is what lies nearer to its point than to any other's.

    Args:
        areas: the lake's `title_areas` of a game, each with its point: area, lon, lat.
    """
    names = areas["area"].to_list()
    points = _parted(areas.select("lon", -pl.col("lat")).to_numpy().astype(float))
    rings = cells(points, _spacing(points) * REACH)
    return fit(
        POINTS,
        {name: [rings[at]] for at, name in enumerate(names)},
        {name: (float(points[at][0]), float(points[at][1])) for at, name in enumerate(names)},
    )


def _in_order(names: list[str]) -> Layout:
    """Return a layout of squares, line by line in the order of the list."""
    across = ceil((2 * len(names)) ** 0.5)  # twice as wide as high
    corners = np.array([(0.0, 0.0), (0.9, 0.0), (0.9, 0.9), (0.0, 0.9)])
    places = {name: np.array(divmod(at, across)[::-1], dtype=float) for at, name in enumerate(names)}
    return fit(
        ORDER,
        {name: [place + corners] for name, place in places.items()},
        {name: (float(x) + 0.45, float(y) + 0.45) for name, (x, y) in places.items()},
    )


def _pairs(names: list[str], links: pl.DataFrame) -> list[tuple[int, int]]:
    number = {name: at for at, name in enumerate(names)}
    return [
        (number[one], number[two])
        for one, two in links.select("area", "other").iter_rows()
        if one in number and two in number and one != two
    ]


def _parted(points: np.ndarray) -> np.ndarray:
    """Return points of which no two are the same: each goes its own small way, always the same one."""
    turn = np.arange(len(points)) * 2.399963  # the golden angle: neighbours in the list go different ways
    return np.asarray(points + 1e-4 * np.ptp(points, axis=0).max() * np.column_stack([np.cos(turn), np.sin(turn)]))


def _spacing(points: np.ndarray) -> float:
    """Return the mean distance of a point from its six nearest."""
    if len(points) < 2:
        return 1.0
    apart = np.sort(np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=2)), axis=1)
    return float(apart[:, 1:7].mean())
