"""The question what each power bought."""

from __future__ import annotations

import polars as pl

from dashboard.charts.stacked import stacked_chart
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing, Section, meaning
from dashboard.words import counted, listed

FEW = 3
"""Unit types that the answer names."""
EVERYBODY = "All powers"


def purchases(of: Reader) -> Section | None:
    """Return what each power bought over the rounds; none where nothing was bought."""
    frame, powers = of.telling(of.measure("purchases_by_round").filter(pl.col("unit") != ""), "units")
    if frame.is_empty():
        return None
    priced = bool(frame["spent"].sum())  # a turn summary may not tell what units cost
    column, title = ("spent", f"Spent, {of.unit}") if priced else ("units", "Units bought")
    everybody = stacked_chart(frame, "round", column, "name", title, parts=powers, upright=True)
    drawn = [Drawing(everybody, f"{'Spent on units' if priced else title} by power and round", frame)]
    names = powers["name"].to_list()
    for name in names:
        rows = frame.filter(pl.col("name") == name)
        chart = stacked_chart(rows, "round", "units", "unit_name", "Units bought", upright=True, rounds=_rounds(frame))
        drawn.append(Drawing(chart, f"Units bought by {name}", rows))
    return Section(
        "What did each power buy?",
        meaning("purchases_by_round"),
        _said(frame, of.unit) if priced else _unpriced(frame),
        f"{counted(int(frame['units'].sum()), 'unit')} of {counted(frame['unit'].n_unique(), 'type')}",
        "Units bought and not given back, in the round in which they were paid for.",
        tuple(drawn),
        ("Power", (EVERYBODY, *names)),
    )


def _rounds(frame: pl.DataFrame) -> list[int]:
    return list(range(1, int(frame["round"].max() or 1) + 1))


def _said(frame: pl.DataFrame, unit: str) -> str:
    spent = frame.group_by("name", maintain_order=True).agg(pl.col("spent").sum()).sort("spent", descending=True)
    name, sum_ = spent.row(0)
    return f"{int(frame['spent'].sum()):,} {unit} in all, most by {name}: {sum_:,} {unit}. {_most(frame)}"


def _unpriced(frame: pl.DataFrame) -> str:
    return f"{counted(int(frame['units'].sum()), 'unit')}; what they cost is not on record. {_most(frame)}"


def _most(frame: pl.DataFrame) -> str:
    bought = frame.group_by("unit_name").agg(pl.col("units").sum()).sort("units", "unit_name", descending=[True, False])
    return f"Bought most: {listed([f'{count:,} {name}' for name, count in bought.head(FEW).iter_rows()])}."
