"""Every area has a place, areas that touch lie near each other, and the same links give the same board."""

from __future__ import annotations

import os
import time
import tracemalloc
from itertools import combinations
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from dashboard.layouts import polygons
from dashboard.layouts import simplify as simplified
from dashboard.layouts.cells import cells
from dashboard.layouts.choose import from_geography, layout_of, links_of
from dashboard.layouts.found import read_maps
from dashboard.layouts.gazetteer import places
from dashboard.layouts.layout import GEOGRAPHY, LINKS, NAMES, ORDER, POLYGONS, WIDTH, Layout, Place
from dashboard.layouts.linked import from_links
from dashboard.layouts.polygons import MapError, from_polygons, read_folder
from dashboard.layouts.simplify import simplify
from dashboard.layouts.stress import place_nodes, steps_between
from dashboard.ui.geography import load_board
from engine.titles import Title, load_title, titles
from ingest import read_recording
from ingest.vassal.title import POINTED


def tables(title: Title) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return a title's `title_areas` and `title_links` as the lake has them, as far as layouts ask."""
    areas = [(a.area, a.kind, a.lon, a.lat, a.triplea) for a in title.areas.values()]
    links = [(link.area, link.to) for link in title.links]
    return (
        pl.DataFrame(
            areas,
            schema={"area": pl.String, "kind": pl.String, "lon": pl.Float64, "lat": pl.Float64, "triplea": pl.String},
            orient="row",
        ),
        pl.DataFrame(links, schema={"area": pl.String, "other": pl.String}, orient="row"),
    )


AWAY = simplified._away
AREAS, TOUCHING = tables(load_title("aa1942"))


def points(layout: Layout) -> dict[str, tuple[int, int]]:
    return {area: (place.x, place.y) for area, place in layout.places.items()}


def near_and_far(layout: Layout, links: pl.DataFrame) -> tuple[float, float]:
    """Return the mean distance of areas that touch, and of all areas."""
    at = points(layout)
    linked = [(at[one], at[two]) for one, two in links.iter_rows()]
    return tuple(
        float(np.mean([np.hypot(x1 - x2, y1 - y2) for (x1, y1), (x2, y2) in pairs]))
        for pairs in (linked, list(combinations(at.values(), 2)))
    )  # type: ignore[return-value]


def strangers(areas: pl.DataFrame, links: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return a title's tables with names that nobody knows."""
    names = {area: f"a{number}" for number, area in enumerate(areas["area"])}
    return (
        areas.with_columns(pl.col("area").replace_strict(names)),
        links.with_columns(pl.col("area", "other").replace_strict(names)),
    )


LAYOUTS = {
    GEOGRAPHY: (lambda: layout_of("aa1942", AREAS, TOUCHING), TOUCHING),
    NAMES: (lambda: layout_of("somebodys-map", AREAS, TOUCHING), TOUCHING),
    LINKS: (lambda: layout_of("somebodys-map", *strangers(AREAS, TOUCHING)), strangers(AREAS, TOUCHING)[1]),
}


@pytest.mark.parametrize("source", LAYOUTS)
def test_every_area_has_a_place_of_its_own_near_its_neighbours(source: str) -> None:
    make, links = LAYOUTS[source]
    layout = make()
    assert layout.source == source and layout.width == WIDTH and WIDTH / 4 < layout.height < 2 * WIDTH
    assert len(layout.places) == AREAS.height
    assert len(set(points(layout).values())) == AREAS.height, "no two labels on one point"
    for area, place in layout.places.items():
        assert 0 <= place.x <= layout.width and 0 <= place.y <= layout.height, area
        assert place.rings and all(len(ring) >= 3 for ring in place.rings), area
        assert all(0 <= x <= layout.width and 0 <= y <= layout.height for ring in place.rings for x, y in ring), area
    near, far = near_and_far(layout, links)
    assert near < far / 2, f"areas that touch are {near:.0f} apart, all {far:.0f}"
    assert make() == layout, "there is no chance in it"


def inside(place: Place) -> bool:
    """Whether a place's point is inside its outline, by the even-odd rule."""
    crossed = 0
    for ring in place.rings:
        for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True):
            crossed += (y1 > place.y) != (y2 > place.y) and place.x < (x2 - x1) * (place.y - y1) / (y2 - y1) + x1
    return crossed % 2 == 1


