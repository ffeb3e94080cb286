"""What all charts share: who has which colour, and how rounds, lines and legends are drawn.

Nothing here sets a background or a text colour, so that charts take the page's light or dark theme.
Lines have a grey edge: a power's customary colour may be as light or as dark as the page behind it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import cycle
from math import sqrt
from typing import Any

import altair as alt
import polars as pl

from dashboard.ui.figures import highest, lowest
from dashboard.ui.sides import customary_colors, side_forms
from dashboard.ui.text import color

SIDE_COLORS = (
    "#2b7bba", "#d9730d", "#3a9a77", "#b05fa3", "#8a8f98", "#c2a500", "#4694d4", "#b85d26", "#55b38f", "#96478a", "#a7b4d1", "#dcbf37",
)  # fmt: skip
"""Colours of sides and other groups; the first differ for the colour-blind (after Okabe and Ito) and on either theme."""

SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
"""Marks of powers in the order of play, so that colour is never all that tells them apart."""

EDGE = "#8a8f98"
HEIGHT = 320
POINT = 70
"""Square pixels of a point."""
SHORT = 8
"""Rounds from which on an axis leaves some unnamed."""
ENTRY = 118
"""Width in pixels that an entry of a legend takes, when its name is no long one."""
LETTER = 7
"""Width in pixels of a letter of a long one, its share of the mark before it included."""


class Chart(alt.Chart):
    """A chart whose copies share its parts: laying charts over each other copies each of them a dozen times, with all their parts.

    Nothing changes a part (an axis, a channel) once it is made, and what Altair sets on a copy is the copy's own.
    """

    def __deepcopy__(self, _memo: object) -> Chart:
        return self.copy(deep=False)


def side_colors(names: Sequence[str]) -> list[str]:
    """Return the colours of sides, or of other groups, by their printed names in the order of the legend.

    A side has its customary colour (`ui/sides.py`) whatever the title and its place in it, unless one before it took that colour; the
    others take what is left, from the first on again when there are more of them than colours.
    """
    given: dict[str, str] = {}
    for name in names:
        if (own := customary_colors().get(name)) and own not in given.values():
            given[name] = own
    free = [one for one in SIDE_COLORS if one not in given.values()] or list(SIDE_COLORS)
    rest = cycle(free)
    return [given[name] if name in given else next(rest) for name in names]


def power_color(powers: pl.DataFrame, legend: alt.Legend | None) -> alt.Color:
    """Return the colour channel of powers by printed name (field `name`), in the order of play."""
    rows = powers.sort("play_order")
    scale = alt.Scale(domain=rows["name"].to_list(), range=[color(one) for one in rows["color"]])
    return alt.Color("name:N", scale=scale, title=None, legend=legend)


def power_shape(powers: pl.DataFrame, legend: alt.Legend | None) -> alt.Shape:
    """Return the shape channel of powers, on the same domain as their colour so that both share one legend."""
    names = powers.sort("play_order")["name"].to_list()
    marks = [SHAPES[at % len(SHAPES)] for at in range(len(names))]
    return alt.Shape("name:N", scale=alt.Scale(domain=names, range=marks), title=None, legend=legend)


def side_color(sides: list[str], legend: alt.Legend | None) -> alt.Color:
    """Return the colour channel of sides by printed name (field `side_name`)."""
    return alt.Color("side_name:N", scale=alt.Scale(domain=sides, range=side_colors(sides)), title=None, legend=legend)


def side_shape(sides: list[str], legend: alt.Legend | None) -> alt.Shape:
    """Return the shape channel of sides, on the same domain as their colour; a side has the same shape in every game."""
    marks = [SHAPES[form % len(SHAPES)] for form in side_forms(sides)]
    return alt.Shape("side_name:N", scale=alt.Scale(domain=sides, range=marks), title=None, legend=legend)


def legend(count: int, least: int = 2, longest: int = 0, **look: Any) -> alt.Legend:
    """Return a legend above the chart, of `count` entries; it breaks into as many lines as the page's width asks for.

    Args:
        count: entries. least: of them in a line, however narrow the page is: 1 where long names stand beside the chart.
        longest: letters of the longest name, where names may be long.
    """
    columns = alt.ExprRef(f"max({least}, min({count}, floor(width / {max(ENTRY, LETTER * longest)})))")
    drawn = {
        "columns": columns,
        "symbolStrokeWidth": 1,
        "symbolSize": 110,
        "symbolLimit": max(count, 1),
        "labelLimit": 0,
        "title": None,
        **look,
    }
    return alt.Legend(orient="top", direction="horizontal", **drawn)


def round_axis(frame: pl.DataFrame) -> alt.X:
    """Return the x channel of field `round`: whole numbers, from the first round of the frame to its last."""
    ends = [int(lowest(frame["round"])), int(highest(frame["round"]))]
    # A short axis would have ticks between the rounds, and say each round twice; of given ones a least step leaves some out, and so
    # does the format "d", which asks for one.
    short = ends[1] - ends[0] < SHORT
    whole = {"values": list(range(ends[0], ends[1] + 1)), "format": ".0f"} if short else {"tickMinStep": 1, "format": "d"}
    axis = alt.Axis(title="Round", grid=False, **whole)
    return alt.X("round:Q", scale=alt.Scale(domain=ends, nice=False, zero=False, padding=14), axis=axis)


def faint(opacity: float) -> Mapping[str, Any]:
    """Return an opacity of marks that is not their legend's too: that takes the largest of all conditions."""
    return alt.condition("false", alt.value(1), alt.value(opacity))


