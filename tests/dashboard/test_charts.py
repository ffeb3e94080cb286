"""Charts by their specification: what is drawn, in which order and colours, from how many rows."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import altair as alt
import polars as pl
import pytest

from dashboard.charts.bands import bands_chart
from dashboard.charts.control_strip import MOST, control_strip, order_areas
from dashboard.charts.groups import group_shape
from dashboard.charts.income import income_chart
from dashboard.charts.side_lines import side_lines
from dashboard.charts.spread import ROW, spread_chart
from dashboard.charts.stacked import PARTS
from dashboard.charts.style import HEIGHT, SHAPES, SIDE_COLORS, side_colors
from dashboard.charts.treasury import treasury_chart
from dashboard.charts.tuv import tuv_chart
from dashboard.charts.victory_cities import WIDEST, victory_chart
from dashboard.player.palette import ACROSS, gap
from dashboard.ui.asked import sides_of
from dashboard.ui.downloads import svg
from dashboard.ui.geography import load_board, on_paper
from dashboard.ui.sides import side_forms
from engine.titles import load_title, titles

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
    [(income_chart, "income", "Income, IPC per round"), (treasury_chart, "treasury", "Treasury, IPC")],
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


@pytest.mark.parametrize(
    ("names", "places"),
    [
        (["Allies", "Axis"], [0, 1]), (["Axis", "Allies", "Neutral"], [1, 0, 4]), (["Axis", "Western Allies", "Soviets"], [1, 0, 2]),
        (["Axis", "Allies", "Western Allies"], [1, 0, 2]), (["Blues", "Axis"], [0, 1]), (list("abcdefg"), [0, 1, 2, 3, 4, 5, 6]), ([], []),
    ],
)  # fmt: skip
def test_a_side_keeps_its_customary_colour_whatever_its_place(names: list[str], places: list[int]) -> None:
    assert side_colors(names) == [SIDE_COLORS[place] for place in places]


@pytest.mark.parametrize("slug", titles())
def test_the_sides_of_a_title_have_the_colours_of_its_file_and_its_order(slug: str) -> None:
    sides = load_title(slug).sides.values()
    assert all(side.color for side in sides)
    assert side_colors([side.name for side in sides]) == [side.color for side in sides]
    names = [side.name for side in sides]
    assert side_forms(names) == sorted(side_forms(names)), "patterns follow the order of the title's file"


def test_colours_of_parts_can_be_told_apart() -> None:
    near = {pair: distance for pair in combinations(PARTS, 2) if (distance := gap(*pair)) < ACROSS}
    assert near == {} and len(PARTS) == 24


def test_units_value_by_side() -> None:
    frame = pl.DataFrame({"round": [0, 0, 1, 1], "side_name": SIDES * 2, "tuv": [100, 90, 80, 95]})
    chart = tuv_chart(frame, SIDES, "IPC")
    points = encoding(chart, "point")
    assert points["color"]["scale"] == {"domain": SIDES, "range": list(SIDE_COLORS[:2])}
    assert points["y"]["field"] == "tuv" and points["y"]["title"] == "Value of units (TUV), IPC"
    assert rows(chart) == [frame.to_dicts()]


def cities(*thresholds: int) -> pl.DataFrame:
    return pl.DataFrame({"round": [0, 0, 1, 1], "side_name": SIDES * 2, "held": [6, 6, 7, 5], "threshold": list(thresholds) * 2})


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


def test_a_threshold_of_most_contenders_names_none_and_no_line_is_much_wider_than_another() -> None:
    names = ["Anna", "Bert", "Cleo", "Dora"]
    counts = pl.DataFrame({"round": 0, "side_name": names, "held": 1, "threshold": [24, 18, 24, 24]})
    chart = victory_chart(counts, names, "Points")
    assert sorted(labels(chart)) == [(18, "Bert: 18 to win"), (24, "24 to win")]
    widths = [unit["mark"]["strokeWidth"] for unit in units(chart) if unit["mark"]["type"] == "line"][1::2]
    assert widths[0] - widths[-1] == pytest.approx(WIDEST) and len(set(widths)) == len(names)


def test_victory_cities_without_a_threshold() -> None:
    assert labels(victory_chart(cities(0, 0), SIDES, "Cities")) == []


def test_what_a_side_holds_is_drawn_at_its_true_place() -> None:
    counts = pl.DataFrame({"round": [0, 0, 1, 1], "side_name": SIDES * 2, "held": [0, 36, 36, 0], "threshold": [40, 50] * 2})
    chart = victory_chart(counts, SIDES, "Points")
    top = encoding(chart, "point")["y"]["scale"]["domain"][1]
    shown = [top * (1 - y / HEIGHT) for y in _heights(svg(chart.to_dict()).decode())]
    assert sorted(shown) == [pytest.approx(0), pytest.approx(36)]


def test_points_below_zero_are_in_the_picture() -> None:
    for held, low in ((-4, -4), (2, 0)):
        rows = cities(0, 0).with_columns(held=pl.lit(held))
        assert victory_chart(rows, SIDES, "Points").to_dict()["layer"][1]["layer"][0]["encoding"]["y"]["scale"]["domain"][0] == low


def _heights(drawn: str) -> set[float]:
    """Return how far down the points of a drawn chart stand."""
    return {float(y) for y in re.findall(r'aria-roledescription="point" transform="translate\([-\d.]+,([-\d.]+)\)"', drawn)}


def test_sides_that_hold_equally_many_can_be_told_apart() -> None:
    drawn = units(victory_chart(cities(9, 9).with_columns(held=pl.lit(6)), SIDES, "Cities"))
    lines = [unit["mark"]["strokeWidth"] for unit in drawn if unit["mark"]["type"] == "line"]
    points = [unit["mark"]["size"] for unit in drawn if unit["mark"]["type"] == "point"]
    assert lines[0] > lines[1] > lines[2] > lines[3] and points[0] > points[1], "what comes later lies on what came before"


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


def test_the_board_of_a_title_that_ships() -> None:
    board = load_board("aa1942")
    assert board is not None and len(board.areas()) == 145
    assert board.west == -169.0


@pytest.mark.parametrize("title", ["somebodys-map", "", "../aa1942"])
def test_no_board(title: str) -> None:
    assert load_board(title) is None


def test_the_projection_is_as_wide_and_high_as_its_authors_say() -> None:
    assert on_paper(0, 0) == (0, 0) and on_paper(180, 60)[0] == pytest.approx(math.pi)
    assert on_paper(0, 90)[1] == pytest.approx(1.790857, abs=1e-5)
    assert on_paper(0, -90)[1] == -on_paper(0, 90)[1]


LINKS = pl.DataFrame({"area": ["tundra", "desert"], "other": ["desert", "isle"]})


def test_the_strip_has_a_line_an_area_that_somebody_held() -> None:
    chart, shown = control_strip(HELD, LINKS, POWERS)
    spec = chart.to_dict()
    assert shown == 2
    assert spec["encoding"]["y"]["sort"] == ["Tundra", "Desert"]
    assert [(row["round"], row["label"], row["holder"]) for row in rows(chart)[0]] == [
        (0, "Tundra", "North"),
        (0, "Desert", "South"),
        (1, "Tundra", "North"),
        (1, "Desert", "North"),
    ]
    assert spec["encoding"]["color"]["scale"]["domain"] == ["North", "South"]


def test_the_strip_of_a_large_board_shows_what_changed_hands() -> None:
    many = pl.DataFrame(
        [
            {
                "round": number,
                "area": f"a{n}",
                "name": f"A {n}",
                "value": 1,
                "controller": "north" if number < n - MOST else "south",
                "changed": number == n - MOST and number > 0,
            }
            for number in (0, 1, 2)
            for n in range(MOST + 3)
        ]
    )
    chart, shown = control_strip(many, LINKS, POWERS)
    assert shown == 2
    assert {row["label"] for row in rows(chart)[0]} == {f"A {MOST + 1}", f"A {MOST + 2}"}


def test_neighbours_are_near_each_other_from_the_capital_outwards() -> None:
    held = pl.DataFrame({"round": [0] * 4, "area": ["far", "middle", "tundra", "island"], "controller": ["north"] * 4})
    links = pl.DataFrame({"area": ["tundra", "middle"], "other": ["middle", "far"]})
    assert order_areas(held, links, POWERS) == ["tundra", "middle", "far", "island"]


def spread(*selections: str) -> alt.TopLevelMixin:
    numbers = dict.fromkeys(("n", "games", "mean", "p10", "p25", "p50", "p75", "p90", "low", "high"), 1.0)
    frame = pl.DataFrame([{"selection": one, "group": name, **numbers} for one in selections for name in SIDES])
    return spread_chart(frame, SIDES, {}, "Share of areas", ".0%")


def test_groups_of_a_spread_have_their_height_to_themselves() -> None:
    alone = spread("").to_dict()
    assert alone["height"] == ROW * len(SIDES) and alone["autosize"]["type"] == "fit-x"
    compared = spread("first", "second").to_dict()
    assert compared["spec"]["height"] == ROW * len(SIDES) and "autosize" not in compared


def test_the_legend_over_two_selections_is_one_line() -> None:
    numbers = dict.fromkeys(("n", "mean", "p10", "p25", "p50", "p75", "p90"), 1.0)
    groups = [f"Group {at}" for at in range(8)]
    frame = pl.DataFrame([{"selection": one, "group": name, "round": at, **numbers} for one in "ab" for name in groups for at in (1, 2)])
    picture = svg(bands_chart(frame, groups, {}, "Income", ".1~f")).decode()
    entries = picture[picture.index("role-legend-entry") :]
    lines = {
        int(float(y)) for y in re.findall(r'<g transform="translate\([\d.]+,([\d.]+)\)"><path class="background"[^>]*opacity="1"', entries)
    }
    assert all(f">{name}</text>" in entries for name in groups) and len(lines) == 1, lines


def test_a_side_has_one_shape_whatever_the_order_of_the_groups() -> None:
    scale = group_shape(["Allies", "Axis"]).to_dict()["scale"]
    assert scale == {"domain": ["Allies", "Axis"], "range": list(reversed(SHAPES[:2]))}
    assert group_shape(["Axis", "Allies"]).to_dict()["scale"]["range"] == list(SHAPES[:2])


@pytest.mark.parametrize(("form", "step"), [("d", 1), ("%", None)])
def test_an_axis_of_whole_numbers_says_none_twice(form: str, step: int | None) -> None:
    """From 2 to 4 it had five ticks, 4, 4, 3, 3 and 2."""
    frame = pl.DataFrame({"round": [1, 2], "side_name": ["Axis", "Axis"], "income": [2, 4]})
    spec = side_lines(frame, ["Axis"], "income", "Income", form).to_dict()
    steps = {axis["axis"].get("tickMinStep") for part in spec["layer"] for axis in [part["encoding"]["y"]]}
    assert steps == {step}
