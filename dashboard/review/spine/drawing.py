"""The spine as HTML that a page and a file share: a line with its band, a link for each turn, key moments, the split of each swing.

Lines stretch with the page (an SVG without a size of its own), words stand over them: so it reads as well on a phone. Every turn is
a link, so the map goes there on a click, without a script of its own.
"""

from __future__ import annotations

from math import ceil, floor
from pathlib import Path
from typing import Any

import polars as pl

from dashboard.charts.style import side_colors
from dashboard.review.moment_links import Link
from dashboard.review.reader import Reader
from dashboard.review.spine.course import CHANCE, Course, course, key_moments
from dashboard.review.spine.near import Near, near, near_told
from dashboard.review.spine.words import SPLIT, answer, moved, note, share_told, split_told
from dashboard.ui.text import safe

STYLE = Path(__file__).with_name("spine.css")
HEIGHT, WIDTH, WIDEST = 100, 1000, 60
"""Units of the drawing, which stretches to the page."""
TICKS = 7
"""Rounds that are named below it, at most."""
FAINT = 0.005
"""A turn's split below which no bar is drawn."""


def spine_html(of: Reader, link: Link | None) -> str:
    """Return the spine of a game as HTML; empty where it cannot be told who was ahead.

    Args:
        link: what the tag of a link to a turn of the map holds; None where there is no map.
    """
    found = course(of)
    if found is None:
        return ""
    colors = dict(zip(of.side_names, side_colors(of.side_names), strict=True))
    first, last = int(found.rows["turn"].min() or 0), int(found.rows["turn"].max() or 1)
    across = _Across(first, last, *_ends(found))
    keys = key_moments(of, found)
    moments = "".join(
        _key(number, row, found, across, link, of) for number, row in enumerate(keys.iter_rows(named=True), 1)
    )
    close = near(of, found)
    strips = "".join(_strip(one, colors, across, at) for at, one in enumerate(close))
    turns = "".join(_turn(of, found, turn, across, link, close) for turn in sorted(of.moments) if first <= turn <= last)
    said = " ".join(filter(None, (answer(of, found), near_told(of, found, close))))
    return (
        f'<section class="sitrep-spine" style="--first:{of.moments.get(first, 0)};--last:{of.moments.get(last, 1)}">'
        f'<p class="sitrep-answer">{safe(said)}</p>{_legend(found, colors)}'
        f'<div class="course">{_lines(found, colors, across)}<span class="y top">{across.high:.0%}</span>{across.half_label}'
        f'<span class="y">{across.low:.0%}</span>{strips}{turns}{moments}<i class="cursor"></i></div>'
        f"{_split(found, across)}{_ticks(of, found, across)}"
        f"{_told(of, keys, link)}<p class=\"sitrep-meaning\">{safe(note(found, keys.height > 0))}</p></section>"
    )  # fmt: skip


def _ends(found: Course) -> tuple[float, float]:
    """Return from which share to which it is drawn: chances from 0 to 1, shares of strength as far as they reach."""
    if found.kind == CHANCE:
        return 0.0, 1.0
    values = found.rows.filter(pl.col("side_name").is_in(found.sides))["value"]
    low, high = float(values.min() or 0), float(values.max() or 1)
    return max(0.0, floor(10 * low - 0.2) / 10), min(1.0, ceil(10 * high + 0.2) / 10)


class _Across:
    """Where turns and shares stand: in units of the drawing, and in per cent of its width."""

    def __init__(self, first: int, last: int, low: float, high: float) -> None:
        self.first, self.span = first, max(last - first, 1)
        self.low, self.high = low, high

    def y(self, value: float) -> float:
        return round(HEIGHT * (1 - min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)), 1)

    @property
    def half_label(self) -> str:
        """The label of a half, where it is neither end nor outside."""
        return (
            f'<span class="y half" style="top:calc({self.y(0.5):g}% - 0.5em)">50%</span>'
            if self.low < 0.5 < self.high
            else ""
        )

    def x(self, turn: int) -> float:
        return round(WIDTH * (turn - self.first) / self.span, 1)

    def left(self, turn: float) -> str:
        return f"{100 * (turn - self.first) / self.span:.2f}%"


