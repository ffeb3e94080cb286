"""The layout of a TripleA map folder: its `polygons.txt` and `centers.txt`, as its makers drew them.

A line of `polygons.txt` is a territory's name and one or more polygons: `Egypt  <  (10,20) (30,20) (30,40) >  <  ... >`.
A line of `centers.txt` is a name and a point: `Egypt  (20,30)`. A map that scrolls around may have polygons of one
territory at both of its edges.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import polars as pl

from dashboard.layouts.gazetteer import find
from dashboard.layouts.layout import POLYGONS, Layout, fit
from dashboard.layouts.simplify import simplify
from dashboard.layouts.theatres import theatres_of_points
from engine.errors import SitrepError

_POINT = re.compile(r"\(\s*(-?[0-9]+)\s*,\s*(-?[0-9]+)\s*\)")
_LARGE = re.compile(r"[0-9]{8}")
"""In a number of so many digits there is no pixel: the largest maps are 20,000 wide."""
FILE, RING, RINGS = 16 << 20, 20_000, 20_000
"""Bytes of a file, points of a polygon, and polygons of a file, at most; the largest maps have a tenth of each."""
POINTS = 500_000
"""Points of a file, at most; Global 1940 has 115,000."""
_SEA = re.compile(r"sea zone|^sz ?\d", re.IGNORECASE)
TOLERANCE = 1 / 5000
"""Of a map's width: how far an outline may stray when needless points are left out."""


class MapError(SitrepError):
    """A map folder cannot be read."""


@dataclass(frozen=True)
class MapFolder:
    """A map folder as it was read: polygons and centres by territory, in pixels of the map.

    `around` is the width of a map that goes around the world, 0 for any other.
    """

    path: Path
    polygons: dict[str, list[np.ndarray]]
    centers: dict[str, tuple[float, float]]
    around: float = 0

    def share(self, areas: pl.DataFrame) -> float:
        """Return which share of a title's areas, by their TripleA names, is drawn here: 0 to 1."""
        names = [name for name in areas["triplea"] if name]
        return sum(name in self.polygons for name in names) / len(names) if names else 0.0


def from_polygons(folder: MapFolder, areas: pl.DataFrame) -> Layout:
    """Return the layout of a title's areas on a map; those that it does not draw are left out.

    Land of the map that is no area of the title, as a turn summary may never name it, is drawn as ground.

    Args:
        folder: the map. areas: the lake's `title_areas` of a game: area, triplea.
    """
    drawn = {area: name for area, name in areas.select("area", "triplea").iter_rows() if name in folder.polygons}
    outlines = {area: folder.polygons[name] for area, name in drawn.items()}
    points = {area: folder.centers.get(name) or _middle(folder.polygons[name]) for area, name in drawn.items()}
    rest = [name for name in folder.polygons if name not in drawn.values() and not _SEA.search(name)]
    land = areas.filter(pl.col("kind") != "sea")["area"] if "kind" in areas.columns else areas["area"]
    known = {area: place for area in land if area in points and (place := find(area))}
    theatres = theatres_of_points({area: points[area] for area in known}, known, folder.around)
    return fit(POLYGONS, outlines, points, [ring for name in rest for ring in folder.polygons[name]], theatres, folder.around)


@lru_cache(maxsize=32)
def read_folder(path: Path) -> MapFolder:
    """Read a TripleA map folder: the one that holds `polygons.txt`.

    Raises:
        MapError: a file is missing, or a line of it is no polygon or centre; it says which.
    """
    polygons = _polygons(path / "polygons.txt")
    wide = max((float(ring[:, 0].max()) for rings in polygons.values() for ring in rings), default=1.0)
    rings = {name: [simplify(ring, wide * TOLERANCE) for ring in rings] for name, rings in polygons.items()}
    return MapFolder(path, rings, read_centers(path / "centers.txt"), _around(path / "map.properties"))


def _around(path: Path) -> float:
    """Return the width of a map that scrolls around, in pixels; 0 where its properties do not say both."""
    said = dict(line.split("=", 1) for line in _lines(path) if "=" in line) if path.is_file() else {}
    width, scrolls = said.get("map.width", "").strip(), said.get("map.scrollWrapX", "true").strip().lower()
    if width and not re.fullmatch(r"[0-9]{1,7}", width):
        raise MapError(f"{path}: map.width={width[:60]}; expected pixels, such as 3500; download the map again in TripleA")
    return float(width) if width and scrolls == "true" else 0.0


def _polygons(path: Path) -> dict[str, list[np.ndarray]]:
    found: dict[str, list[np.ndarray]] = {}
    points = 0
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        name, mark, rest = line.partition("<")
        told = mark and name.strip() and not _LARGE.search(rest)
        rings = _rings(rest, RINGS - sum(map(len, found.values()))) if told else []
        if not rings:
            raise MapError(
                f"{path}:{number}: not a territory with polygons; found {line[:60].strip()!r}, "
                "expected `Name < (x,y) (x,y) (x,y) >`; download the map again in TripleA"
            )
        points += sum(map(len, rings))
        if points > POINTS:
            raise MapError(
                f"{path}:{number}: more than {POINTS:,} points in one map; expected an outline of each territory; "
                "download the map again in TripleA"
            )
        found.setdefault(name.strip(), []).extend(rings)
    if not found:
        raise MapError(f"{path}: empty; expected one line per territory; download the map again in TripleA")
    return found


def _rings(text: str, most: int) -> list[np.ndarray]:
    """Return the polygons of a line, parted by `<`; none where one of them is none, or where they are more than `most`."""
    found: list[np.ndarray] = []
    if text.count("<") >= most:
        return found
    for part in text.split("<"):
        ring = np.array(_POINT.findall(part), dtype=float).reshape(-1, 2)
        if not 3 <= len(ring) <= RING:
            return []
        found.append(ring)
    return found


def read_centers(path: Path) -> dict[str, tuple[float, float]]:
    """Return the centre of each territory of a `centers.txt`; none where there is no such file.

    Raises:
        MapError: a line of it is no centre; it says which.
    """
    found = {}
    for number, line in enumerate(_lines(path) if path.is_file() else (), start=1):
        if not line.strip():
            continue
        name, _, point = line.strip().rpartition("(")
        if not name.strip() or _LARGE.search(point) or (read := _POINT.fullmatch(f"({point}")) is None:
            raise MapError(
                f"{path}:{number}: not a territory with a centre; found {line[:60].strip()!r}, expected `Name (x,y)`; "
                "download the map again in TripleA"
            )
        found[name.strip()] = (float(read[1]), float(read[2]))
    return found


def _lines(path: Path) -> list[str]:
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for
            raise MapError(f"{path}: not a file; expected the map folder's file, as TripleA downloads it")
        if path.stat().st_size > FILE:
            raise MapError(f"{path}: more than {FILE >> 20} MiB; expected the map folder's file, as TripleA downloads it")
        return path.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    except OSError as error:
        raise MapError(f"{path}: {error.strerror or error}; expected the map folder's file, as TripleA downloads it") from error


def _middle(rings: list[np.ndarray]) -> tuple[float, float]:
    """Return the middle of the largest ring."""
    largest = max(rings, key=lambda ring: float(np.prod(np.ptp(ring, axis=0))))
    x, y = largest.mean(axis=0)
    return float(x), float(y)
