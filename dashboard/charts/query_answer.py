"""Chart: any answer of a query, drawn as its reader chooses."""

from __future__ import annotations

from typing import Literal, TypeVar

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, SIDE_COLORS, Chart, legend, side_colors

Channel = TypeVar("Channel", alt.X, alt.Y)

BARS, LINES, POINTS = KINDS = ("Bars", "Lines", "Points")

PLOT = 240
"""Pixels of the height between the axes: long names below them and a long legend above take nothing of it."""

MOST = 5_000
"""Rows that are drawn."""

NAMES = 200
"""Rows that are drawn across names: more could not be read, and would take a browser long."""

FEW = 60
"""Different whole numbers that bars stand side by side for; more are an axis."""

ENTRIES = 24
"""Entries of a legend, at most."""


def drawable(frame: pl.DataFrame) -> list[str]:
    """Return the columns that can be drawn: lists and records cannot."""
    return [name for name, kind in frame.schema.items() if not kind.is_nested() and kind not in (pl.Null, pl.Time)]


def numbers(frame: pl.DataFrame) -> list[str]:
    """Return the columns of numbers."""
    return [name for name, kind in frame.schema.items() if kind.is_numeric()]


def usual(frame: pl.DataFrame) -> tuple[str, str, str] | None:
    """Return kind, x and y to begin with: the first column against the first other one of numbers; None without one.

    A column of ids is the first only where there is no other column: they are no names.
    """
    able = sorted(drawable(frame), key=lambda name: name.endswith("_id"))
    for x in able:
        for y in (name for name in numbers(frame) if name != x):
            return (POINTS if frame[x].dtype.is_float() else LINES if _along(frame[x]) else BARS), x, y
    return None


def drawn(frame: pl.DataFrame, x: str) -> int:
    """Return how many rows of an answer are drawn: the first NAMES across names, else the first MOST."""
    return min(frame.height, NAMES if _type(frame[x]) == "nominal" else MOST)


def answered_chart(frame: pl.DataFrame, kind: str, x: str, y: str, color: str | None = None) -> alt.Chart:
    """Return the first rows (see `drawn`) as bars, lines or points, one mark a row, nothing added up but bars at one place.

    Args:
        frame: the answer. kind: of KINDS. x, y, color: its columns, none of them nested.
    """
    chosen = dict.fromkeys(name for name in (x, y, color) if name)
    # Columns of a query may have any name, which Vega-Lite would read as a path; they are drawn under names of ours.
    own = {name: f"c{place}" for place, name in enumerate(chosen)}
    rows = frame.head(drawn(frame, x)).select(pl.col(name).alias(ours) for name, ours in own.items())
    titles = {own[name]: name for name in chosen}
    color_of = _color(rows, own[color], color) if color else alt.value(SIDE_COLORS[0])
    base = Chart(rows).encode(
        x=_axis(alt.X, rows, own[x], x, kind == BARS),
        y=_axis(alt.Y, rows, own[y], y, False),
        color=color_of,
        tooltip=[alt.Tooltip(ours, type=_type(rows[ours]), title=text_only(name)) for ours, name in titles.items()],
    )
    return _marked(base, kind).properties(height=PLOT, autosize=alt.AutoSizeParams(type="fit-x", contains="padding"))


def text_only(title: str) -> str:
    """Return a title for a line of a tooltip; one called `image` would be shown as the picture at the address that it holds."""
    return f"{title}:" if title.strip().lower() == "image" else title


def _marked(base: alt.Chart, kind: str) -> alt.Chart:
    marked: alt.Chart
    if kind == BARS:
        marked = base.mark_bar(stroke=EDGE, strokeWidth=0.6)
    elif kind == LINES:
        marked = base.mark_line(strokeWidth=2.6, point=alt.OverlayMarkDef(size=50, filled=True))
    else:
        marked = base.mark_point(size=60, filled=True, opacity=0.85, stroke=EDGE, strokeWidth=0.8)
    return marked


def _along(values: pl.Series) -> bool:
    return values.dtype.is_numeric() or values.dtype.is_temporal()


def _type(values: pl.Series) -> Literal["quantitative", "temporal", "nominal"]:
    if values.dtype.is_numeric():
        return "quantitative"
    return "temporal" if values.dtype in (pl.Date, pl.Datetime) else "nominal"


def _axis(channel: type[Channel], rows: pl.DataFrame, ours: str, title: str, side_by_side: bool) -> Channel:
    if side_by_side and rows[ours].dtype.is_integer() and rows[ours].n_unique() <= FEW:
        axis = alt.Axis(labelLimit=160, labelOverlap=True, labelAngle=0)
        return channel(ours, type="ordinal", title=title, sort="ascending", axis=axis)
    return channel(ours, type=_type(rows[ours]), title=title, sort=None, axis=alt.Axis(labelLimit=160, labelOverlap=True))


def _color(rows: pl.DataFrame, ours: str, title: str) -> alt.Color:
    kind = _type(rows[ours])
    if kind != "nominal":
        return alt.Color(ours, type=kind, title=title, scale=alt.Scale(scheme="viridis"))
    groups = rows[ours].cast(pl.String).unique(maintain_order=True).to_list()
    entries = min(len(groups), ENTRIES)
    return alt.Color(
        ours,
        type=kind,
        title=title,
        scale=alt.Scale(domain=groups, range=side_colors(groups)),
        legend=legend(entries, title=title, symbolLimit=ENTRIES),
    )