def _points(pairs: list[tuple[int, float]], across: _Across) -> str:
    return " ".join(f"{across.x(turn):g},{across.y(value):g}" for turn, value in pairs)


def _lines(found: Course, colors: dict[str, str], across: _Across) -> str:
    half = across.y(0.5) if across.low < 0.5 < across.high and len(found.sides) == 1 else None
    drawn = [] if half is None else [f'<path class="half" d="M0 {half:g}H{WIDTH}"/>']
    for side in found.sides:
        rows, color = found.of(side), colors.get(side, "#8a8f98")
        if side == found.focus and rows["low"].null_count() < rows.height:
            low, high = ([*rows.select("turn", name).iter_rows()] for name in ("low", "high"))
            drawn.append(f'<polygon class="band" points="{_points(high + low[::-1], across)}" fill="{color}"/>')
        points = _points([*rows.select("turn", "value").iter_rows()], across)
        drawn.append(
            f'<polyline class="edge" points="{points}"/><polyline class="line" points="{points}" stroke="{color}"/>'
        )
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true">{"".join(drawn)}</svg>'


def _legend(found: Course, colors: dict[str, str]) -> str:
    named = [(side, colors.get(side, "#8a8f98")) for side in found.sides]
    items = "".join(f'<li><i style="background:{color}"></i>{safe(side)}</li>' for side, color in named)
    return f'<ul class="legend">{items}</ul>'


def _turn(of: Reader, found: Course, turn: int, across: _Across, link: Link | None, close: list[Near]) -> str:
    """Return a link over the strip of a turn, which says on hover how it stood, and who was within a turn of winning."""
    rows = found.rows.filter(pl.col("turn") == turn, pl.col("side_name").is_in(found.sides)).sort(
        "value", descending=True
    )
    stood = ", ".join(_stood(row) for row in rows.iter_rows(named=True))
    also = "".join(f"; {one.side} within a turn of winning" for one in close if one.first <= turn <= one.last)
    title = safe(f"{of.whens.get(turn, '')}: {stood}{also}")
    tag = f"a {link(of.moments[turn])}" if link else "span"
    left, wide = across.left(max(turn - 0.5, across.first)), f"{100 * _width(turn, across) / across.span:.2f}%"
    return (
        f'<{tag} class="turn" style="left:{left};width:{wide}" title="{title}" aria-label="{title}"></{tag.split()[0]}>'
    )


def _strip(one: Near, colors: dict[str, str], across: _Across, at: int) -> str:
    """Return a strip in a side's color at the foot of the drawing, along the turns in which it was within a turn of winning."""
    left, right = max(one.first - 0.5, across.first), min(one.last + 0.5, across.first + across.span)
    color, wide = colors.get(one.side, "#8a8f98"), f"{100 * (right - left) / across.span:.2f}%"
    return (
        f'<i class="near" style="left:{across.left(left)};width:{wide};bottom:{4 * (at % 2)}px;background:{color}"></i>'
    )


def _width(turn: int, across: _Across) -> float:
    return 1.0 if across.first < turn < across.first + across.span else 0.5


def _stood(row: dict[str, Any]) -> str:
    band = f" ({row['low']:.0%} to {row['high']:.0%})" if row["low"] is not None else ""
    return f"{row['side_name']} {share_told(row['value'])}{band}"


def _key(number: int, row: dict[str, Any], found: Course, across: _Across, link: Link | None, of: Reader) -> str:
    side = row["side_name"] if row["side_name"] in found.sides else found.focus
    at = found.of(side).filter(turn=row["turn"])["value"]
    tag = f"a {link(of.moments[row['turn']])}" if link and row["turn"] in of.moments else "span"
    style = f"left:{across.left(row['turn'])};top:{across.y(float(at[0])):g}%"
    title = safe(f"{of.whens.get(row['turn'], '')}: {row['deed']}")
    return f'<{tag} class="key" style="{style}" title="{title}">{number}</{tag.split()[0]}>'