@pytest.mark.parametrize("source", [LINKS])
def test_grown_cells_hold_their_labels_and_do_not_overlap(source: str) -> None:
    layout = LAYOUTS[source][0]()
    assert all(inside(place) and place.room > 15 for place in layout.places.values())
    at = np.array(list(points(layout).values()))
    room = np.array([place.room for place in layout.places.values()])
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    assert (apart >= 2 * np.minimum(room[:, None], room[None]) - 3).all(), "a point is at least as far as its room"


def test_the_geographic_layout_is_the_board_seen_from_the_side_of_its_cut() -> None:
    board = load_board("aa1942")
    assert board
    layout = from_geography(board, AREAS)
    at = points(layout)
    assert at["alaska"][0] < at["eastern-united-states"][0] < at["germany"][0] < at["japan"][0] < at["midway"][0]
    assert at["norway"][1] < at["germany"][1] < at["kenya"][1], "north is up"
    assert layout.width / layout.height == pytest.approx(2.34, abs=0.02)
    assert inside(layout.places["brazil"]) and not inside(Place(layout.places["brazil"].rings, *at["china"], 0))


def test_known_names_lie_where_they_lie() -> None:
    layout = LAYOUTS[NAMES][0]()
    at = points(layout)
    assert at["western-united-states"][0] < at["eastern-united-states"][0] < at["germany"][0] < at["japan"][0]
    assert at["germany"][1] < at["libya"][1] < at["union-of-south-africa"][1]
    atlantic, pacific = at["sea-zone-12"], at["sea-zone-50"]
    assert at["eastern-united-states"][0] < atlantic[0] < at["germany"][0] < pacific[0]


def test_the_gazetteer_is_on_the_globe() -> None:
    assert all(-180 <= lon <= 180 and -60 <= lat <= 80 for lon, lat in places().values())
    own = [load_title(slug).areas.get("germany") for slug in titles()]
    assert places()["germany"] in [(area.lon, area.lat) for area in own if area], "a title's own place comes first"


def test_steps_are_counted_along_links() -> None:
    steps = steps_between(5, [(0, 1), (1, 2), (2, 3)])
    assert steps[0].tolist() == [0, 1, 2, 3, 4], "the island is one step farther than the farthest"
    assert (steps == steps.T).all() and steps[4].tolist() == [4, 4, 4, 4, 0]


def test_a_ring_is_drawn_as_a_ring() -> None:
    at = place_nodes(steps_between(8, [(n, (n + 1) % 8) for n in range(8)]))
    far = np.hypot(*(at - at.mean(axis=0)).T)
    assert far.max() / far.min() < 1.05
    assert np.hypot(*(at[0] - at[1])) < np.hypot(*(at[0] - at[4])) / 2


def test_cells_part_the_paper() -> None:
    rings = cells(np.array([[0.0, 0], [2, 0], [0, 2], [10, 10]]), reach=3)
    assert rings[0][:, 0].max() == pytest.approx(1) and rings[0][:, 1].max() == pytest.approx(1)
    assert rings[1][:, 0].min() == pytest.approx(1)
    assert np.ptp(rings[3], axis=0) == pytest.approx([6, 6]), "nobody near: as far as it reaches"


@pytest.mark.parametrize("names", [[], ["one"], ["one", "two"], ["one", "two", "three"]])
def test_boards_of_hardly_any_areas(names: list[str]) -> None:
    areas = pl.DataFrame({"area": names, "kind": ["land"] * len(names)}, schema={"area": pl.String, "kind": pl.String})
    links = pl.DataFrame({"area": names[:1], "other": names[1:2] or names[:1]}, schema={"area": pl.String, "other": pl.String})
    layout = from_links(areas, links)
    assert sorted(layout.places) == sorted(names) and len(set(points(layout).values())) == len(names)


def test_areas_that_nothing_touches_stand_below_the_others_and_not_far_out() -> None:
    ring = [(f"r{at}", f"r{(at + 1) % 12}") for at in range(12)]
    names = [*(one for one, _ in ring), "alone", "lonely"]
    areas = pl.DataFrame({"area": names, "kind": "land"})
    layout = from_links(areas, pl.DataFrame(ring, schema=["area", "other"], orient="row"))
    at = points(layout)
    low = max(y for name, (_, y) in at.items() if name.startswith("r"))
    assert low < at["alone"][1] < 1.7 * low and low < at["lonely"][1] < 1.7 * low
    assert sorted(layout.places) == sorted(names) and at["alone"] != at["lonely"]


