"""The drawn board of a title, where it has one: its GeoJSON, and how it is projected."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from math import radians
from pathlib import Path
from typing import Any

from engine.errors import TitleError
from engine.titles import load_title


@dataclass(frozen=True)
class DrawnBoard:
    """A drawn board.

    Attributes:
        features: GeoJSON features, `id` an area's slug; exteriors clockwise, as d3 wants them.
        rotate: rotation of the projection that puts its cut where the board is cut.
    """

    features: list[dict[str, Any]]
    rotate: tuple[float, ...]

    @property
    def west(self) -> float:
        """Longitude of the cut, where the board begins: markers belong between it and it plus 360."""
        return -180.0 - self.rotate[0]

    def areas(self) -> frozenset[str]:
        """Return the areas that are drawn."""
        return frozenset(feature["id"] for feature in self.features)


def load_board(title: str) -> DrawnBoard | None:
    """Return the board of a title, or None when it is no title that ships with Sitrep or has no map."""
    try:
        folder = load_title(title).folder
    except TitleError:
        return None
    path = folder / "map.geojson" if folder else None
    return read_board(path) if path and path.is_file() else None


@lru_cache(maxsize=8)
def read_board(path: Path) -> DrawnBoard:
    """Read a map that dashboard/maps drew."""
    drawn = json.loads(path.read_text(encoding="utf-8"))
    return DrawnBoard(drawn["features"], tuple(drawn.get("rotate", (0, 0, 0))))


def on_paper(lon: float, lat: float) -> tuple[float, float]:
    """Return where the cylindrical projection of Patterson (2014) puts a point, before any scale (y grows upwards).

    Meridians are straight, so that the map can go around the world; of such projections it keeps the north legible without Mercator's size.
    The polynomial is that of Patterson, Šavrič and Jenny (2015).
    """
    y = radians(lat)
    y2 = y * y
    y4 = y2 * y2
    return radians(lon), y * (1.0148 + y4 * (0.23185 + y2 * (-0.14499 + y2 * 0.02406)))
