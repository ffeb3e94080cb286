"""Chart: who holds what, on the drawn board, with a slider over rounds that works in the browser."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from dashboard.charts.board_rows import IMPASSABLE, NOBODY, WATER, features, marks, without_power
from dashboard.charts.style import legend
from dashboard.geography import Board
from dashboard.words import color

SEA, SEA_EDGE = "#d5e4ee", "#b3c9d8"
LAND_EDGE = "#4d5156"
NEUTRAL, CLOSED = "#f2efe6", "#dcd7c9"
INK = "#1d2126"
STAR = "M0,-1L0.225,-0.309L0.951,-0.309L0.363,0.118L0.588,0.809L0,0.382L-0.588,0.809L-0.363,0.118L-0.951,-0.309L-0.225,-0.309Z"
CITY = alt.Tooltip("city:N", title="Victory city")
CAPITAL = alt.Tooltip("capital:N", title="Capital of")
SHAPES, SPOTS = "board", "cities"
ROUND = "round_shown"
SAID = "datum.properties"
"""Where the rows of the map keep what is said of an area; see `board_rows`."""
OFFSETS = {
    "right": ("left", "middle", 8, 0),
    "left": ("right", "middle", -8, 0),
    "above": ("center", "bottom", 0, -7),
    "below": ("center", "top", 0, 8),
}
"""Side of a mark to its name's align, baseline, dx and dy."""
WIDE = 760
"""Width in pixels from which the names of cities are written beside their dots."""


def control_map(
    board: Board, places: pl.DataFrame, held: pl.DataFrame, garrisons: pl.DataFrame, powers: pl.DataFrame
) -> dict[str, Any]:
    """Return the board coloured by owner; a slider below it chooses the round, from the first to the last.

    It is a Vega-Lite specification and no Altair chart: outlines are large, and Altair would take a second to copy and
    check them. They are put in under the names that the chart has for them.

    Args:
        board: the title's drawn board; areas that are not on it are left out.
        places: the lake's `title_areas` of the game: area, name, kind, value, victory_city, terrain, lon, lat.
        held: measure `control_by_round`: round, area, controller, changed.
        garrisons: round, area, units; what stands there, in words.
        powers: the lake's `title_powers` of the game.
    """
    rounds = sorted(held["round"].unique().to_list())
    shapes = features(board, places, held, garrisons, powers, rounds)
    spots = marks(board, places, powers, shapes)
    names = {one["properties"]["spot"] for one in spots if one["properties"]["city"]}
    chart = _chart(board, powers, without_power(shapes), sorted(names), (rounds[0], rounds[-1]))
    return chart.to_dict() | {"datasets": {SHAPES: shapes, SPOTS: spots}}


def _chart(
    board: Board, powers: pl.DataFrame, land: list[str], names: list[str], rounds: tuple[int, int]
) -> alt.LayerChart:
    """Return the chart without its data; `land` and `names` as for the layers that take them."""
    first, last = rounds
    slider = alt.binding_range(min=first, max=last, step=1, name="Round")
    shown = alt.param(name=ROUND, value=last, bind=slider)
    # The width is the page's; the height follows from it, so that the board fits on a phone as on a laptop.
    high = alt.param(name="height", expr=f"width / {board.aspect:.4f}")
    layers = [_areas(powers, land, first), _changed(first), *_marks(names, first)]
    chart = alt.layer(*layers).project(**_projection(board)).add_params(shown, high)
    return chart.properties(autosize=alt.AutoSizeParams(type="fit-x", contains="padding"))


def _projection(board: Board) -> dict[str, Any]:
    """Return a projection that fits the board, and nothing around it, into the width of the page."""
    scale = f"width / {board.right - board.left:.5f}"
    return {
        "type": "naturalEarth1",
        "rotate": list(board.rotate),
        "scale": alt.ExprRef(scale),
        "translate": alt.ExprRef(f"[{-board.left:.5f} * {scale}, {-board.top:.5f} * {scale}]"),
    }


