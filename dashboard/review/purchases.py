"""The question what each power bought."""

from __future__ import annotations

import polars as pl

from dashboard.charts.stacked import by_size, stacked_chart
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing, Section, meaning
from dashboard.review.story.wording import the
from dashboard.ui.figures import last_round
from dashboard.ui.text import amount, counted, listed, printed, units

FEW = 3
"""Unit types that the answer names."""
EVERYBODY = "All powers"
PAYING = ("purchase", "refund")
"""Purposes of spending that pay for units."""


def purchases(of: Reader) -> Section | None:
    """Return what each power bought over the rounds; none where nothing was bought."""
    frame, powers = of.telling(of.measure("purchases_by_round").filter(pl.col("unit") != ""), "units")
    if frame.is_empty():
        return None
    main = frame.filter(pl.col("resource") == of.game["resource"], pl.col("spent") > 0)
    priced = not main.is_empty()  # a turn summary may not tell what units cost
    column, title = ("spent", f"Spent, {of.unit}") if priced else ("units", "Units bought")
    everybody = stacked_chart(main if priced else frame, "round", column, "name", title, parts=powers, upright=True)
    drawn = [Drawing(everybody, f"{'Spent on units' if priced else title} by power and round", frame)]
    names, types = powers["name"].to_list(), by_size(frame, "unit_name", "units")
    for name in names:
        rows = frame.filter(pl.col("name") == name)
        chart = stacked_chart(rows, "round", "units", "unit_name", "Units bought", upright=True, rounds=_rounds(frame), sized=types)
        drawn.append(Drawing(chart, f"Units bought by {name}", rows))
    return Section(
        "What did each power buy?",
        meaning("purchases_by_round"),
        _said(of, frame, main) if priced else _unpriced(frame),
        f"{counted(int(frame['units'].sum()), 'unit')} of {counted(frame['unit'].n_unique(), 'type')}",
        "Units bought (and not refunded), by the round in which they were paid for."
        + (f" The chart of {EVERYBODY.lower()} shows the cost in {of.unit}." if priced else ""),
        tuple(drawn),
        ("Power", (EVERYBODY, *names)),
    )


def _rounds(frame: pl.DataFrame) -> list[int]:
    return list(range(1, (last_round(frame) or 1) + 1))


def _said(of: Reader, frame: pl.DataFrame, main: pl.DataFrame) -> str:
    """Say what was spent in the main resource and in each other, what of it another store paid, and what has no price."""
    spent = main.group_by("name", maintain_order=True).agg(pl.col("spent").sum()).sort("spent", descending=True)
    name, sum_ = spent.row(0)
    others = frame.filter(pl.col("resource") != of.game["resource"])
    prices = dict(others.group_by("resource", maintain_order=True).agg(pl.col("spent").sum()).iter_rows())
    more = "".join(f"; {price:,} in {printed(resource)}" for resource, price in prices.items() if price)
    aid = "".join(
        f" {amount(rest, of.unit)} of that was paid with {printed(resource)}."
        for resource, paid in _paid(of).items()
        if (rest := paid - (prices.get(resource) or 0)) > 0
    )
    unknown = int(frame.filter(pl.col("spent").is_null())["units"].sum())
    left = f" The cost of {counted(unknown, 'other unit')} is not recorded." if unknown else ""
    most = f"most by {the(name)}: {amount(sum_, of.unit)}"
    return f"{amount(int(main['spent'].sum()), of.unit)} in all, {most}{more}.{aid}{left} {_most(frame)}"


def _paid(of: Reader) -> dict[str, int]:
    """Return what each store but the main one paid for units, less what it got back."""
    went = of.measure("spending_by_purpose").filter(pl.col("purpose").is_in(PAYING), pl.col("resource") != of.game["resource"])
    return dict(went.group_by("resource", maintain_order=True).agg(pl.col("amount").sum()).iter_rows())


def _unpriced(frame: pl.DataFrame) -> str:
    return f"{counted(int(frame['units'].sum()), 'unit')}; their cost is not recorded. {_most(frame)}"


def _most(frame: pl.DataFrame) -> str:
    bought = frame.group_by("unit_name").agg(pl.col("units").sum()).sort("units", "unit_name", descending=[True, False])
    return f"Bought most: {listed([units(count, name) for name, count in bought.head(FEW).iter_rows()])}."