def test_areas_with_points_lie_where_the_map_has_them() -> None:
    """As a VASSAL module's: each has its point; where one lacks its own, the layout is grown from links."""
    lon, lat = [0.0, 10.0, 0.0], [0.0, 0.0, -10.0]
    areas = pl.DataFrame({"area": ["a", "b", "c"], "kind": "land", "lon": lon, "lat": lat, "source": POINTED})
    none = pl.DataFrame({"area": [], "other": []}, schema={"area": pl.String, "other": pl.String})
    layout = layout_of("no-board", areas, none)
    assert layout.source == "points"
    a, b, c = (points(layout)[name] for name in "abc")
    assert a[0] == pytest.approx(c[0], abs=2) and a[1] == pytest.approx(b[1], abs=2)
    assert b[0] - a[0] == pytest.approx(c[1] - a[1], abs=3) and c[1] > a[1], "south is down"
    lacking = areas.with_columns(source=pl.Series([POINTED, "VASSAL: seen there", POINTED]))
    assert layout_of("no-board", lacking, none).source == "links"


def test_moves_stand_in_for_links_that_a_text_cannot_tell() -> None:
    moves = pl.DataFrame({"origin": ["a", "a"], "destination": ["b", "b"]})
    none = pl.DataFrame({"area": [], "other": []}, schema={"area": pl.String, "other": pl.String})
    assert links_of(none, moves).rows() == [("a", "b")]
    assert links_of(pl.DataFrame({"area": ["x"], "other": ["y"]}), moves).rows() == [("x", "y")]


def test_needless_points_are_left_out() -> None:
    side = np.arange(0, 10.0)
    none, full = np.zeros(10), np.full(10, 10.0)
    square = np.vstack([np.column_stack(pair) for pair in ((side, none), (full, side), (10 - side, full), (none, 10 - side))])
    assert sorted(map(tuple, simplify(square, 0.1).tolist())) == [(0, 0), (0, 10), (10, 0), (10, 10)]
    bent = square.copy()
    bent[5, 1] = 3
    assert [5.0, 3.0] in simplify(bent, 0.1).tolist()


# ---- TripleA's maps


def map_folder(at: Path, polygons: str, centers: str = "") -> Path:
    at.mkdir(parents=True, exist_ok=True)
    for name, text in (("polygons.txt", polygons), ("centers.txt", centers)):
        if text:
            (at / name).write_text(text)
    return at


POLYGONS_TXT = """\
Karelia S.S.R.  <  (0,0) (10,0) (10,10) (0,10) >
5 Sea Zone  <  (10,0) (100,0) (100,40) (10,40) >  <  (0,20) (5,20) (5,40) (0,40) >

Somewhere Else  <  (0,10) (10,10) (10,20) >
"""
MINI = pl.DataFrame({"area": ["karelia-ssr", "sea-zone-5"], "kind": ["land", "sea"], "triplea": ["Karelia S.S.R.", "5 Sea Zone"]})


def test_a_map_folder_is_read(tmp_path: Path) -> None:
    read = read_folder(map_folder(tmp_path, POLYGONS_TXT, "Karelia S.S.R. (5,5)\n5 Sea Zone  (50,20)\n"))
    assert set(read.polygons) == {"Karelia S.S.R.", "5 Sea Zone", "Somewhere Else"}
    assert read.share(MINI) == 1.0
    layout = from_polygons(read, MINI)
    assert layout.source == POLYGONS and (layout.width, layout.height) == (4000, 1600)
    assert points(layout) == {"karelia-ssr": (200, 200), "sea-zone-5": (2000, 800)}
    assert sorted(layout.places["karelia-ssr"].rings[0]) == [(0, 0), (0, 400), (400, 0), (400, 400)]
    assert layout.places["karelia-ssr"].room == 200
    assert len(layout.places["sea-zone-5"].rings) == 2, "at both edges of a map that scrolls around"
    assert layout.ground == (((0, 400), (400, 400), (400, 800)),), "land of the map that is no area"


def test_a_territory_without_a_centre_has_its_label_in_its_largest_polygon(tmp_path: Path) -> None:
    layout = from_polygons(read_folder(map_folder(tmp_path, POLYGONS_TXT)), MINI)
    assert points(layout)["sea-zone-5"] == (2200, 800)


