"""What is known for certain of every title's map.geojson: it agrees with the title's tables, and d3 can draw it."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
import shapely

from dashboard.maps.build import disagreements
from engine.title.model import Area
from engine.titles import Title, load_title, titles

DRAWN = [slug for slug in titles() if (load_title(slug).folder / "map.geojson").is_file()]
pytestmark = pytest.mark.parametrize("slug", DRAWN)


@cache
def drawn(slug: str) -> dict[str, Any]:
    """The map of a title, read when a test asks: whoever collects the tests need not."""
    return json.loads((load_title(slug).folder / "map.geojson").read_text(encoding="utf-8"))


@cache
def shapes_of(slug: str) -> dict[str, dict[str, Any]]:
    """The features of a map by their areas."""
    return {feature["id"]: feature for feature in drawn(slug)["features"]}


def places(slug: str) -> dict[str, Area]:
    """A title's areas that are places on the board: boxes are not."""
    return {area: row for area, row in load_title(slug).areas.items() if row.kind != "box"}


def shape(slug: str, area: str) -> shapely.MultiPolygon:
    return shapely.from_geojson(json.dumps(shapes_of(slug)[area]["geometry"]))


def test_map_has_every_area_once_and_says_its_kind(slug: str) -> None:
    areas = places(slug)
    assert [feature["id"] for feature in drawn(slug)["features"]] == list(areas)
    kinds = {area: shapes_of(slug)[area]["properties"]["kind"] for area in areas}
    assert kinds == {area: row.kind for area, row in areas.items()}


def test_rings_are_closed_and_wound_for_d3(slug: str) -> None:
    for area in shapes_of(slug):
        assert shapes_of(slug)[area]["geometry"]["type"] == "MultiPolygon", area
        assert shapes_of(slug)[area]["geometry"]["coordinates"], area
        for outer, *holes in shapes_of(slug)[area]["geometry"]["coordinates"]:
            assert outer[0] == outer[-1] and len(outer) >= 4, area
            assert twice_area(outer) < 0, area
            assert all(twice_area(hole) > 0 for hole in holes), area


def twice_area(ring: list[list[float]]) -> float:
    """Positive when the ring runs counter-clockwise."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise(ring))


def test_an_areas_own_point_lies_on_it(slug: str) -> None:
    west = -180 - drawn(slug)["rotate"][0]
    outside = []
    for area, row in places(slug).items():
        assert row.lon is not None and row.lat is not None, area
        if not shape(slug, area).covers(shapely.Point((row.lon - west) % 360 + west, row.lat)):
            outside.append(area)
    assert outside == []


def test_no_two_areas_stand_in_one_place(slug: str) -> None:
    points = [(row.lon, row.lat) for row in places(slug).values()]
    assert len(set(points)) == len(points)


def test_nothing_jumps_across_the_map(slug: str) -> None:
    rings = [ring for feature in shapes_of(slug).values() for polygon in feature["geometry"]["coordinates"] for ring in polygon]
    assert max(abs(x1 - x0) for ring in rings for (x0, _), (x1, _) in pairwise(ring)) < 20


def test_map_is_small(slug: str) -> None:
    title = load_title(slug)
    assert (title.folder / "map.geojson").stat().st_size < 1_400 * len(title.areas)


def test_shapes_are_valid(slug: str) -> None:
    shapes = {area: shape(slug, area) for area in shapes_of(slug)}
    assert {area: shapely.is_valid_reason(one) for area, one in shapes.items() if not one.is_valid} == {}


def test_areas_do_not_lie_on_each_other(slug: str) -> None:
    shapes = [shape(slug, area) for area in shapes_of(slug)]
    shared_ground = sum(one.area for one in shapes) - shapely.unary_union(shapes).area
    assert shared_ground < 5  # square degrees of 47,000: what rounding to 0.1 degree leaves along the borders


def test_linked_areas_touch_on_the_map_except_across_straits_canals_and_double_arrows(slug: str) -> None:
    title: Title = load_title(slug)
    lines = disagreements(title.folder, {area: shape(slug, area) for area in shapes_of(slug)})
    apart = {line for line in lines if line.startswith("linked, not touching")}
    parted = [
        *(link for link in title.links if link.passage),
        *(b for b in title.borders if b.border == "double-arrow"),
    ]
    pairs = (sorted((one.area, one.to)) for one in parted)
    assert apart <= {f"linked, not touching: {one} - {two}" for one, two in pairs}
