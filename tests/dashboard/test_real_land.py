"""Maps without a board of their own are drawn on real land: names and neighbours find their place, and every cell can be seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from shapely import Polygon, transform, unary_union

from dashboard.layouts import flat_cells, gazetteer
from dashboard.layouts.anchored import between
from dashboard.layouts.board_seeds import boards, kin, same_seas, touching
from dashboard.layouts.choose import layout_of
from dashboard.layouts.layout import NAMES, Layout
from dashboard.layouts.real_land import is_world
from dashboard.layouts.theatres import theatres, theatres_on_paper
from dashboard.maps.coastline import shipped_land
from dashboard.maps.window import WORLD, Window
from engine.shipped import csv_rows
from engine.titles import load_title, titles
from ingest import read_recording
from tests.dashboard.test_layouts import AREAS, TOUCHING, points, tables
from tests.slow import slow_after

SCREEN = (1408, 585)
"""Pixels of the board on a window of 1440 by 900: its width without the page's edges, and two thirds of its height."""
READABLE = 8.0
"""Pixels across that a cell has at least, as a circle of its size."""


def across(layout: Layout) -> dict[str, float]:
    """Return how many pixels each area is across, on the whole board or in the theatre that shows it largest."""
    wide, high = SCREEN
    looks = [(0, 0, layout.width, layout.height), *(box for _, box in layout.theatres)]
    found = {}
    for area, place in layout.places.items():
        shown = [
            min(wide / w, high / h)
            for x, y, w, h in looks
            if y <= place.y <= y + h and any(x <= place.x + turn <= x + w for turn in (0, layout.around))
        ]
        size = unary_union([Polygon(ring).buffer(0) for ring in place.rings if len(ring) > 2]).area
        found[area] = float(2 * np.sqrt(size / np.pi) * max(shown))
    return found


def meeting(layout: Layout, links: pl.DataFrame) -> float:
    """Return the share of linked areas whose outlines meet."""
    shapes = {
        area: unary_union([Polygon(ring).buffer(0) for ring in place.rings if len(ring) > 2]).buffer(8)
        for area, place in layout.places.items()
    }
    pairs = [(one, two) for one, two in links.iter_rows() if one in shapes and two in shapes]
    return sum(shapes[one].intersects(shapes[two]) for one, two in pairs) / len(pairs)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("save", "land", "meet"),
    slow_after(
        3,
        [
            ("ai-global40-g1-fast", 204, 0.98),
            ("newest/maps/oztea_1942", 204, 0.98),
            ("ai-revised-g1-fast", 79, 0.97),
            ("ai-ww2v5-g3-mix", 96, 0.82),
            ("newest/h_ww2v3_g6_tech", 97, 0.82),
            ("ai-classic-g1", 70, 0.82),
            ("newest/maps/four_if_by_sea", 70, 0.82),
            ("newest/maps/Rise_of_the_Axis", 161, 0.77),
            ("old-2008/Kev-28720a8a4a", 62, 0.77),
        ],
    ),
)
def test_the_areas_of_real_saves_find_their_place(shared: Path, save: str, land: int, meet: float) -> None:
    title = read_recording(shared / "saves" / f"{save}.tsvg").title
    assert title
    areas, links = tables(title)
    mine = areas.filter(pl.col("kind") == "land")["area"].to_list()
    assert [area for area in mine if gazetteer.find(area) is None] == [] and len(mine) == land
    layout = layout_of(title.slug, areas, links)
    assert layout.source == NAMES and set(layout.places) == set(areas["area"])
    assert {area: size for area, size in across(layout).items() if size < READABLE} == {}
    assert meeting(layout, links) >= meet, "linked areas touch"


@pytest.mark.shared
def test_an_invented_world_is_no_real_land(shared: Path) -> None:
    title = read_recording(shared / "saves" / "newest" / "maps" / "Civil_War.tsvg").title
    assert title and not is_world([area.area for area in title.areas.values() if area.kind == "land"])


@pytest.mark.parametrize("slug", titles())
def test_no_cell_of_a_shipped_board_is_unreadably_small(slug: str) -> None:
    areas, links = tables(load_title(slug))
    crowded = ("global-war-1936", "europe-1940", "pacific-1940")  # Hong Kong and Saint Pierre, Malta and Hainan have no room
    least = 7.0 if slug in crowded else READABLE
    assert {area: size for area, size in across(layout_of(slug, areas, links)).items() if size < least} == {}


