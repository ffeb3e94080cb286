"""Draw a title's board: `python -m dashboard.maps.build aa1942` writes engine/titles/aa1942/map.geojson."""

from __future__ import annotations

import argparse
import csv
import json
from dataclasses import fields
from pathlib import Path
from typing import Any

from shapely import MultiPolygon, STRtree, get_coordinates, unary_union
from shapely.affinity import translate

from dashboard.maps.board import Style, draw
from dashboard.maps.cells import grow
from dashboard.maps.coastline import PACKAGE, land, load_topology
from dashboard.maps.seeds import Seed, read_areas, read_hints
from dashboard.maps.window import Window
from engine.title.loader import folder_name

TITLES = Path(__file__).parents[2] / "engine" / "titles"
MEANS = {
    "grid": "step to which coordinates are rounded",
    "small": "smallest land area that is drawn without a disc",
    "radius": "radius of a disc in the open sea",
    "ashore": "radius of a disc that would cover other land",
    "speck": "smallest piece of an area that is kept",
}
"""What the parts of a Style are, for the help of the command line."""
NEAR = 0.15
"""Areas closer than this many degrees count as touching: rounding may part neighbours."""


def main(arguments: list[str] | None = None) -> None:
    """Draw the board that the command line names, and say how well it agrees with the title's links."""
    options = _options(arguments)
    name = folder_name(options.title)
    folder = TITLES / name
    window = Window(west=options.west, south=options.south, north=options.north, width=options.width)
    areas = read_areas(folder)
    coast = land(load_topology(options.coastline), window, tolerance=options.tolerance, least=options.least)
    shapes = draw(areas, read_hints(name, areas), coast, window, _style(options), grow)
    target = folder / "map.geojson"
    target.write_text(to_geojson(areas, shapes, window), encoding="utf-8", newline="\n")
    points = sum(len(get_coordinates(shape)) for shape in shapes.values())
    print(f"{target}: {len(shapes)} areas, {points} points, {target.stat().st_size / 1000:.0f} kB")
    for line in disagreements(folder, shapes):
        print(line)


def to_geojson(areas: list[Seed], shapes: dict[str, MultiPolygon], window: Window) -> str:
    """Return the board as GeoJSON text, one feature a line.

    Longitudes run on past 180 as in the window. The member `rotate` is the rotation of a d3 projection whose
    own cut falls on the window's, so that no border is drawn along it.
    """
    features = [json.dumps(_feature(seed, shapes[seed.area]), separators=(",", ":")) for seed in areas]
    head = json.dumps({"type": "FeatureCollection", "rotate": window.rotate}, separators=(",", ":"))
    return head[:-1] + ',"features":[\n' + ",\n".join(features) + "\n]}\n"


def disagreements(folder: Path, shapes: dict[str, MultiPolygon]) -> list[str]:
    """Return a line for every link whose areas do not touch on the map, and every touch of areas that are not linked."""
    with (folder / "links.csv").open(encoding="utf-8", newline="") as file:
        linked = {frozenset((row["area"], row["to"])) for row in csv.DictReader(file)}
    touching = _touching(shapes)
    apart = sorted(" - ".join(sorted(pair)) for pair in linked - touching)
    extra = sorted(" - ".join(sorted(pair)) for pair in touching - linked)
    return [f"linked, not touching: {pair}" for pair in apart] + [f"touching, not linked: {pair}" for pair in extra]


def _touching(shapes: dict[str, MultiPolygon]) -> set[frozenset[str]]:
    """Return the pairs of areas with a common border, more than a corner, also across the cut of the map."""
    names = list(shapes)
    turned = [unary_union([shape, translate(shape, xoff=360)]) for shape in shapes.values()]
    borders, near = [shape.boundary for shape in turned], [shape.buffer(NEAR) for shape in turned]
    pairs = zip(*STRtree(near).query(borders, predicate="intersects"), strict=True)
    return {frozenset((names[i], names[j])) for i, j in pairs if i != j and borders[i].intersection(near[j]).length > 4 * NEAR}


def _feature(seed: Seed, shape: MultiPolygon) -> dict[str, Any]:
    rings = [[_ring(ring.coords) for ring in (p.exterior, *p.interiors)] for p in shape.geoms]
    return {
        "type": "Feature",
        "id": seed.area,
        "properties": {"kind": seed.kind},
        "geometry": {"type": "MultiPolygon", "coordinates": rings},
    }


def _ring(coords: list[tuple[float, ...]]) -> list[list[float]]:
    return [[_short(x), _short(y)] for x, y in coords]


def _short(value: float) -> float | int:
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m dashboard.maps.build", description=__doc__)
    parser.add_argument("title", help="slug of a title")
    parser.add_argument("--coastline", type=Path, help=f"TopoJSON file with an object `land`; default: fetch npm {PACKAGE}")
    parser.add_argument("--west", type=float, default=-169.0, help="meridian where the map is cut (default %(default)s)")
    parser.add_argument("--width", type=float, default=360.0, help="degrees from west to east (default %(default)s)")
    parser.add_argument("--south", type=float, default=-58.0, help="southern edge (default %(default)s)")
    parser.add_argument("--north", type=float, default=75.0, help="northern edge (default %(default)s)")
    parser.add_argument("--tolerance", type=float, default=0.2, help="simplification in degrees (default %(default)s)")
    parser.add_argument("--least", type=float, default=0.5, help="smallest island, square degrees (default %(default)s)")
    for field in fields(Style):
        about = f"in degrees at the equator, {MEANS[field.name]} (default %(default)s)"
        parser.add_argument(f"--{field.name}", type=float, default=field.default, help=about)
    return parser.parse_args(arguments)


def _style(options: argparse.Namespace) -> Style:
    return Style(**{field.name: getattr(options, field.name) for field in fields(Style)})


if __name__ == "__main__":
    main()
