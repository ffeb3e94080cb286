"""Theatres: the parts of the world that a map offers to look at, and where they lie on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from dashboard.layouts.layout import Corners
from dashboard.ui.geography import on_paper
from engine.shipped import csv_rows

FEWEST = 6
"""Areas that lie in a theatre which a map offers."""
ROUND = 360.0
EDGE = 0.05
"""Margin around the areas of a theatre, of its longer side."""


class Theatre(NamedTuple):
    """A part of the world, in degrees; `east` may lie beyond 180."""

    name: str
    west: float
    south: float
    east: float
    north: float

    def holds(self, lon: float, lat: float) -> bool:
        """Return whether a place lies in it."""
        return self.south <= lat <= self.north and (lon - self.west) % ROUND <= self.east - self.west


@lru_cache(maxsize=1)
def theatres() -> tuple[Theatre, ...]:
    """Return the theatres of this war, from `theatres.csv`."""
    rows = csv_rows("dashboard.layouts", "theatres.csv")
    return tuple(Theatre(row["theatre"], *(float(row[edge]) for edge in ("west", "south", "east", "north"))) for row in rows)


def theatres_on_paper(places: Iterable[tuple[float, float]], west: float) -> dict[str, Corners]:
    """Return where theatres lie on a map of the world, by name; none where the map holds fewer than two of them.

    Args:
        places: (lon, lat) of the map's areas, in degrees. west: meridian at which the map is cut.
    """
    known = list(places)
    held = [theatre for theatre in theatres() if sum(theatre.holds(*place) for place in known) >= FEWEST]
    if len(held) < 2:
        return {}
    found = {}
    for theatre in held:
        start = (theatre.west - west) % ROUND + west
        left, top = on_paper(start, theatre.north)
        right, bottom = on_paper(start + theatre.east - theatre.west, theatre.south)
        found[theatre.name] = (left, -top, right, -bottom)
    return found


def theatres_of_points(
    points: Mapping[str, tuple[float, float]], places: Mapping[str, tuple[float, float]], around: float
) -> dict[str, Corners]:
    """Return where theatres lie on a map that somebody else drew, by name: around those of its areas that lie in them.

    Args:
        points: areas to where they are on the map, y growing downwards. places: the same areas to (lon, lat). around: width of a map
            that goes around the world, else 0.
    """
    held = {theatre.name: [points[area] for area, place in places.items() if theatre.holds(*place)] for theatre in theatres()}
    held = {name: found for name, found in held.items() if len(found) >= FEWEST}
    return {name: _around_points(found, around) for name, found in held.items()} if len(held) > 1 else {}


def _around_points(points: Sequence[tuple[float, float]], around: float) -> Corners:
    """Return the corners around points, with a margin; around the world they begin after the widest gap between them."""
    across, down = sorted(x for x, _ in points), [y for _, y in points]
    if around:
        gaps = [after - before for before, after in pairwise([*across, across[0] + around])]
        start = (gaps.index(max(gaps)) + 1) % len(across)
        across = across[start:] + [x + around for x in across[:start]]
    margin = EDGE * max(across[-1] - across[0], max(down) - min(down))
    return across[0] - margin, min(down) - margin, across[-1] + margin, max(down) + margin