@pytest.mark.parametrize(
    ("polygons", "centers", "said"),
    [
        ("", "", "polygons.txt: No such file"),
        ("\n", "", "polygons.txt: empty"),
        ("Egypt (1,2) (3,4)\n", "", "polygons.txt:1: not a territory with polygons; found 'Egypt (1,2) (3,4)'"),
        ("Egypt < (1,2) (3,4) >\n", "", "polygons.txt:1"),
        ("Egypt < (1,2) (3,4) (5,1) >\n", "Egypt 5,5\n", "centers.txt:1: not a territory with a centre; found 'Egypt 5,5'"),
    ],
)
def test_what_is_no_map_folder_is_said(tmp_path: Path, polygons: str, centers: str, said: str) -> None:
    with pytest.raises(MapError) as error:
        read_folder(map_folder(tmp_path, polygons, centers))
    assert said in str(error.value) and str(tmp_path) in str(error.value) and "TripleA" in str(error.value)


BROKEN = {
    "a width that is no number": ("map.properties", "map.width=²\n", "map.width=²; expected pixels"),
    "a width of 400 digits": ("map.properties", f"map.width={'9' * 400}\n", "expected pixels"),
    "a corner of 400 digits": (
        "polygons.txt",
        f"Egypt < (0,0) (9,{'9' * 400}) (9,9) (0,9) >\n",
        "polygons.txt:1: not a territory",
    ),
    "a centre of 400 digits": (
        "centers.txt",
        f"Egypt ({'9' * 400},1)\n",
        "centers.txt:1: not a territory with a centre",
    ),
    "digits of another script": ("centers.txt", "Egypt (٣,١)\n", "centers.txt:1: not a territory with a centre"),
    "a line of blanks": ("centers.txt", f"Egypt{' ' * 3_000_000}x\n", "centers.txt:1: not a territory with a centre"),
    "a line of blanks and brackets": (
        "centers.txt",
        f"Egypt{' (' * 1_000_000}x\n",
        "centers.txt:1: not a territory with a centre",
    ),
    "a corner of blanks": (
        "polygons.txt",
        f"Egypt < ({' ' * 3_000_000}x\n",
        "polygons.txt:1: not a territory with polygons",
    ),
    "too many corners": (
        "polygons.txt",
        f"Egypt < {'(1,2) ' * 30_000}>\n",
        "polygons.txt:1: not a territory with polygons",
    ),
    "a huge file": ("centers.txt", " " * (17 << 20), "centers.txt: more than 16 MiB"),
}


@pytest.mark.parametrize(("name", "content", "said"), BROKEN.values(), ids=BROKEN)
def test_one_broken_map_is_told_and_takes_no_other(tmp_path: Path, name: str, content: str, said: str) -> None:
    map_folder(tmp_path / "right", POLYGONS_TXT)
    broken = map_folder(tmp_path / "torn", POLYGONS_TXT, "Egypt (1,2)\n")
    (broken / name).write_text(content, encoding="utf-8")
    with pytest.raises(MapError) as error:
        read_folder(broken)
    assert said in str(error.value) and len(str(error.value)) < 400
    maps, wrong = read_maps([tmp_path])
    assert [folder.path.name for folder in maps] == ["right"] and len(wrong) == 1


def test_a_pipe_in_a_map_folder_is_not_waited_for(tmp_path: Path) -> None:
    for name in ("polygons.txt", "centers.txt", "map.properties"):
        broken = map_folder(tmp_path / name, POLYGONS_TXT, "Egypt (1,2)\n")
        (broken / name).unlink(missing_ok=True)
        os.mkfifo(broken / name)
        if name == "polygons.txt":
            with pytest.raises(MapError, match="not a file"):
                read_folder(broken)
        else:
            assert read_folder(broken).polygons, "left aside"


def test_the_map_that_fits_is_taken_from_a_folder_of_maps(tmp_path: Path) -> None:
    map_folder(tmp_path / "other" / "map", "Somewhere < (0,0) (9,0) (9,9) >\n")
    map_folder(tmp_path / "right" / "map", POLYGONS_TXT)
    map_folder(tmp_path / "torn", "no map\n")
    maps, wrong = read_maps([tmp_path, tmp_path / "nowhere"])
    assert [folder.path.parent.name for folder in maps] == ["other", "right"]
    assert len(wrong) == 2 and "torn" in wrong[0] and "nowhere: no TripleA map" in wrong[1]
    links = pl.DataFrame({"area": ["karelia-ssr"], "other": ["sea-zone-5"]})
    assert layout_of("somebodys-map", MINI, links, maps).source == POLYGONS
    assert layout_of("somebodys-map", MINI, links, maps[:1]).source == LINKS, "a map of another board does not fit"


