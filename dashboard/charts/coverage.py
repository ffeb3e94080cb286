"""Chart: what records of each source tell, a line a source, a column a thing, a dash where there is nothing to tell."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.power_cells import DARK, INK, LIGHT, PAPER
from dashboard.charts.style import EDGE, Chart, layered

LINE = 34
"""Pixels that a source takes."""
TEXT = 14
"""Pixels of a line of a label."""
ROOM, LEAST = 30, 18
"""Pixels of a cell's width in which `100%` stands, and in which a smaller `100` does: a phone's."""
FIDELITY = {
    "orders": "orders and dice",
    "changes": "every change",
    "observed": "visible events only",
    "result": "only the result",
}
"""What records of a fidelity hold."""
WHAT = {
    "dice-unit": "which units fired", "dice-target": "which rolls hit", "convoy-raider": "who raided convoys",
    "convoy-cap": "how much convoys could lose", "game-players": "who played", "game-date": "date played",
    "game-end": "how it ended", "game-state": "final state",
}  # fmt: skip
"""Things that a record may tell, in words."""


def in_words(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the measure `coverage` with `who` and `what` in words."""
    who = pl.format("{} ({})", "source", pl.col("fidelity").replace(FIDELITY))
    return rows.with_columns(what=pl.col("what").replace(WHAT), who=who)


def coverage_chart(rows: pl.DataFrame, order: list[str]) -> alt.LayerChart:
    """Return the cells, each with the share that is told.

    Args:
        rows: who, what, rows, told, share; share is null where rows is 0. order: what, from the left.
    """
    text = pl.when(pl.col("rows") > 0).then((pl.col("share").fill_null(0) * 100).floor().cast(pl.Int64).cast(pl.String) + "%")
    ink = pl.when(pl.col("rows") == 0).then(pl.lit(EDGE)).when(pl.col("share") > 0.6).then(pl.lit(PAPER))
    told = rows.with_columns(text=text.otherwise(pl.lit("–")), ink=ink.otherwise(pl.lit(INK)))
    base = Chart(told).encode(
        x=alt.X(
            "what:N",
            title=None,
            sort=order,
            axis=alt.Axis(orient="top", labelAngle=-30, labelLimit=160, labelOverlap=False),
        ),
        y=alt.Y("who:N", title=None, axis=_two_lines()),
        tooltip=[
            alt.Tooltip("who:N", title="Source"),
            alt.Tooltip("what:N", title="Tells"),
            alt.Tooltip("told:Q", title="Told", format=","),
            alt.Tooltip("rows:Q", title="Of", format=","),
        ],
    )
    scale = alt.Scale(domain=[0, 1], range=[LIGHT, DARK])
    cells = base.transform_filter("datum.rows > 0").mark_rect(stroke=EDGE, strokeWidth=0.8)
    cells = cells.encode(color=alt.Color("share:Q", scale=scale, legend=None))
    cell = f"width / {len(order)}"
    numbers = (
        base.transform_calculate(said=f"{cell} < {ROOM} ? replace(datum.text, '%', '') : datum.text")
        .mark_text(fontSize=alt.ExprRef(f"{cell} < {LEAST} ? 0 : {cell} < {ROOM} ? 10 : 12"))
        .encode(text=alt.Text("said:N"), color=alt.Color("ink:N", scale=None))
    )
    whole: alt.LayerChart = layered(cells, numbers).resolve_scale(color="independent")
    height = LINE * max(told["who"].n_unique(), 1)
    return whole.properties(height=height, autosize=alt.AutoSizeParams(type="fit-x", contains="padding"))


def _two_lines() -> alt.Axis:
    """Return an axis whose labels have what stands in brackets on a second line: the whole would be cut off."""
    words = "split(replace(datum.label, ' (', '\\n('), '\\n')"
    return alt.Axis(labelExpr=words, labelLimit=170, labelLineHeight=TEXT, labelOffset=-TEXT / 2)