def _split(found: Course, across: _Across) -> str:
    """Return bars of what the dice and the players did to the chance in each turn, of a game whose dice are known in some."""
    rows = found.of(found.focus).drop_nulls("change")
    if found.kind != CHANCE or not (rows["by_dice"].abs() >= FAINT).any():
        return ""
    rows = rows.with_columns(pl.col(SPLIT).fill_null(0.0))
    scale = max(float(_reach(rows)), 0.05)
    bars = "".join(_bars(row, scale, across) for row in rows.iter_rows(named=True))
    said = safe(split_told(found))
    rest = "" if (rows["not_told_apart"].abs() < FAINT).all() else '<i class="not_told_apart"></i>Not told apart '
    return (
        f'<div class="split"><span class="y top">+{scale:.0%}</span><span class="y">−{scale:.0%}</span>'
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img" aria-label="{said}">'
        f'<path class="half" d="M0 {HEIGHT / 2:g}H{WIDTH}"/>{bars}</svg></div>'
        f'<p class="split-told"><i class="dice"></i>Dice <i class="players"></i>Players {rest}<span>{said}</span></p>'
    )


def _reach(rows: pl.DataFrame) -> float:
    """Return how far up or down the bars of a turn reach at most."""
    parts = rows.select(SPLIT)
    up, down = (sum(parts[name].clip(*ends) for name in parts.columns) for ends in ((0, None), (None, 0)))
    return max(up.max() or 0.0, -(down.min() or 0.0))


def _bars(row: dict[str, Any], scale: float, across: _Across) -> str:
    wide = min(0.7 * WIDTH / across.span, WIDEST)
    x = min(max(across.x(row["turn"]) - wide / 2, 0.0), WIDTH - wide)
    up, down, drawn = 0.0, 0.0, []
    for name in ("by_players", "by_dice", "not_told_apart"):
        size = row[name]
        if abs(size) < FAINT:
            continue
        high = abs(size) / scale * HEIGHT / 2
        y = HEIGHT / 2 - up - high if size > 0 else HEIGHT / 2 + down
        up, down = (up + high, down) if size > 0 else (up, down + high)
        drawn.append(
            f'<rect class="{name.removeprefix("by_")}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"/>'
        )
    return "".join(drawn)


def _ticks(of: Reader, found: Course, across: _Across) -> str:
    """Return the names of rounds, each where its first turn begins."""
    starts = found.rows.filter(pl.col("turn") > 0).group_by("round").agg(pl.col("turn").min()).sort("round")
    step = -(-starts.height // TICKS)
    named = [(round_, turn) for at, (round_, turn) in enumerate(starts.iter_rows()) if at % max(step, 1) == 0]
    spans = "".join(f'<span style="left:{across.left(turn)}">{safe(of.when(round_).capitalize() if not at else _short(of, round_))}</span>'
                    for at, (round_, turn) in enumerate(named))  # fmt: skip
    return f'<div class="ticks">{spans}</div>'


def _short(of: Reader, round_: int) -> str:
    """Return a round's name without the word that the first tick has said."""
    name = of.when(round_)
    return name.split()[-1] if name.split()[-1] == str(round_) else name


def _told(of: Reader, keys: pl.DataFrame, link: Link | None) -> str:
    items = "".join(_moment(of, row, link) for row in keys.iter_rows(named=True))
    return f'<ol class="keys">{items}</ol>' if items else ""


def _moment(of: Reader, row: dict[str, Any], link: Link | None) -> str:
    when = safe(of.whens.get(row["turn"], ""))
    head = f"<a {link(of.moments[row['turn']])}>{when}</a>" if link and row["turn"] in of.moments else f"<b>{when}</b>"
    return f"<li>{head} {safe(row['deed'])}. <small>{safe(moved(row))}</small></li>"