def test_a_map_without_a_board_lies_where_its_kin_lies() -> None:
    """The same areas under another title: with the points of the board, though not its cells."""
    board, grown = layout_of("aa1942", AREAS, TOUCHING), layout_of("somebodys-map", AREAS, TOUCHING)
    assert [name for name, _ in grown.theatres] == ["Europe", "Pacific"] and grown.around == board.around
    land = AREAS.filter(pl.col("kind") == "land")["area"].to_list()
    off = [np.hypot(*np.subtract(points(board)[area], points(grown)[area])) for area in land]
    assert np.median(off) < 30 and max(off) < 400, "of 4,000 units across"
    assert meeting(grown, TOUCHING) > 0.95


def test_a_sea_that_lies_beyond_the_part_of_the_world_that_is_drawn_stands_at_its_edge() -> None:
    """A summary may name no land of half the world, but the seas of all of it."""
    half = AREAS.filter((pl.col("kind") == "sea") | pl.col("lon").is_between(-12, 100))
    links = TOUCHING.filter(pl.all_horizontal(pl.col("area", "other").is_in(half["area"].to_list())))
    layout = layout_of("somebodys-map", half, links)
    assert layout.around == 0 and set(layout.places) == set(half["area"])
    assert all(place.rings for place in layout.places.values())


def test_land_is_drawn_where_there_is_land() -> None:
    grown = layout_of("somebodys-map", AREAS, TOUCHING)
    drawn = sum(Polygon(ring).area for area in ("brazil", "australia", "india") for ring in grown.places[area].rings)
    box = sum(
        float(np.prod(np.ptp(np.array(ring), axis=0))) for area in ("brazil", "australia", "india") for ring in grown.places[area].rings
    )
    assert 0.3 < drawn / box < 0.9, "coasts are no circles (0.79) and no boxes"
    assert max(len(ring) for ring in grown.places["australia"].rings) > 60


def test_a_name_is_found_in_any_of_its_spellings() -> None:
    known = gazetteer.places()
    assert gazetteer.find("anhwei") == known["anhwe"], "a variant lies where a title has the place"
    assert gazetteer.core("the-solomon-islands") == "solomon" and gazetteer.core("ukraine-s-s-r") == "ukraine"
    assert gazetteer.find("solomon") == gazetteer.find("solomon-islands") is not None
    assert gazetteer.find("atlantis") is None
    rows = csv_rows("dashboard.layouts", "gazetteer.csv")
    assert {row["kind"] for row in rows} == {"land"} and all(row["source"] for row in rows)
    names = [name for row in rows for name in (row["place"], *row["variants"].split())]
    assert names == list(dict.fromkeys(names)), "every name once"


def test_most_of_the_land_must_be_known() -> None:
    assert is_world(["germany", "japan"] * 4)
    assert is_world(["germany", "japan"] * 3), "six, if all are known"
    assert not is_world(["germany", "japan"] * 2 + ["nowhere"]), "four of five are too few"
    assert not is_world(["germany", "japan"]), "and so are two"
    assert not is_world(["germany"] * 8 + ["nowhere"] * 13), "and so are 8 of 21"


def test_a_text_of_one_turn_is_drawn_on_real_land_without_any_sea() -> None:
    land = ["kweichow", "yunnan", "szechwan", "shensi", "suiyuyan"]
    areas = pl.DataFrame({"area": land, "kind": ["land"] * 5})
    drawn = layout_of("somebodys-map", areas, pl.DataFrame({"area": ["yunnan"], "other": ["kweichow"]}))
    assert drawn.places.keys() == set(land) and drawn.source == NAMES
    assert drawn.places["suiyuyan"].y < drawn.places["shensi"].y < drawn.places["yunnan"].y, "north is up"


def test_what_nobody_knows_lies_between_its_neighbours() -> None:
    pairs = [("west", "middle"), ("middle", "east"), ("lost", "lost-too")]
    found = between(["west", "middle", "east", "lost", "lost-too"], pairs, {"west": (10.0, 0.0), "east": (30.0, 0.0)})
    assert found["west"] == (10.0, 0.0) and found["middle"] == pytest.approx((20.0, 0.0), abs=0.2)
    assert found["lost"] == pytest.approx((-150.0, -50.0), abs=1)


