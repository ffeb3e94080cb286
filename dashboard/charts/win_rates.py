"""Chart: win rates with their intervals, a dash where nothing was decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import altair as alt
import polars as pl

from dashboard.charts.style import EDGE, SIDE_COLORS, Chart, layered
from dashboard.ui.text import printed
from dashboard.ui.title_names import scenario_name

LINE, BETWEEN = 14, 12
"""Pixels of a line of a label, and between two labels."""
WIDE = 230
"""Pixels that a line of a label may take: as much as the longest name of a title does."""
PART = " · "
"""What parts a label; each part is a line of its own, since the whole of a long one would be cut off."""
MOST = 40
"""Rows that are drawn."""
BY = {
    "Side": ("win_rates_by_side", ("side", "title", "scenario")),
    "Bid": ("win_rates_by_bid", ("bid", "side", "title")),
    "Player": ("win_rates_by_player", ("player",)),
    "Player and side": ("win_rates_by_player_and_side", ("player", "side", "title")),
}
"""What win rates are told by: the measure, and the columns that name a row of it."""


def labelled(told: pl.DataFrame, by: str, names: Mapping[str, str]) -> pl.DataFrame:
    """Return the rows with what each is called, in words; columns that are the same in all rows are left out of it.

    Args:
        told: the measure of `by`, one of BY. names: printed names of titles and sides by slug.
    """
    columns = BY[by][1]
    saying = [name for name in columns if told[name].n_unique() > 1] or columns[-1:]
    words = [PART.join(_word(name, row, names) for name in saying) for row in told.iter_rows(named=True)]
    return told.with_columns(pl.Series("label", words, dtype=pl.String))


def _word(column: str, row: Mapping[str, Any], names: Mapping[str, str]) -> str:
    value = row[column]
    if column == "bid":
        return f"bid {value}"
    if column == "scenario":
        return scenario_name(row["title"], value)
    return str(value) if column == "player" else names.get(value, printed(value))


def most_decided(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that are drawn: all, or the MOST with the most decided games."""
    return rows if rows.height <= MOST else rows.sort("decided", descending=True, maintain_order=True).head(MOST)


def win_rates_chart(rows: pl.DataFrame) -> alt.LayerChart:
    """Return a mark and an interval a row, from above in the rows' order.

    Args:
        rows: label, games, decided, won, lost, drawn, unfinished, rate, low, high; the last three null without decided games.
    """
    count = pl.when(pl.col("decided") > 0).then(pl.format("{} of {}", "won", "decided")).otherwise(pl.lit("–"))
    told = rows.with_columns(count=count)
    axis = alt.Axis(format=".0%", title="Share of decided games won")
    x = alt.X("rate:Q", axis=axis, scale=alt.Scale(domain=[0, 1]))
    most = max((label.count(PART) + 1 for label in told["label"]), default=1)
    base = Chart(told).encode(
        y=alt.Y("label:N", sort=told["label"].to_list(), title=None, axis=_lines(most)),
        tooltip=[
            alt.Tooltip("label:N", title="Of"),
            *(
                alt.Tooltip(f"{name}:Q", title=words, format=".1%")
                for name, words in {"rate": "Win rate", "low": "95% range from", "high": "95% range to"}.items()
            ),
            *(alt.Tooltip(f"{name}:Q", title=name.capitalize()) for name in ("decided", "won", "lost", "drawn", "unfinished", "games")),
        ],
    )
    known = base.transform_filter("datum.decided > 0")
    even = Chart(pl.DataFrame({"even": [0.5]})).mark_rule(strokeDash=[4, 4], color=EDGE).encode(x=alt.X("even:Q"))
    span = known.mark_rule(strokeWidth=3, color=EDGE).encode(x=alt.X("low:Q", axis=axis), x2=alt.X2("high:Q"))
    point = known.mark_point(size=90, filled=True, opacity=1, color=SIDE_COLORS[0], stroke=EDGE).encode(x=x)
    number = base.mark_text(align="left", dx=12, color=EDGE, fontSize=12).encode(
        x=alt.value(alt.ExprRef("width")), text=alt.Text("count:N")
    )
    return layered(even, span, point, number).properties(
        height=(LINE * most + BETWEEN) * max(told.height, 1),
        autosize=alt.AutoSizeParams(type="fit-x", contains="padding"),
    )


def _lines(most: int) -> alt.Axis:
    """Return an axis whose labels have a line for each of their parts, the middle one beside the mark."""
    words = f"split(datum.label, '{PART}')"
    return alt.Axis(labelLimit=WIDE, labelLineHeight=LINE, labelOffset=-LINE * (most - 1) / 2, labelExpr=words)
