"""Charts by their specification: what is drawn, in which order and colours, from how many rows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import altair as alt
import polars as pl
import pytest

from dashboard.charts.control_map import control_map
from dashboard.charts.control_strip import MOST, control_strip, order_areas
from dashboard.charts.income import income_chart
from dashboard.charts.labels import Label, place_labels
from dashboard.charts.style import SIDE_COLORS, sides_of
from dashboard.charts.treasury import treasury_chart
from dashboard.charts.tuv import tuv_chart
from dashboard.charts.victory_cities import victory_chart
from dashboard.geography import Board, load_board, natural_earth

POWERS = pl.DataFrame(
    {
        "power": ["south", "north"],
        "name": ["South", "North"],
        "side": ["hot", "cold"],
        "side_name": ["Hot", "Cold"],
        "capital": ["desert", "tundra"],
        "play_order": [2, 1],
        "color": ["#ff0000", "#0000ff"],
    }
)
SIDES = ["Cold", "Hot"]


def units(chart: alt.TopLevelMixin | dict[str, Any]) -> list[dict[str, Any]]:
    """Return the chart's layers that have a mark of their own."""

    def walk(spec: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for layer in spec.get("layer", []):
            yield from walk(layer)
        if "mark" in spec:
            yield spec

    return list(walk(chart if isinstance(chart, dict) else chart.to_dict()))


def rows(chart: alt.TopLevelMixin) -> list[list[dict[str, Any]]]:
    """Return the chart's datasets."""
    return list(chart.to_dict()["datasets"].values())


def encoding(chart: alt.TopLevelMixin, mark: str) -> dict[str, Any]:
    """Return the encoding of the chart's last layer with a mark of a type."""
    return next(unit["encoding"] for unit in reversed(units(chart)) if unit["mark"]["type"] == mark)


def by_power(column: str) -> pl.DataFrame:
    values = {
        "round": [1, 1, 2, 2],
        "name": ["North", "South"] * 2,
        column: [5, 7, 6, 9],
        "power": ["north", "south"] * 2,
    }
    return pl.DataFrame(values)


@pytest.mark.parametrize(
    ("draw", "column", "title"),
    [(income_chart, "income", "Income, IPC a round"), (treasury_chart, "treasury", "Treasury, IPC")],
)
def test_a_line_a_power_in_the_order_of_play(draw: Any, column: str, title: str) -> None:
    chart = draw(by_power(column), POWERS, "IPC")
    points = encoding(chart, "point")
    assert points["x"]["field"] == "round" and points["x"]["scale"]["domain"] == [1, 2]
    assert points["y"]["field"] == column and points["y"]["title"] == title
    assert points["color"]["scale"] == {"domain": ["North", "South"], "range": ["#0000ff", "#ff0000"]}
    assert points["shape"]["scale"]["domain"] == ["North", "South"]
    assert [len(data) for data in rows(chart)] == [4]
    assert [unit["mark"]["type"] for unit in units(chart)] == ["line", "line", "point"]


def test_colours_stay_the_tables_own_when_a_power_has_no_row() -> None:
    chart = income_chart(by_power("income").filter(pl.col("name") == "South"), POWERS, "IPC")
    assert encoding(chart, "line")["color"]["scale"]["range"] == ["#0000ff", "#ff0000"]


def test_sides_come_in_the_order_of_play() -> None:
    assert sides_of(POWERS) == SIDES


def test_units_value_by_side() -> None:
    frame = pl.DataFrame({"round": [0, 0, 1, 1], "side_name": SIDES * 2, "tuv": [100, 90, 80, 95]})
    chart = tuv_chart(frame, SIDES, "IPC")
    points = encoding(chart, "point")
    assert points["color"]["scale"] == {"domain": SIDES, "range": list(SIDE_COLORS[:2])}
    assert points["y"]["field"] == "tuv" and points["y"]["title"] == "Units value, IPC"
    assert rows(chart) == [frame.to_dicts()]


def cities(*thresholds: int) -> pl.DataFrame:
    return pl.DataFrame(
        {"round": [0, 0, 1, 1], "side_name": SIDES * 2, "held": [6, 6, 7, 5], "threshold": list(thresholds) * 2}
    )


def labels(chart: alt.TopLevelMixin) -> list[tuple[int, str]]:
    return [(row["threshold"], row["label"]) for data in rows(chart) for row in data if "label" in row]


def test_victory_cities_against_one_threshold() -> None:
    chart = victory_chart(cities(9, 9), SIDES, "Victory cities")
    steps = [unit for unit in units(chart) if unit["mark"]["type"] == "line"]
    assert {unit["mark"]["interpolate"] for unit in steps} == {"step-after"}
    assert encoding(chart, "point")["y"]["scale"]["domain"] == [0, 10]
    assert labels(chart) == [(9, "9 to win")]


def test_victory_cities_against_a_threshold_a_side() -> None:
    assert sorted(labels(victory_chart(cities(9, 8), SIDES, "Cities"))) == [(8, "Hot: 8 to win"), (9, "Cold: 9 to win")]


def test_victory_cities_without_a_threshold() -> None:
    assert labels(victory_chart(cities(0, 0), SIDES, "Cities")) == []


def test_sides_that_hold_equally_many_are_drawn_apart() -> None:
    offsets = {
        unit["mark"]["yOffset"]
        for unit in units(victory_chart(cities(9, 9), SIDES, "Cities"))
        if "yOffset" in unit["mark"]
    }
    assert len(offsets) == 2 and sum(offsets) == 0


PLACES = pl.DataFrame(
    {
        "area": ["tundra", "desert", "rocks", "isle", "ocean", "elsewhere"],
        "name": ["Tundra", "Desert", "Rocks", "Isle", "Ocean", "Elsewhere"],
        "kind": ["land", "land", "land", "land", "sea", "land"],
        "value": [3, 2, 0, 1, 0, 5],
        "victory_city": ["Igloo", "", "", "Port", "", "Nowhere"],
        "terrain": ["", "", "impassable", "island", "", ""],
        "lon": [10.0, 20.0, 30.0, -175.0, 0.0, 0.0],
        "lat": [50.0, 10.0, 20.0, 5.0, 0.0, 0.0],
    }
)
HELD = pl.DataFrame(
    {
        "round": [0, 0, 0, 1, 1, 1],
        "area": ["tundra", "desert", "isle"] * 2,
        "name": ["Tundra", "Desert", "Isle"] * 2,
        "value": [3, 2, 1] * 2,
        "controller": ["north", "south", "", "north", "north", ""],
        "changed": [False] * 4 + [True, False],
    }
)
GARRISONS = pl.DataFrame(
    {"round": [0, 1], "area": ["tundra", "ocean"], "units": ["North: 2 Tank", "South: 1 Destroyer"]}
)


def square(area: str, lon: float) -> dict[str, Any]:
    ring = [[lon, 0], [lon, 10], [lon + 10, 10], [lon + 10, 0], [lon, 0]]
    return {
        "type": "Feature",
        "id": area,
        "properties": {},
        "geometry": {"type": "MultiPolygon", "coordinates": [[ring]]},
    }


BOARD = Board([square(area, 10.0 * at) for at, area in enumerate(("tundra", "desert", "rocks", "isle", "ocean"))],
              (-11, 0, 0), -2.0, 2.0, -1.0, 1.0)  # fmt: skip


THE_MAP = control_map(BOARD, PLACES, HELD, GARRISONS, POWERS)


def said() -> dict[str, dict[str, Any]]:
    return {one["id"]: one["properties"] for one in THE_MAP["datasets"]["board"]}


def test_the_map_knows_every_rounds_holder_and_units() -> None:
    areas = said()
    assert next(iter(areas)) == "ocean", "seas are drawn first, under the coasts"
    assert set(areas) == {"ocean", "tundra", "desert", "rocks", "isle"}, "what is not drawn is left out"
    assert areas["desert"]["holders"] == ["South", "North"] and areas["desert"]["changed"] == [False, True]
    assert areas["tundra"]["units"] == ["North: 2 Tank", ""] and areas["ocean"]["units"] == ["", "South: 1 Destroyer"]
    assert [areas[area]["still"] for area in ("ocean", "rocks", "isle")] == ["Sea", "Impassable", "Nobody"]


def test_the_maps_slider_goes_from_the_first_round_to_the_last() -> None:
    slider = next(param for param in THE_MAP["params"] if "bind" in param)
    assert slider["value"] == 1
    assert (slider["bind"]["min"], slider["bind"]["max"], slider["bind"]["step"]) == (0, 1, 1)


def test_the_map_is_cut_where_the_board_is_and_fills_the_width() -> None:
    projection = THE_MAP["projection"]
    assert projection["type"] == "naturalEarth1" and projection["rotate"] == [-11, 0, 0]
    assert projection["scale"] == {"expr": "width / 4.00000"}
    assert {"name": "height", "expr": "width / 2.0000"} in THE_MAP["params"]


def test_the_maps_legend_is_in_the_order_of_play_and_without_the_sea() -> None:
    color = THE_MAP["layer"][0]["encoding"]["color"]
    assert color["legend"]["values"] == ["North", "South", "Nobody", "Impassable"]
    assert color["scale"]["domain"] == ["North", "South", "Nobody", "Impassable", "Sea"]
    assert color["scale"]["range"][:2] == ["#0000ff", "#ff0000"]


def marks() -> dict[str, dict[str, Any]]:
    return {one["properties"]["name"]: one["properties"] for one in THE_MAP["datasets"]["cities"]}


def test_capitals_are_stars_and_other_victory_cities_dots() -> None:
    assert {name: (one["city"], one["capital"]) for name, one in marks().items()} == {
        "Tundra": ("Igloo", "North"), "Desert": ("", "South"), "Isle": ("Port", ""),
    }  # fmt: skip
    points = [unit for unit in units(THE_MAP) if unit["mark"]["type"] == "point"]
    shapes = [(unit["mark"]["shape"][0], unit["transform"][-1]["filter"]) for unit in points]
    assert shapes == [("c", "!datum.capital"), ("M", "datum.capital")]


def test_marks_know_who_holds_them_and_lie_east_of_the_cut() -> None:
    assert marks()["Desert"]["holders"] == ["South", "North"]
    assert marks()["Isle"]["lon"] == 185.0, "175 degrees west lies beyond 169 degrees west, where the board is cut"


def test_the_board_of_a_title_that_ships() -> None:
    board = load_board("aa1942")
    assert board is not None and len(board.areas()) == 145
    assert board.west == -169.0 and board.aspect == pytest.approx(2.39, abs=0.02)


@pytest.mark.parametrize("title", ["somebodys-map", "", "../aa1942"])
def test_no_board(title: str) -> None:
    assert load_board(title) is None


def test_the_projection_is_as_wide_and_high_as_its_authors_say() -> None:
    assert natural_earth(0, 0) == (0, 0)
    half = natural_earth(180, 0)[0]
    assert half == pytest.approx(0.8707 * math.pi)
    assert natural_earth(0, 90)[1] / half == pytest.approx(0.52, abs=0.001)


LINKS = pl.DataFrame({"area": ["tundra", "desert"], "other": ["desert", "isle"]})


def test_the_strip_has_a_line_an_area_that_somebody_held() -> None:
    chart, shown = control_strip(HELD, LINKS, POWERS)
    spec = chart.to_dict()
    assert shown == 2
    assert spec["encoding"]["y"]["sort"] == ["Tundra", "Desert"]
    assert [(row["round"], row["label"], row["holder"]) for row in rows(chart)[0]] == [
        (0, "Tundra", "North"), (0, "Desert", "South"), (1, "Tundra", "North"), (1, "Desert", "North"),
    ]  # fmt: skip
    assert spec["encoding"]["color"]["scale"]["domain"] == ["North", "South"]


def test_the_strip_of_a_large_board_shows_what_changed_hands() -> None:
    many = pl.DataFrame(
        [
            {"round": number, "area": f"a{n}", "name": f"A {n}", "value": 1, "controller": "north" if number < n - MOST else "south",
             "changed": number == n - MOST and number > 0}
            for number in (0, 1, 2) for n in range(MOST + 3)
        ]
    )  # fmt: skip
    chart, shown = control_strip(many, LINKS, POWERS)
    assert shown == 2
    assert {row["label"] for row in rows(chart)[0]} == {f"A {MOST + 1}", f"A {MOST + 2}"}


def test_neighbours_are_near_each_other_from_the_capital_outwards() -> None:
    held = pl.DataFrame({"round": [0] * 4, "area": ["far", "middle", "tundra", "island"], "controller": ["north"] * 4})
    links = pl.DataFrame({"area": ["tundra", "middle"], "other": ["middle", "far"]})
    assert order_areas(held, links, POWERS) == ["tundra", "middle", "far", "island"]


def test_names_make_way_for_each_other() -> None:
    assert place_labels([Label("London", 100, 100), Label("Paris", 112, 100)]) == ["left", "right"]
    assert place_labels([Label("Alone", 0, 0)]) == ["right"]
