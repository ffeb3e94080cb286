"""Land is drawn as an area's where that has a point, and a label stands in the piece of an area that lies at its point."""

from __future__ import annotations

from math import degrees, hypot, radians
from pathlib import Path
from statistics import median

import polars as pl
import pytest
from shapely import MultiPolygon, Point, Polygon, box

from dashboard.layouts import real_land
from dashboard.layouts.gazetteer import find
from dashboard.layouts.landmasses import grow_on, near_enough
from dashboard.maps.seeds import Seed
from dashboard.maps.window import WORLD
from dashboard.ui.geography import on_paper
from engine.titles import load_title, titles
from ingest import read_recording
from tests.dashboard.test_layouts import tables
from tests.slow import slow_after

ISLAND, MAINLAND, SKERRY, FAR = box(-6, 50, 0, 58), box(2, 45, 40, 60), box(-8, 53, -7, 54), box(-60, 60, -30, 75)
SEEDS = [("island", -1.0, 52.0), ("west", 20.0, 50.0), ("east", 35.0, 50.0)]


def test_a_coast_is_of_those_who_have_a_point_on_its_landmass() -> None:
    """Belgium is nearer to England's point than to that of anybody on the mainland, and is not British."""
    cells = grow_on(MultiPolygon([ISLAND, MAINLAND, SKERRY]))(SEEDS, WORLD)
    assert cells["west"].contains(Point(2.5, 51)), "the coast that faces the island"
    assert not cells["island"].intersects(MAINLAND.buffer(-0.01))
    assert cells["island"].contains(ISLAND.centroid) and cells["island"].contains(SKERRY.centroid)
    assert cells["east"].contains(Point(38, 50)) and not cells["west"].contains(Point(38, 50))


def test_a_far_island_without_a_point_is_no_area() -> None:
    land = near_enough(MultiPolygon([ISLAND, MAINLAND, SKERRY, FAR]), SEEDS, WORLD)
    assert land.contains(SKERRY) and land.contains(MAINLAND) and not land.intersects(FAR)


def test_a_label_stands_in_the_piece_at_its_point_however_large_another_is() -> None:
    x, y = real_land._middle(MultiPolygon([ISLAND, FAR]), Seed("island", "land", -1.0, 52.0), WORLD)
    left, bottom = on_paper(-6.0, 50.0)
    right, top = on_paper(0.0, 58.0)
    assert left < x < right and bottom < -y < top
    thin = Polygon([(0, 50), (0.2, 50), (0.2, 58), (8, 58), (8, 60), (0, 60)])
    spot = real_land._middle(MultiPolygon([thin]), Seed("thin", "land", 0.1, 57.0), WORLD)
    assert spot != on_paper(0.1, 57.0), "there is more room near by"


def _points_of(name: str) -> list[tuple[float, float]]:
    """Return where a place lies: by the gazetteer, and on each board that has it (a board may part the land otherwise)."""
    boards = [area for slug in titles() if (area := load_title(slug).areas.get(name)) and area.lon is not None]
    return [point for point in (find(name), *((area.lon, area.lat) for area in boards)) if point]


@pytest.mark.shared
@pytest.mark.parametrize(
    "save", slow_after(2, ["ai-classic-g1", "ai-revised-g1-fast", "newest/h_ww2v3_g6_tech", "ai-global40-g1-fast", "ai-ww2v5-g1-fast"])
)
def test_the_labels_of_named_land_stand_where_it_lies(shared: Path, save: str) -> None:
    """Within six degrees on the paper, which the labels themselves lay under it: their median says where its corner is."""
    title = read_recording(shared / "saves" / f"{save}.tsvg").title
    assert title
    areas, links = tables(title)
    layout = real_land.on_land(areas.filter(pl.col("kind") != "box"), links)
    scale = layout.around / radians(360)
    named = {area: _points_of(area) for area in areas.filter(pl.col("kind") == "land")["area"] if find(area)}
    labels = {area: (layout.places[area].x / scale, layout.places[area].y / scale) for area in named}
    papers = {area: [on_paper(WORLD.lon(lon), lat) for lon, lat in points] for area, points in named.items()}
    left = median(labels[area][0] - papers[area][-1][0] for area in named)
    top = median(labels[area][1] + papers[area][-1][1] for area in named)
    off = {area: degrees(min(hypot(labels[area][0] - left - x, labels[area][1] - top + y) for x, y in papers[area])) for area in named}
    assert {area: round(far, 1) for area, far in off.items() if far > 6} == {}


def test_a_text_of_few_areas_is_drawn_on_the_board_of_its_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """Southern France is no larger than it is because nobody moved in Spain or Algeria in the one turn that a text tells."""
    told = ["southern-france", "normandy-bordeaux", "france", "germany", "western-germany", "northern-italy"]
    areas = pl.DataFrame({"area": told, "kind": ["land"] * len(told)})
    none = pl.DataFrame(schema={"area": pl.String, "other": pl.String})

    def share() -> float:
        layout = real_land.on_land(areas, none)
        assert set(layout.places) == set(told)
        ring = max(layout.places["southern-france"].rings, key=len)
        return (max(y for _, y in ring) - min(y for _, y in ring)) / layout.height

    assert share() < 0.25
    monkeypatch.setattr(real_land, "part_of", lambda land: None)
    assert share() > 0.35, "without the board it reaches as far as there is land"