def test_the_kin_of_a_map_is_the_board_that_is_most_like_it() -> None:
    slugs = {slug: [area for area, one in load_title(slug).areas.items() if one.kind == "land"] for slug in titles()}
    for slug in ("aa1942", "global-1939"):
        found = kin(slugs[slug])
        assert found and set(slugs[slug]) <= set(found.seeds)
    assert kin(["germany", "japan"]) is None


def test_sea_zones_are_the_same_by_their_numbers_or_by_their_neighbours() -> None:
    board = kin(AREAS.filter(pl.col("kind") == "land")["area"].to_list())
    assert board
    seas = board.of("sea")
    assert same_seas(seas, board.links, board) == {sea: sea for sea in seas}
    other = {sea: f"water-{at}" for at, sea in enumerate(seas)}
    links = touching((other.get(one, one), other.get(two, two)) for one in board.links for two in board.links[one])
    found = same_seas(other.values(), links, board)
    coastal = {other[sea]: sea for sea in seas if board.links[sea] - set(seas)}
    alone = {
        mine for mine, sea in coastal.items() if sum(board.links[sea] - set(seas) == board.links[one] - set(seas) for one in seas) == 1
    }
    assert len(alone) > 30 and all(found[mine] == coastal[mine] for mine in alone), "where no two have the same coasts"
    assert len(boards()) == sum(load_title(slug).settings["position_source"] != "none" for slug in titles())


def test_cells_go_around_the_world_and_part_it() -> None:
    cells = flat_cells.grow([("west", -160.0, 0.0), ("east", 170.0, 0.0), ("far", 10.0, 0.0), ("far", 10.0, 0.0)], WORLD)
    assert sum(cell.area for cell in cells.values()) == pytest.approx(WORLD.frame.area)
    edge = -169.0 + 0.1
    assert cells["west"].contains(Polygon([(edge, 0), (edge + 1, 0), (edge, 1)]))
    assert not cells["west"].intersects(Polygon([(180, 0), (182, 0), (181, 1)])), "halfway lies at 185 degrees"
    assert cells["west"].intersects(Polygon([(187, 0), (189, 0), (188, 1)])), "across the edge of the sheet"
    part = Window(0, 0, 20, 30)
    assert sum(cell.area for cell in flat_cells.grow([("a", 5, 5), ("b", 20, 15)], part).values()) == pytest.approx(part.frame.area)


def test_the_land_that_is_shipped_is_that_of_the_world() -> None:
    land = shipped_land()
    flat = transform(land, lambda lonlat: np.column_stack([np.radians(lonlat[:, 0]), np.sin(np.radians(lonlat[:, 1]))]))
    # All land has 149 million square kilometres, Antarctica 14, what lies beyond 75 degrees north about 2.
    assert land.is_valid and flat.area * 6.371**2 == pytest.approx(133, rel=0.02)
    for lon, lat, dry in ((13, 52, True), (-30, 40, False), (134, -25, True), (185, 66.5, True), (-90, 25, False)):
        assert land.intersects(Polygon([(lon, lat), (lon + 0.1, lat), (lon, lat + 0.1)])) == dry, (lon, lat)


def test_theatres_are_offered_where_there_are_two() -> None:
    europe, pacific = theatres()
    assert europe.holds(13.4, 52.5) and not europe.holds(139.7, 35.7)
    assert pacific.holds(139.7, 35.7) and pacific.holds(-157, 21) and not pacific.holds(-74, 40)
    places = [(10.0 + at, 50.0) for at in range(9)]
    assert theatres_on_paper(places, -169) == {}, "one theatre is the whole board"
    found = theatres_on_paper([*places, *((140.0 + at, 10.0) for at in range(9))], -169)
    assert list(found) == ["Europe", "Pacific"]
    assert all(left < right and top < bottom for left, top, right, bottom in found.values())
    assert layout_of("black-swan", *tables(load_title("black-swan"))).theatres == ()


def test_a_theatre_across_the_edge_of_the_sheet_is_in_one_piece() -> None:
    layout = layout_of("aa1942", AREAS, TOUCHING)
    x, _, wide, _ = dict(layout.theatres)["Pacific"]
    assert x < layout.width < x + wide
    at = points(layout)
    hawaii = at["hawaiian-islands"][0]
    assert hawaii < x < at["japan"][0] < hawaii + layout.around < x + wide