@pytest.mark.shared
@pytest.mark.parametrize(
    ("folder", "save", "drawn"),
    [
        ("triplea-global-1940", "ai-global40-g1-fast", 332),
        ("triplea-ww2v5-1942", "ai-ww2v5-g1-fast", 161),
        ("triplea-ww2v4", "", 145),
    ],
)
def test_the_maps_of_real_saves(shared: Path, folder: str, save: str, drawn: int) -> None:
    title = read_recording(shared / "saves" / f"{save}.tsvg").title if save else load_title("aa1942")
    assert title
    areas, links = tables(title)
    maps, _ = read_maps([shared / "maps"])
    read = read_folder(shared / "maps" / folder)
    assert read.share(areas) == 1.0
    layout = from_polygons(read, areas)
    assert len(layout.places) == drawn == areas.height
    near, far = near_and_far(layout, links)
    assert near < far / 2
    if save:
        assert layout_of(title.slug, areas, links, maps) == layout, "of all the maps this one"


def test_thousands_of_areas_cost_next_to_nothing() -> None:
    """By their links 3,000 areas took two minutes and 2 GiB; the limit of time is a hundred times what squares take."""
    names = [f"area-{at}" for at in range(3_000)]
    links = pl.DataFrame({"area": names[:-1], "other": names[1:]})
    tracemalloc.start()
    start = time.process_time()
    made = from_links(pl.DataFrame({"area": names, "kind": "land"}), links)
    took, (_, most) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert list(made.places) == names and made.source == ORDER and len({(p.x, p.y) for p in made.places.values()}) == 3_000
    assert took < 30 and most < 50 << 20, (took, most >> 20)


def test_the_longest_ring_costs_what_its_points_cost() -> None:
    looks = []
    for count in (5_000, 20_000):  # of a saw whose teeth grow each point stays, and is looked at for every one after it
        at = np.arange(count)
        ring = np.stack([at, (at % 2) * (1_000 + at)], axis=1).astype(float)
        with pytest.MonkeyPatch.context() as patch:
            looked: list[int] = []
            patch.setattr(simplified, "_away", lambda piece, seen=looked: (seen.append(len(piece)), AWAY(piece))[1])
            assert len(simplify(ring, 0.5)) > count * 0.9
        looks.append(sum(looked))
    assert looks[1] < 6 * looks[0], "four times the points, four times the work"


def test_a_map_of_too_many_points_is_told(tmp_path: Path) -> None:
    ring = " ".join(f"({x},{x % 7})" for x in range(15_000))
    told = "".join(f"Land {number} < {ring} >\n" for number in range(40))
    with pytest.raises(MapError, match=r"polygons\.txt:34: more than 500,000 points in one map"):
        read_folder(map_folder(tmp_path, told))


def test_the_first_territory_of_a_file_with_a_byte_order_mark_keeps_its_name(tmp_path: Path) -> None:
    folder = map_folder(tmp_path, f"\ufeff{POLYGONS_TXT}")
    assert [*read_folder(folder).polygons] == [*read_folder(map_folder(tmp_path / "plain", POLYGONS_TXT)).polygons]


@pytest.mark.parametrize("line", ["<" * 50_000, "<" * 15_000, "< (1,1) (2,1) (2,2) >" * 50_000, "< (1,1)" * 50_000])
def test_a_line_of_many_polygons_is_not_read_to_its_end(tmp_path: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a minute went into 16 MiB of `<`; what is looked at is counted, not timed."""
    looked: list[str] = []

    class Counting:
        def findall(self, text: str) -> list[tuple[str, str]]:
            looked.append(text)
            return POINTS.findall(text)

    monkeypatch.setattr(polygons, "_POINT", Counting())
    (tmp_path / "polygons.txt").write_text(f"Egypt {line}\n")
    (tmp_path / "centers.txt").write_text("Egypt (1,1)\n")
    with pytest.raises(polygons.MapError, match=r"polygons\.txt:1: not a territory with polygons"):
        polygons.read_folder(tmp_path)
    assert len(looked) <= 1


POINTS = polygons._POINT
