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


def natural_earth(lon: float, lat: float) -> tuple[float, float]:
    """Return where the projection Natural Earth puts a point, before any scale (y grows upwards).

    The polynomial of Šavrič, Patterson and Jenny (2011), which d3 uses as geoNaturalEarth1.
    """
    x, y = radians(lon), radians(lat)
    y2 = y * y
    y4 = y2 * y2
    return (
        x * (0.8707 - 0.131979 * y2 + y4 * (-0.013791 + y4 * (0.003971 * y2 - 0.001529 * y4))),
        y * (1.007226 + y2 * (0.015085 + y4 * (-0.044475 + 0.028874 * y2 - 0.005916 * y4))),
    )
