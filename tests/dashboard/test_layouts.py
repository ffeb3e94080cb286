"""Every area has a place, areas that touch lie near each other, and the same links give the same board."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import polars as pl
import pytest

from dashboard.layouts.cells import cells
from dashboard.layouts.choose import from_geography, layout_of, links_of
from dashboard.layouts.gazetteer import places
from dashboard.layouts.layout import GEOGRAPHY, LINKS, NAMES, WIDTH, Layout, Place
from dashboard.layouts.linked import from_links
from dashboard.layouts.simplify import simplify
from dashboard.layouts.stress import place_nodes, steps_between
from dashboard.ui.geography import load_board
from engine.titles import Title, load_title, titles
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
