"""The script that draws a board: the traps of the globe, and whom a place belongs to."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import shapely

from dashboard.maps import build, seeds
from dashboard.maps.board import Style, draw
from dashboard.maps.cells import grow
from dashboard.maps.seeds import Seed
from dashboard.maps.window import Window, polygon_of_ring

WORLD = Window(west=-169, south=-58, north=75)


def test_a_ring_over_the_antimeridian_stays_small() -> None:
    ring = np.array([(170, 60), (-170, 60), (-170, 70), (170, 70), (170, 60)], dtype=float)
    assert polygon_of_ring(ring).area == pytest.approx(20 * 10)


def test_a_ring_around_the_pole_is_closed_over_it() -> None:
    ring = np.array([(lon, 80.0) for lon in (0, 90, 180, -90, 0)])
    assert polygon_of_ring(ring).area == pytest.approx(360 * 10)


def test_a_shape_over_the_cut_falls_on_both_edges() -> None:
    cut = WORLD.cut(shapely.box(-175, 0, -165, 10))
    assert cut.area == pytest.approx(10 * 10, rel=0.02)
    assert cut.bounds[0] == pytest.approx(-169, abs=0.1)
    assert cut.bounds[2] == pytest.approx(191, abs=0.1)


def test_rotation_puts_a_projections_cut_on_the_windows() -> None:
    assert WORLD.rotate == [-11, 0, 0]
    assert Window(west=-100, south=-58, north=75).rotate == [-80, 0, 0]


def test_a_window_of_one_continent_is_cut_on_both_sides_and_turned_to_its_middle() -> None:
    europe = Window(west=-40, south=23, north=71, width=100)
    assert europe.rotate == [-10, 0, 0] and WORLD.width == 360
    west, south, east, north = europe.cut(shapely.box(-80, 0, 170, 80)).bounds
    assert (west, east) == pytest.approx((-40, 60), abs=0.1) and (south, north) == (23, 71)
    cells = grow([("a", 0, 50), ("b", 40, 50), ("c", -90, 0), ("d", 150, -20), ("e", 20, 30)], europe)
    assert sum(cell.area for cell in cells.values()) == pytest.approx(europe.frame.area, rel=0.002)


def test_the_command_line_has_every_part_of_a_boards_style() -> None:
    style = build._style(build._options(["black-swan", "--radius", "0.7", "--speck", "0.05"]))
    assert style == Style(radius=0.7, speck=0.05)


def test_boxes_are_no_places(tmp_path: Path) -> None:
    (tmp_path / "areas.csv").write_text("area,kind,lon,lat\nrome,land,12.6,42.4\nitaly-pool,box,,\n", encoding="utf-8")
    assert seeds.read_areas(tmp_path) == [Seed("rome", "land", 12.6, 42.4)]


def test_cells_fill_the_window_without_overlap() -> None:
    points = [("a", 0, 0), ("b", 120, 10), ("c", -120, -10), ("d", 40, 80), ("e", 10, -80), ("a", 60, -30)]
    cells = grow(points, WORLD)
    whole = WORLD.frame.area
    assert sum(cell.area for cell in cells.values()) == pytest.approx(whole, rel=0.002)
    assert shapely.unary_union(list(cells.values())).area == pytest.approx(whole, rel=0.002)


def test_every_place_goes_to_its_nearest_point() -> None:
    cells = grow([("west", -60, 0), ("east", 60, 0), ("far", 180, 0), ("north", 0, 89), ("south", 0, -89)], WORLD)
    for lon, lat, owner in [(-20, 5, "west"), (20, -5, "east"), (170, 0, "far"), (0, 70, "north"), (100, -57, "south")]:
        assert cells[owner].contains(shapely.Point(lon, lat)), owner


def test_land_goes_to_land_points_and_tiny_islands_get_discs() -> None:
    areas = [
        Seed("plain", "land", 5, 5),
        Seed("atoll", "land", 40, 5),
        Seed("near", "sea", 20, 5),
        Seed("away", "sea", 60, 5),
        Seed("beyond", "sea", 180, 5),
        Seed("under", "sea", 10, -80),
    ]
    elsewhere = [Seed("no-land", "land", 100, 0), Seed("no-land", "land", 180, 60), Seed("no-land", "land", -100, -60)]
    shapes = draw(areas, elsewhere, shapely.box(0, 0, 10, 10), WORLD, Style(), grow)
    assert shapes["plain"].equals(shapely.MultiPolygon([shapely.box(0, 0, 10, 10)]))
    assert shapes["atoll"].contains(shapely.Point(40, 5))
    assert shapes["atoll"].area == pytest.approx(np.pi * Style().radius ** 2, rel=0.05)
    assert not shapes["near"].intersects(shapely.Point(5, 5).buffer(4))
    assert all(not polygon.exterior.is_ccw for shape in shapes.values() for polygon in shape.geoms)


def test_a_sea_zone_without_water_becomes_a_lake_around_its_points() -> None:
    areas = [Seed("plain", "land", 5, 5), Seed("lake", "sea", 5, 8), Seed("ocean", "sea", 60, 5)]
    around = [Seed("ocean", "sea", lon, lat) for lon, lat in [(-60, 5), (180, 5), (5, 60), (5, -60)]]
    elsewhere = [Seed("no-land", "land", lon, lat) for lon, lat in [(100, 0), (180, 60), (-100, -60)]]
    hints = [Seed("lake", "sea", 5, 6), *around, *elsewhere]
    shapes = draw(areas, hints, shapely.box(-40, -40, 45, 45), WORLD, Style(), grow)
    assert all(shapes["lake"].contains(shapely.Point(5, lat)) for lat in (6, 8))
    assert not shapes["plain"].intersects(shapely.Point(5, 7))
    assert shapes["plain"].contains(shapely.Point(5, 3))


def test_a_hint_of_no_known_area_names_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "some.csv").write_text("area,lon,lat\nplain,1,2\nplan,1,2\n", encoding="utf-8")
    monkeypatch.setattr(seeds, "HINTS", tmp_path)
    with pytest.raises(ValueError, match=r"some\.csv, line 3: found area 'plan'"):
        seeds.read_hints("some", [Seed("plain", "land", 5, 5)])
