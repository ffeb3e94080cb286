"""Chart: who holds what, without a map: a line an area, a column a round."""

from __future__ import annotations

from collections import deque

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, Chart, legend
from dashboard.ui.text import color

MOST = 120
"""Areas above which only those are drawn whose holder is not the same at the end of every round."""
LINE = 17
"""Pixels that an area takes."""
NOBODY = "Nobody"
PAPER = "#f2efe6"


def control_strip(held: pl.DataFrame, links: pl.DataFrame, powers: pl.DataFrame) -> tuple[alt.Chart, int]:
    """Return the strip, and how many areas it shows.

    Args:
        held: measure `control_by_round`: round, area, name, value, controller, changed.
        links: the lake's `title_links` of the game. powers: its `title_powers`.
    """
    owned = held.filter((pl.col("controller") != "").any().over("area"))
    if owned["area"].n_unique() > MOST and owned["changed"].any():
        owned = owned.filter(pl.col("changed").any().over("area"))
    rows = _rows(owned, powers)
    names = powers.sort("play_order")
    order = order_areas(owned, links, powers)
    titles = dict(zip(owned["area"], owned["name"], strict=True))
    free = [NOBODY] if (rows["holder"] == NOBODY).any() else []
    key = legend(names.height + len(free), symbolType="square", symbolStrokeColor=EDGE, symbolStrokeWidth=0.8)
    scale = alt.Scale(domain=[*names["name"], *free], range=[*(color(one) for one in names["color"]), *([PAPER] if free else [])])
    chart = Chart(rows).mark_rect(stroke=EDGE, strokeWidth=0.6)
    chart = chart.encode(
        x=alt.X("round:O", title="End of round", axis=alt.Axis(labelAngle=0, orient="top")),
        y=alt.Y(
            "label:N",
            sort=[titles[area] for area in order],
            title=None,
            axis=alt.Axis(labelLimit=150, labelOverlap=False),
        ),
        color=alt.Color("holder:N", scale=scale, title=None, legend=key),
        tooltip=[
            alt.Tooltip("label:N", title="Area"),
            alt.Tooltip("round:O", title="Round"),
            alt.Tooltip("holder:N", title="Held by"),
            alt.Tooltip("value:Q", title="Value"),
        ],
    )
    chart = chart.properties(height=LINE * max(len(order), 1), autosize=alt.AutoSizeParams(type="fit-x", contains="padding"))
    return chart, len(order)


def _rows(owned: pl.DataFrame, powers: pl.DataFrame) -> pl.DataFrame:
    named = owned.join(powers.select(pl.col("power").alias("controller"), pl.col("name").alias("holder")), on="controller", how="left")
    return named.select("round", pl.col("name").alias("label"), "value", pl.col("holder").fill_null(NOBODY))


def order_areas(held: pl.DataFrame, links: pl.DataFrame, powers: pl.DataFrame) -> list[str]:
    """Return areas so that neighbours are near each other: by first holder, then by steps from its capital.

    Powers come in the order of play, areas that nobody held at first at the end; areas that no link reaches come last
    among their holder's.
    """
    near: dict[str, set[str]] = {}
    for one, two in links.select("area", "other").iter_rows():
        near.setdefault(one, set()).add(two)
        near.setdefault(two, set()).add(one)
    first = held.filter(pl.col("round") == pl.col("round").min())
    holder = dict(zip(first["area"], first["controller"], strict=True))
    order: list[str] = []
    for power, capital in powers.sort("play_order").select("power", "capital").iter_rows():
        steps = _steps(capital, near)
        mine = [area for area, who in holder.items() if who == power]
        order += sorted(mine, key=lambda area: (steps.get(area, len(near) + 1), area))
    return order + sorted(set(holder) - set(order))


def _steps(start: str, near: dict[str, set[str]]) -> dict[str, int]:
    """Return how many links each area is from `start`."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        area = queue.popleft()
        for other in sorted(near.get(area, ())):
            if other not in steps:
                steps[other] = steps[area] + 1
                queue.append(other)
    return steps
