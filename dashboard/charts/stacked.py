"""Stacked bars: sums by power and cause, purchases and areas won by round."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, HEIGHT, Chart, legend, side_colors
from dashboard.ui.text import color

LINE = 30
"""Pixels that a bar across takes."""
PARTS = (
    "#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#9d256b", "#c3bba6", "#7f3117", "#9188eb", "#551c0f", "#3ca5aa",
    "#255c94", "#1961cf", "#fbdaf0", "#263142", "#f3e26e", "#d7dab3", "#571378", "#599f21", "#4f4d46", "#3f22ad", "#946077",
    "#1b9e77", "#b19aff",
)  # fmt: skip
"""Colours of parts in the order of their size: Tol's for the colour-blind, and more that `palette.gap` keeps apart from them."""


def stacked_chart(
    frame: pl.DataFrame,
    along: str,
    column: str,
    part: str,
    title: str,
    *,
    names: list[str] | None = None,
    parts: pl.DataFrame | None = None,
    sides: list[str] | None = None,
    sized: list[str] | None = None,
    upright: bool = False,
    rounds: list[int] | None = None,
    whose: str = "Power",
) -> alt.Chart:
    """Return bars made of parts, each with a thin edge.

    Args:
        frame: the columns `along` (a bar each), `column` (a number) and `part`. title: of the axis of numbers.
        names: the order of bars. rounds: the bars there are, when they are rounds. upright: whether bars stand.
        whose: what a bar that does not stand is called.
        parts: `title_powers` when the parts are powers. sides: printed names when they are sides; else parts are coloured by size.
        sized: all parts of several charts, the largest first, so that a part has one colour in all of them; else those of the frame.
    """
    rows = frame.group_by(along, part, maintain_order=True).agg(pl.col(column).sum())
    domain, colors = _colors(rows, column, part, parts, sides, sized)
    rows = rows.with_columns(pl.col(part).replace_strict({name: at for at, name in enumerate(domain)}, default=len(domain)).alias("at"))
    order = rounds or names or sorted(rows[along].unique())
    head = along.replace("_name", "").capitalize()
    scale, named = alt.Scale(domain=order), alt.Axis(labelAngle=0, labelLimit=150, title=head if upright else None)
    counted = alt.Axis(format="~s", tickMinStep=1)
    key = legend(len(domain), 2 if upright else 1, symbolType="square")
    if upright:
        x = alt.X(f"{along}:O", sort=None, scale=scale, axis=named)
        y = alt.Y(f"{column}:Q", title=title, stack="zero", axis=counted)
    else:
        x = alt.X(f"{column}:Q", title=title, stack="zero", axis=counted)
        y = alt.Y(f"{along}:O", sort=None, scale=scale, axis=named)
    chart: alt.Chart = (
        Chart(rows)
        .mark_bar(stroke=EDGE, strokeWidth=0.6)
        .encode(
            x=x,
            y=y,
            color=alt.Color(f"{part}:N", scale=alt.Scale(domain=domain, range=colors), title=None, legend=key),
            order=alt.Order("at:Q"),
            tooltip=[
                alt.Tooltip(f"{along}:O", title=head if upright else whose),
                alt.Tooltip(f"{part}:N", title="Of"),
                alt.Tooltip(f"{column}:Q", title=title),
            ],
        )
    )
    height = HEIGHT if upright else max(LINE * len(order) + 40, 120)
    return chart.properties(height=height, autosize=alt.AutoSizeParams(type="fit-x", contains="padding"))


def _colors(
    rows: pl.DataFrame,
    column: str,
    part: str,
    powers: pl.DataFrame | None,
    sides: list[str] | None,
    sized: list[str] | None,
) -> tuple[list[str], list[str]]:
    """Return the parts that there are, in order, and their colours."""
    present = set(rows[part])
    if powers is not None:
        shown = powers.filter(pl.col("name").is_in(list(present)))
        return shown["name"].to_list(), [color(one) for one in shown["color"]]
    if sides is not None:
        kept = [(name, one) for name, one in zip(sides, side_colors(sides), strict=True) if name in present]
        return [name for name, _ in kept], [one for _, one in kept]
    own = {name: PARTS[at % len(PARTS)] for at, name in enumerate(sized or by_size(rows, part, column))}
    kept = [(name, one) for name, one in own.items() if name in present]
    return [name for name, _ in kept], [one for _, one in kept]


def by_size(frame: pl.DataFrame, part: str, column: str) -> list[str]:
    """Return the parts of a frame, those first that have most of a column of numbers."""
    sums = frame.group_by(part).agg(pl.col(column).abs().sum().alias("size"))
    return sums.sort("size", part, descending=[True, False])[part].to_list()
