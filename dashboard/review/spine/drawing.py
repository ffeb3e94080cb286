"""The spine as HTML that a page and a file share: a line with its band, a link for each turn, key moments, the split of each swing.

Lines stretch with the page (an SVG without a size of its own), words stand over them: so it reads as well on a phone. Every turn is
a link, so the map goes there on a click, without a script of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from dashboard.charts.style import side_colors
from dashboard.review.moment_links import Link
from dashboard.review.reader import Reader
from dashboard.review.spine.course import CHANCE, Course, course, key_moments
from dashboard.review.spine.near import Near, near, near_told
from dashboard.review.spine.spine_text import SPLIT, answer, moved, note, share_told, split_told
from dashboard.ui.figures import highest, lowest
from dashboard.ui.templates import Template

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)
STYLE = Path(__file__).with_name("spine.css")
HEIGHT, WIDTH, WIDEST = 100, 1000, 60
"""Units of the drawing, which stretches to the page."""
TICKS = 7
"""Rounds that are named below it, at most."""
NOBODYS = "#8a8f98"
"""Color of a side that has none."""
FAINT = 0.005
"""A turn's split below which no bar is drawn."""


class Line(NamedTuple):
    """The course of a side: points of its band, empty where it has none, points of its line, and its color."""

    band: str
    points: str
    color: str


class Place(NamedTuple):
    """A turn or a key moment: its link if it has one, where it stands, what it says on hover, and what is written there."""

    link: Markup | None
    style: str
    title: str
    text: str = ""


class Split(NamedTuple):
    """What dice and players did to the chance: its bars (kind, x, y, width, height), what they reach, and all in words."""

    bars: list[tuple[str, float, float, float, float]]
    scale: float
    said: str
    rest: bool


def spine_html(of: Reader, link: Link | None) -> Markup | str:
    """Return the spine of a game as HTML; empty where it cannot be told who was ahead.

    Args:
        link: what the tag of a link to a turn of the map holds; None where there is no map.
    """
    found = course(of)
    if found is None:
        return ""
    colors = dict(zip(of.side_names, side_colors(of.side_names), strict=True))
    first, last = int(lowest(found.rows["turn"])), int(highest(found.rows["turn"])) or 1
    across = _Across(first, last, *_ends(found))
    keys, close = key_moments(of, found), near(of, found)
    marks = [_key(number, row, found, across, link, of) for number, row in enumerate(keys.iter_rows(named=True), 1)]
    drawing = HTML.course(
        found.sides,
        colors,
        across,
        (WIDTH, HEIGHT),
        _lines(found, colors, across),
        [_strip(one, colors, across, at) for at, one in enumerate(close)],
        [_turn(of, found, turn, across, link, close) for turn in sorted(of.moments) if first <= turn <= last],
        marks,
    )
    said = " ".join(filter(None, (answer(of, found), near_told(of, found, close))))
    parts = (drawing, _split(found, across), HTML.ticks(_ticks(of, found, across)), _told(of, keys, link))
    ends = of.moments.get(first, 0), of.moments.get(last, 1)
    return HTML.spine(*ends, said, parts, note(found, keys.height > 0))


def _ends(found: Course) -> tuple[float, float]:
    """Return from which share to which it is drawn: chances from 0 to 1, shares of strength as far as they reach."""
    if found.kind == CHANCE:
        return 0.0, 1.0
    values = found.rows.filter(pl.col("side_name").is_in(found.sides))["value"]
    low, high = lowest(values), highest(values) or 1.0
    return max(0.0, floor(10 * low - 0.2) / 10), min(1.0, ceil(10 * high + 0.2) / 10)


class _Across:
    """Where turns and shares stand: in units of the drawing, and in per cent of its width."""

    def __init__(self, first: int, last: int, low: float, high: float) -> None:
        self.first, self.span = first, max(last - first, 1)
        self.low, self.high = low, high

    def y(self, value: float) -> float:
        return round(HEIGHT * (1 - min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)), 1)

    @property
    def half(self) -> float | None:
        """Where a half stands, if it is neither end nor outside."""
        return self.y(0.5) if self.low < 0.5 < self.high else None

    def x(self, turn: int) -> float:
        return round(WIDTH * (turn - self.first) / self.span, 1)

    def left(self, turn: float) -> str:
        return f"{100 * (turn - self.first) / self.span:.2f}%"


def _points(pairs: list[tuple[int, float]], across: _Across) -> str:
    return " ".join(f"{across.x(turn):g},{across.y(value):g}" for turn, value in pairs)


def _lines(found: Course, colors: dict[str, str], across: _Across) -> list[Line]:
    lines = []
    for side in found.sides:
        rows, band = found.of(side), ""
        if side == found.focus and rows["low"].null_count() < rows.height:
            low, high = ([*rows.select("turn", name).iter_rows()] for name in ("low", "high"))
            band = _points(high + low[::-1], across)
        points = _points([*rows.select("turn", "value").iter_rows()], across)
        lines.append(Line(band, points, colors.get(side, NOBODYS)))
    return lines


