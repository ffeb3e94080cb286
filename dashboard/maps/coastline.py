"""The coastline of Natural Earth, read from the npm package `world-atlas`, as one flat shape of the wanted window."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from shapely import MultiPolygon, Polygon, from_geojson, make_valid, set_precision, to_geojson, unary_union
from shapely.geometry.base import BaseGeometry

from dashboard.maps.window import WORLD, Window, polygon_of_ring

PACKAGE = "world-atlas@2.0.2"
MEMBER = "package/land-50m.json"


Topology = dict[str, Any]
"""What a TopoJSON file holds; its object `land` has the shapes."""


def fetch_topology() -> Topology:
    """Return the land topology of the package, fetched with `npm pack` into a folder that is thrown away.

    Raises:
        FileNotFoundError: npm is not on this machine.
        subprocess.CalledProcessError: the package could not be fetched.
    """
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", PACKAGE, "--silent"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        archive = next(Path(folder).glob("*.tgz"))
        with tarfile.open(archive) as tar:
            member = tar.extractfile(MEMBER)
            if member is None:
                raise FileNotFoundError(f"{PACKAGE} has no file {MEMBER}")
            return dict(json.load(member))


def load_topology(path: Path | None) -> Topology:
    """Return the topology of a TopoJSON file, or of the package when no file is given."""
    return fetch_topology() if path is None else json.loads(path.read_text(encoding="utf-8"))


def land(topology: Topology, window: Window, tolerance: float, least: float) -> BaseGeometry:
    """Return the land inside the window.

    Args:
        topology: TopoJSON with an object `land`.
        window: where the map is cut, in degrees.
        tolerance: how far a simplified coast may lie from the true one, in degrees.
        least: pieces smaller than this many square degrees, scaled to the equator, are left out.
    """
    pieces = [piece for rings in _rings(topology) for piece in _pieces(rings, window)]
    whole = unary_union(pieces).simplify(tolerance)
    return MultiPolygon([p for p in parts(make_valid(whole)) if true_area(p) >= least])


def parts(shape: BaseGeometry) -> list[Polygon]:
    """Return the polygons of a shape, without its points and lines."""
    if isinstance(shape, Polygon):
        return [] if shape.is_empty else [shape]
    return [polygon for part in getattr(shape, "geoms", ()) for polygon in parts(part)]


def true_area(shape: BaseGeometry) -> float:
    """Return a shape's area in square degrees as they are at the equator."""
    if shape.is_empty:
        return 0.0
    return float(shape.area * np.cos(np.radians(shape.centroid.y)))


def _rings(topology: Topology) -> list[list[np.ndarray]]:
    """Return every polygon as its rings of lon, lat; a ring may jump from +180 to -180."""
    scale, shift = (np.array(topology["transform"][key]) for key in ("scale", "translate"))
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + shift for arc in topology["arcs"]]

    def ring(indexes: list[int]) -> np.ndarray:
        # A negative index means the arc with that one's complement, walked backwards.
        return np.vstack([arcs[i] if i >= 0 else arcs[~i][::-1] for i in indexes])

    shapes = [shape for shape in topology["objects"]["land"]["geometries"] if shape["type"] == "MultiPolygon"]
    return [[ring(indexes) for indexes in polygon] for shape in shapes for polygon in shape["arcs"]]


def _pieces(rings: list[np.ndarray], window: Window) -> list[Polygon]:
    outer, *holes = (polygon_of_ring(ring) for ring in rings)
    shape = make_valid(outer)
    for hole in holes:
        shape = shape.difference(make_valid(hole))
    return parts(window.cut(shape))


LAND = Path(__file__).with_name("land.geojson")
"""The land of the world as it is shipped: what maps without a board of their own are drawn on."""
TOLERANCE, LEAST, GRID = 0.12, 0.1, 0.05
"""Of the shipped land: simplification, smallest island (square degrees) and step of coordinates, in degrees."""


def write_land(coastline: Path | None = None) -> None:
    """Write the land that is shipped, from the package or from a TopoJSON file."""
    shape = land(load_topology(coastline), WORLD, TOLERANCE, LEAST)
    LAND.write_text(to_geojson(set_precision(shape, GRID)) + "\n", encoding="utf-8", newline="\n")


@lru_cache(maxsize=1)
def shipped_land() -> BaseGeometry:
    """Return the land that is shipped, in the window of the world."""
    return from_geojson(LAND.read_text(encoding="utf-8"))


if __name__ == "__main__":
    write_land(Path(sys.argv[1]) if sys.argv[1:] else None)
