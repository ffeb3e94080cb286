"""Where sea zones lie of which nothing is known but their neighbours: on water, near the coasts and seas that they touch."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import numpy as np
from shapely import STRtree, distance, points
from shapely.geometry.base import BaseGeometry

from dashboard.maps.seeds import Seed
from dashboard.maps.window import Window

STEP = 2.0
"""Degrees between the places on water that are tried."""
COAST = 2.6
"""Degrees from a coast at which a place on water belongs to a sea zone that touches that land."""
STRANGE = 3.0
"""Degrees of way for which a coast nearby counts that the sea zone does not touch."""
OFFSHORE = 2.2
"""Degrees from its coasts at which a sea zone lies best: an island that is drawn larger than it is would cover it."""
APART = 3.0
"""Degrees that sea zones are apart where there is room."""
ROOM = 2.4
"""Degrees around the main point of a sea zone that are its own."""
ROUNDS = 2


@dataclass
class Waters:
    """Places on water, with the land near each; `placed` grows as sea zones find theirs."""

    window: Window
    land: Mapping[str, BaseGeometry]
    spots: np.ndarray = field(init=False)
    near: list[frozenset[str]] = field(init=False)
    _away: dict[str, np.ndarray] = field(init=False, default_factory=dict)
    _apart: dict[tuple[float, float], np.ndarray] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Find the places and what lies near each."""
        names, shapes = list(self.land), list(self.land.values())
        west, south, east, north = self.window.frame.bounds
        lon, lat = np.meshgrid(np.arange(west + 1, east, STEP), np.arange(south + 1, north, STEP))
        grid = np.column_stack([lon.ravel(), lat.ravel()])
        tree, dots = STRtree(shapes), points(grid)
        wet = np.ones(len(grid), dtype=bool)
        wet[tree.query(dots, predicate="intersects")[0]] = False
        self.spots = grid[wet]
        self._dots = dots[wet]
        near: list[set[str]] = [set() for _ in self.spots]
        for spot, at in zip(*tree.query(self._dots, predicate="dwithin", distance=COAST), strict=True):
            near[spot].add(names[at])
        self.near = [frozenset(found) for found in near]

    def away(self, area: str) -> np.ndarray:
        """Return how far each place is from an area of land, in degrees."""
        if area not in self._away:
            self._away[area] = distance(self.land[area], self._dots)
        return self._away[area]

    def apart(self, place: np.ndarray) -> np.ndarray:
        """Return how far each place is from another one, in degrees at their latitude, the short way around the world."""
        key = (float(place[0]), float(place[1]))
        if key not in self._apart:
            across = np.abs(self.spots[:, 0] - place[0])
            middle = np.radians(np.clip((self.spots[:, 1] + place[1]) / 2, -80, 80))
            across = np.minimum(across, 360 - across) * np.cos(middle)
            self._apart[key] = np.hypot(across, self.spots[:, 1] - place[1])
        return self._apart[key]

    def strange(self, beside: frozenset[str]) -> np.ndarray:
        """Return how many areas of land lie near each place that are not among `beside`."""
        return np.array([len(near - beside) for near in self.near])


def sea_seeds(
    seas: Collection[str],
    links: Mapping[str, frozenset[str]],
    known: Mapping[str, list[Seed]],
    land: Mapping[str, BaseGeometry],
    window: Window,
) -> dict[str, list[Seed]]:
    """Return the seeds of sea zones: a main one each, and those along the coasts that it touches.

    Args:
        seas: all sea zones of the map. links: neighbours of its areas. known: seeds of those sea zones that are known otherwise.
        land: the shapes of the map's land, in degrees inside the window. window: what is drawn.
    """
    if not seas:
        return {}
    waters = Waters(window, land)
    placed = {sea: np.array([window.lon(seeds[0].lon), seeds[0].lat]) for sea, seeds in known.items()}
    loose = [sea for sea in seas if sea not in placed]
    for _ in range(ROUNDS):
        for sea in _in_turn(loose, links, land, placed):
            others = {other: place for other, place in placed.items() if other != sea}
            placed[sea] = _best(sea, links, waters, others)
    found = {sea: list(seeds) for sea, seeds in known.items()}
    for sea in loose:
        found[sea] = [Seed(sea, "sea", float(placed[sea][0]), float(placed[sea][1]))]
    for sea, spot in _along_coasts(seas, links, waters, placed):
        if sea in loose:
            found[sea].append(Seed(sea, "sea", float(spot[0]), float(spot[1])))
    return found


def _in_turn(loose: list[str], links: Mapping[str, frozenset[str]], land: Collection[str], placed: Mapping[str, np.ndarray]) -> list[str]:
    """Return sea zones in the order in which they are placed: those with most coasts first, then most neighbours."""
    waiting, order, done = list(loose), [], set(placed)
    while waiting:
        best = max(
            waiting,
            key=lambda sea: (len(links.get(sea, frozenset()) & set(land)), len(links.get(sea, frozenset()) & done)),
        )
        waiting.remove(best)
        order.append(best)
        done.add(best)
    return order


def _best(sea: str, links: Mapping[str, frozenset[str]], waters: Waters, placed: Mapping[str, np.ndarray]) -> np.ndarray:
    """Return the place on water at which a sea zone lies nearest to all its neighbours, and not on another sea zone."""
    beside = links.get(sea, frozenset())
    coasts, seas = [area for area in beside if area in waters.land], [other for other in beside if other in placed]
    cost = np.zeros(len(waters.spots))
    for area in coasts:
        cost += np.abs(waters.away(area) - OFFSHORE) / len(coasts)
    for other in seas:
        cost += waters.apart(placed[other]) / len(seas) * (0.4 if coasts else 1.0)
    if not coasts and not seas:
        cost += waters.apart(np.array([waters.window.lon(-140.0), -50.0]))
    cost += STRANGE * waters.strange(beside) / 2
    for place in placed.values():
        cost += np.where(waters.apart(place) < APART, 50.0, 0.0)
    return np.asarray(waters.spots[int(cost.argmin())])


def _along_coasts(
    seas: Collection[str], links: Mapping[str, frozenset[str]], waters: Waters, placed: Mapping[str, np.ndarray]
) -> list[tuple[str, np.ndarray]]:
    """Return places along coasts, each with the sea zone it belongs to: one that touches most of the land near it, the nearest of these."""
    names = list(seas)
    apart = np.array([waters.apart(placed[sea]) for sea in names])
    touched = [links.get(sea, frozenset()) for sea in names]
    found = []
    for spot, near in enumerate(waters.near):
        if not near:
            continue
        score = [STRANGE * (len(near & beside) - len(near - beside)) - apart[at][spot] / 2 for at, beside in enumerate(touched)]
        best = int(np.argmax(score))
        others = np.delete(apart[:, spot], best)
        if near & touched[best] and (others > ROOM).all():
            found.append((names[best], waters.spots[spot]))
    return found
