"""Cells of powers over rounds, each with its number: what the charts of convoy losses and of objectives share."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, Chart, layered
from dashboard.ui.figures import highest

LINE = 30
"""Pixels that a power takes."""
WIDE = 180
"""Pixels that a label may take."""
PART, HEIGHT = ": ", 12
"""What parts the label of a line in two, one above the other, and pixels that each takes: the whole would be cut off."""
LIGHT, DARK = "#a9c8e0", "#1f5f93"
"""Cells of the smallest and of the largest number; their own paper under their own ink, on either theme."""
INK, PAPER = "#1b1f24", "#ffffff"


def power_cells(
    frame: pl.DataFrame,
    powers: pl.DataFrame,
    column: str,
    title: str,
    more: dict[str, str],
    rounds: int,
    who: str = "Power",
) -> alt.LayerChart:
    """Return a line a power, a column a round and the number in each cell; where there is no row the page is empty.

    Args:
        frame: round, name (printed, of a power), the column to draw and those of `more`; one row a power and round.
        powers: the lake's `title_powers` of the game, or whatever else has a line: `name`, in the order of `play_order`.
        who: what a line is called.
        column: what is in the cells. title: what it is called, with its unit.
        more: other columns that pointing at a cell tells, to what they are called. rounds: last round of the game.
    """
    rows = frame.select("round", "name", column, *more)
    names = [name for name in powers.sort("play_order")["name"] if name in set(rows["name"])]
    top = max(int(highest(rows[column])), 1)
    axis = alt.Axis(labelAngle=0, orient="top")
    base = Chart(rows).encode(
        x=alt.X("round:O", title="Round", axis=axis, scale=alt.Scale(domain=list(range(1, rounds + 1)))),
        y=alt.Y("name:N", title=None, scale=alt.Scale(domain=names), axis=_labels(names)),
        tooltip=[
            alt.Tooltip("name:N", title=who),
            alt.Tooltip("round:O", title="Round"),
            alt.Tooltip(f"{column}:Q", title=title),
            *(alt.Tooltip(field, title=said) for field, said in more.items()),
        ],
    )
    scale = alt.Scale(domain=[0, top], range=[LIGHT, DARK], clamp=True)
    cells = base.mark_rect(stroke=EDGE, strokeWidth=0.8).encode(color=alt.Color(f"{column}:Q", scale=scale, legend=None))
    ink = alt.condition(alt.datum[column] > top * 0.75, alt.value(PAPER), alt.value(INK))
    numbers = base.mark_text(fontSize=_letters(rows, column, rounds)).encode(text=alt.Text(f"{column}:Q"), color=ink)
    fit = alt.AutoSizeParams(type="fit-x", contains="padding")
    return layered(cells, numbers).properties(height=LINE * max(len(names), 1), autosize=fit)


def _labels(names: list[str]) -> alt.Axis:
    if not any(PART in name for name in names):
        return alt.Axis(labelLimit=WIDE, labelOverlap=False)
    parted = f"split(datum.label, '{PART}')"
    return alt.Axis(labelLimit=WIDE, labelOverlap=False, labelExpr=parted, labelLineHeight=HEIGHT, labelOffset=-HEIGHT / 2)


def _letters(rows: pl.DataFrame, column: str, rounds: int) -> alt.ExprRef:
    """Return the size of numbers: as large as the narrowest cell allows, none where they could not be read."""
    longest = max((len(str(number)) for number in rows[column]), default=1)
    fits = f"width / {max(rounds, 1)} / {0.65 * longest + 0.6:.2f}"
    return alt.ExprRef(f"{fits} < 7 ? 0 : min(13, {fits})")