def layered(*charts: alt.Chart | alt.LayerChart) -> alt.LayerChart:
    """Return charts laid over each other. `+` and `alt.layer` do the same, and look for facets too, which our layers never have."""
    return alt.LayerChart(layer=charts)


def edged_line(base: alt.Chart, color: alt.Color, detail: str, wider: float = 0, **look: Any) -> alt.LayerChart:
    """Return lines in `color`, each on a slightly wider grey one that parts it from the page; `wider` and `look` are of both."""
    under = base.mark_line(strokeWidth=4.4 + wider, color=EDGE, opacity=0.55, **look).encode(detail=alt.Detail(detail))
    return layered(under, base.mark_line(strokeWidth=2.6 + wider, **look).encode(color=color, detail=alt.Detail(detail)))


def edged_point(base: alt.Chart, size: float = POINT) -> alt.Chart:
    """Return marks of so many square pixels with a thin grey edge, so that they too are parted from the page."""
    point: alt.Chart = base.mark_point(size=size, filled=True, opacity=1, stroke=EDGE, strokeWidth=0.8)
    return point


def side_course(
    base: alt.Chart,
    sides: list[str],
    *tips: alt.Tooltip,
    interpolate: Any = alt.Undefined,
    wider: float = 0,
    drawn: Collection[str] | None = None,
) -> tuple[alt.LayerChart, alt.Chart]:
    """Return the line of each side (field `side_name`), and its points; these tell side and round on hover, then `tips`.

    Args:
        base: a chart with both axes. sides: printed names in the order of play. interpolate: how lines go from point to point.
        wider: pixels by which lines and points are wider than elsewhere. drawn: the sides that have rows, which the legend names; all of
            them when None. A side that is not drawn keeps its colour from others.
    """
    named = sides if drawn is None else [side for side in sides if side in drawn]
    key = legend(len(named), values=named)
    color, told = side_color(sides, key), _told("side_name:N", "Side", tips)
    lines = edged_line(base, color, "side_name:N", wider, interpolate=interpolate)
    return lines, edged_point(base, (sqrt(POINT) + wider) ** 2).encode(color=color, shape=side_shape(sides, key), tooltip=told)


def power_course(base: alt.Chart, powers: pl.DataFrame, *tips: alt.Tooltip) -> tuple[alt.LayerChart, alt.Chart]:
    """Return the line of each power (field `name`), and its points; these tell power and round on hover, then `tips`.

    Args:
        base: a chart with both axes. powers: the lake's `title_powers` of the game.
    """
    key = legend(powers.height)
    color, told = power_color(powers, key), _told("name:N", "Power", tips)
    points = edged_point(base).encode(color=color, shape=power_shape(powers, key), tooltip=told)
    return edged_line(base, color, "name:N"), points


def _told(field: str, title: str, tips: Sequence[alt.Tooltip]) -> list[alt.Tooltip]:
    return [alt.Tooltip(field, title=title), alt.Tooltip("round:Q", title="Round"), *tips]
