"""Where places lie whose names many maps share: the areas of our titles, and those of `gazetteer.csv`.

A place has a name, other spellings of it, and a point. Sea zones have none: their numbers differ from map to map, so that their neighbours
say where they lie (`sea_seeds.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from engine.shipped import csv_rows
from engine.titles import load_title, titles

_SAYS_NOTHING = re.compile(r"^the-|-(islands?|isles?|is|s-s-r|ssr|territory|province|state|republic)$")
"""Parts of a name that one map writes and another leaves out."""

Lookup = dict[str, tuple[float, float]]


@lru_cache(maxsize=1)
def places() -> Lookup:
    """Return (lon, lat) in degrees by slug, of land."""
    ours = {
        slug: (area.lon, area.lat)
        for title in map(load_title, titles())
        for slug, area in title.areas.items()
        if area.kind == "land" and area.lon is not None and area.lat is not None
    }
    return {name: ours.get(place, point) for place, name, point in _listed()} | ours


def find(slug: str) -> tuple[float, float] | None:
    """Return (lon, lat) of a place by its slug, by one of its other spellings, or by what of its name says something; None when unknown."""
    return places().get(slug) or _by_core().get(core(slug))


def core(slug: str) -> str:
    """Return what of a name says something: `solomon` of `the-solomon-islands`."""
    kept = _SAYS_NOTHING.sub("", slug)
    return core(kept) if kept != slug else slug


@lru_cache(maxsize=1)
def _by_core() -> Lookup:
    return {core(slug): place for slug, place in reversed(places().items())}


def _listed() -> Iterator[tuple[str, str, tuple[float, float]]]:
    """Yield a place, one of its names, and its point."""
    for row in csv_rows("dashboard.layouts", "gazetteer.csv"):
        for name in (row["place"], *row["variants"].split()):
            yield row["place"], name, (float(row["lon"]), float(row["lat"]))