def _areas(powers: pl.DataFrame, land: list[str], first: int) -> alt.Chart:
    """Return the areas in their holders' colours; `land` is what the legend says of areas without a power."""
    rows = powers.sort("play_order")
    names, colors = rows["name"].to_list(), [color(one) for one in rows["color"]]
    domain = [*names, NOBODY, IMPASSABLE, WATER]
    key = legend(len(names) + len(land), values=[*names, *land], symbolType="square", symbolSize=150,
                 symbolStrokeColor=LAND_EDGE, symbolStrokeWidth=0.8)  # fmt: skip
    chart = alt.Chart(alt.NamedData(name=SHAPES)).mark_geoshape(strokeJoin="round")
    return _in_round(chart, first).encode(
        color=alt.Color(
            "holder:N",
            title=None,
            legend=key,
            scale=alt.Scale(domain=domain, range=[*colors, NEUTRAL, CLOSED, SEA]),
        ),
        stroke=alt.condition(f"datum.holder == '{WATER}'", alt.value(SEA_EDGE), alt.value(LAND_EDGE)),
        strokeWidth=alt.condition(f"datum.holder == '{WATER}'", alt.value(0.6), alt.value(0.7)),
        strokeDash=alt.condition(f"datum.holder == '{IMPASSABLE}'", alt.value([3, 3]), alt.value([1, 0])),
        tooltip=_tooltip(),
    )


def _in_round(chart: alt.Chart, first: int) -> alt.Chart:
    """Give each row its holder and units in the round that the slider shows."""
    at = f"[{ROUND} - {first}]"
    return chart.transform_calculate(
        name=f"{SAID}.name",
        value=f"{SAID}.value",
        holder=f"{SAID}.still == '{WATER}' ? '{WATER}' : {SAID}.holders{at} || {SAID}.still",
        garrison=f"{SAID}.units{at} || 'none'",
        owner="datum.holder == '" + WATER + "' ? 'nobody' : datum.holder",
    )


def _tooltip(*more: alt.Tooltip) -> list[alt.Tooltip]:
    return [
        alt.Tooltip("name:N", title="Area"),
        *more,
        alt.Tooltip("owner:N", title="Held by"),
        alt.Tooltip("value:Q", title="Value"),
        alt.Tooltip("garrison:N", title="Units"),
    ]


def _changed(first: int) -> alt.Chart:
    """Return the edges of the areas that changed hands in the round shown; they lie over the areas and say the same."""
    look = {"filled": False, "stroke": INK, "strokeWidth": 2.2, "strokeJoin": "round"}
    edges = alt.Chart(alt.NamedData(name=SHAPES)).mark_geoshape(**look)
    edges = edges.transform_filter(f"{SAID}.changed[{ROUND} - {first}]").encode(tooltip=_tooltip())
    return _in_round(edges, first)


def _marks(names: list[str], first: int) -> list[alt.Chart | alt.LayerChart]:
    """Return dots of victory cities, stars of capitals, and the names of cities; `names` are the sides they go to."""
    look = {"filled": True, "fill": "white", "stroke": INK, "opacity": 1}
    placed = _placed(first)
    dots = placed.transform_filter("!datum.capital").encode(tooltip=_tooltip(CITY))
    stars = placed.transform_filter("datum.capital").encode(tooltip=_tooltip(CITY, CAPITAL))
    return [
        dots.mark_point(shape="circle", size=46, strokeWidth=1.4, **look),
        *(_names(placed, spot) for spot in names),
        stars.mark_point(shape=STAR, size=150, strokeWidth=0.9, **look),
    ]


def _placed(first: int) -> alt.Chart:
    said = {field: f"{SAID}.{field}" for field in ("lon", "lat", "city", "capital", "spot")}
    chart = _in_round(alt.Chart(alt.NamedData(name=SPOTS)), first).transform_calculate(**said)
    return chart.encode(longitude="lon:Q", latitude="lat:Q", tooltip=_tooltip(CITY))


def _names(placed: alt.Chart, spot: str) -> alt.LayerChart:
    align, baseline, dx, dy = OFFSETS[spot]
    look = {"align": align, "baseline": baseline, "dx": dx, "dy": dy, "fontSize": 11, "fontWeight": 600}
    look["opacity"] = alt.ExprRef(f"width < {WIDE} ? 0 : 1")
    base = placed.transform_filter(f"datum.city && datum.spot == '{spot}'").encode(text="city:N")
    halo = base.mark_text(**look, stroke="white", strokeWidth=3, strokeJoin="round", color="white")
    return alt.layer(halo, base.mark_text(**look, color=INK))
