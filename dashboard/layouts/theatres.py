"""Theatres: the parts of the world that a map offers to look at, and where they lie on it."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from dashboard.layouts.layout import Corners
from dashboard.ui.geography import on_paper

FILE = Path(__file__).with_name("theatres.csv")
FEWEST = 6
"""Areas that lie in a theatre which a map offers."""
ROUND = 360.0


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
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return tuple(
        Theatre(row["theatre"], *(float(row[edge]) for edge in ("west", "south", "east", "north"))) for row in rows
    )


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
