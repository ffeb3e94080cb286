"""Where places lie whose names many maps share: the areas of our titles, and those of `gazetteer.csv`."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path

from engine.titles import load_title, titles

FILE = Path(__file__).with_name("gazetteer.csv")


@lru_cache(maxsize=1)
def places() -> dict[str, tuple[float, float]]:
    """Return (lon, lat) in degrees by slug; sea zones have none, their numbers differ from map to map."""
    ours = {
        slug: (area.lon, area.lat)
        for title in map(load_title, titles())
        for slug, area in title.areas.items()
        if area.kind == "land" and area.lon is not None and area.lat is not None
    }
    with FILE.open(encoding="utf-8", newline="") as file:
        return {row["place"]: (float(row["lon"]), float(row["lat"])) for row in csv.DictReader(file)} | ours