def _turn(of: Reader, found: Course, turn: int, across: _Across, link: Link | None, close: list[Near]) -> Place:
    """Return a link over the strip of a turn, which says on hover how it stood, and who was within a turn of winning."""
    rows = found.rows.filter(pl.col("turn") == turn, pl.col("side_name").is_in(found.sides)).sort("value", descending=True)
    stood = ", ".join(_stood(row) for row in rows.iter_rows(named=True))
    also = "".join(f"; {one.side} within a turn of winning" for one in close if one.first <= turn <= one.last)
    title = f"{of.whens.get(turn, '')}: {stood}{also}"
    left, wide = across.left(max(turn - 0.5, across.first)), f"{100 * _width(turn, across) / across.span:.2f}%"
    return Place(link(of.moments[turn]) if link else None, f"left:{left};width:{wide}", title)


def _strip(one: Near, colors: dict[str, str], across: _Across, at: int) -> str:
    """Return the style of a strip in a side's color at the foot of the drawing, along the turns when it was within a turn of winning."""
    left, right = max(one.first - 0.5, across.first), min(one.last + 0.5, across.first + across.span)
    color, wide = colors.get(one.side, NOBODYS), f"{100 * (right - left) / across.span:.2f}%"
    return f"left:{across.left(left)};width:{wide};bottom:{4 * (at % 2)}px;background:{color}"


def _width(turn: int, across: _Across) -> float:
    return 1.0 if across.first < turn < across.first + across.span else 0.5


def _stood(row: dict[str, Any]) -> str:
    band = f" ({row['low']:.0%} to {row['high']:.0%})" if row["low"] is not None else ""
    return f"{row['side_name']} {share_told(row['value'])}{band}"


def _key(number: int, row: dict[str, Any], found: Course, across: _Across, link: Link | None, of: Reader) -> Place:
    side = row["side_name"] if row["side_name"] in found.sides else found.focus
    at = found.of(side).filter(turn=row["turn"])["value"]
    style = f"left:{across.left(row['turn'])};top:{across.y(float(at[0])):g}%"
    title = f"{of.whens.get(row['turn'], '')}: {row['deed']}"
    return Place(_linked(of, row["turn"], link), style, title, str(number))


def _linked(of: Reader, turn: int, link: Link | None) -> Markup | None:
    return link(of.moments[turn]) if link and turn in of.moments else None


def _split(found: Course, across: _Across) -> Markup | str:
    """Return bars of what the dice and the players did to the chance in each turn, of a game whose dice are known in some."""
    rows = found.of(found.focus).drop_nulls("change")
    if found.kind != CHANCE or not (rows["by_dice"].abs() >= FAINT).any():
        return ""
    rows = rows.with_columns(pl.col(SPLIT).fill_null(0.0))
    scale = max(_reach(rows), 0.05)
    bars = [bar for row in rows.iter_rows(named=True) for bar in _bars(row, scale, across)]
    rest = not (rows["not_told_apart"].abs() < FAINT).all()
    return HTML.split(Split(bars, scale, split_told(found), rest), (WIDTH, HEIGHT))


def _reach(rows: pl.DataFrame) -> float:
    """Return how far up or down the bars of a turn reach at most."""
    up, down = (rows.select(pl.sum_horizontal(pl.col(SPLIT).clip(*ends))).to_series() for ends in ((0, None), (None, 0)))
    return max(highest(up), -lowest(down))


def _bars(row: dict[str, Any], scale: float, across: _Across) -> Iterator[tuple[str, float, float, float, float]]:
    wide = min(0.7 * WIDTH / across.span, WIDEST)
    x = min(max(across.x(row["turn"]) - wide / 2, 0.0), WIDTH - wide)
    up, down = 0.0, 0.0
    for name in ("by_players", "by_dice", "not_told_apart"):
        size = row[name]
        if abs(size) < FAINT:
            continue
        high = abs(size) / scale * HEIGHT / 2
        y = HEIGHT / 2 - up - high if size > 0 else HEIGHT / 2 + down
        up, down = (up + high, down) if size > 0 else (up, down + high)
        yield name.removeprefix("by_"), x, y, wide, high


def _ticks(of: Reader, found: Course, across: _Across) -> list[tuple[str, str]]:
    """Return where each round stands that is named, and its name: where its first turn begins."""
    starts = found.rows.filter(pl.col("turn") > 0).group_by("round").agg(pl.col("turn").min()).sort("round")
    step = -(-starts.height // TICKS)
    named = [(round_, turn) for at, (round_, turn) in enumerate(starts.iter_rows()) if at % max(step, 1) == 0]
    return [(across.left(turn), _short(of, round_) if at else of.when(round_).capitalize()) for at, (round_, turn) in enumerate(named)]


def _short(of: Reader, round_: int) -> str:
    """Return a round's name without the word that the first tick has said."""
    name = of.when(round_)
    return name.split()[-1] if name.split()[-1] == str(round_) else name


def _told(of: Reader, keys: pl.DataFrame, link: Link | None) -> Markup:
    return HTML.keys(
        [(_linked(of, row["turn"], link), of.whens.get(row["turn"], ""), row["deed"], moved(row)) for row in keys.iter_rows(named=True)]
    )
