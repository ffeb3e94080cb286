"""Questions about money: what came in, what is in hand, where it came from and where it went."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.income import income_chart
from dashboard.charts.stacked import stacked_chart
from dashboard.charts.treasury import treasury_chart
from dashboard.review import answers
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing, Section, meaning
from dashboard.ui.text import counted, listed, printed

CAUSES = {
    "setup": "starting cash",
    "observed": "not explained",
    "objective": "objectives",
    "convoy": "convoy raids",
    "purchase": "purchases",
    "repair": "repairs",
}
"""Causes of changes of money that have another name among players."""


def economy(of: Reader) -> Section | None:
    """Return income and treasury by power and round; none where nothing came in and no round is told of."""
    earned, earners = of.telling(of.by_side("income_by_turn"), "income")
    held, holders = of.telling(of.measure("income_and_treasury"), "treasury", "income")
    if earned.is_empty() and held["round"].n_unique() < 2:
        return None
    return Section(
        "Who earns the most, and who has money in hand?",
        meaning("income_by_turn", "income_and_treasury"),
        answers.economy_answer(earned, held, of.unit, of.game["finished_rounds"]),
        f"{counted(earned.height, 'turn')} of {counted(earned['power'].n_unique(), 'power')}" if earned.height else "",
        f"Income is the {of.unit} that a power collects in a round. The treasury is the money it has in hand at the end of its own "
        "turn, after buying and collecting. Round 0 is the set-up. A power that did not finish its turn has neither.",
        (
            *([Drawing(income_chart(earned, earners, of.unit), "Income by power and round", earned)] if earned.height else []),
            *([Drawing(treasury_chart(held, holders, of.unit), "Treasury by power and round", held)] if held.height else []),
        ),
    )


def flows(of: Reader) -> Section | None:
    """Return what brought the money in and what it went to, by power; none where the record tells of no money."""
    came = of.measure("income_by_source").filter(resource=of.game["resource"]).filter(pl.col("source") != "")
    went = of.measure("spending_by_purpose").filter(resource=of.game["resource"]).filter(pl.col("purpose") != "")
    if came.is_empty() and went.is_empty():
        return None
    drawn = [
        Drawing(_bars(of, rows, column, title), f"{name} by power", rows)
        for rows, column, title, name in (
            (came, "source", f"Received, {of.unit}", "Income by source"),
            (went, "purpose", f"Spent, {of.unit}", "Spending by purpose"),
        )
        if not rows.is_empty()
    ]
    return Section(
        "Where does the money come from, and where does it go?",
        meaning("income_by_source", "spending_by_purpose"),
        f"{_said('Received', came, 'source', of.unit)} {_said('Spent', went, 'purpose', of.unit)}".strip(),
        "",
        f"Totals for the whole game in {of.unit}. Deductions from income, such as losses at sea, are to the left of 0. "
        "The download has the amounts round by round.",
        tuple(drawn),
    )


def stores(of: Reader) -> Section | None:
    """Return what was collected and kept of resources beside the main one; none where a title has no other that comes in and is kept."""
    told = of.measure("treasury_by_resource").filter(pl.col("resource") != of.game["resource"])
    sums = told.group_by("resource").agg(pl.col("income").sum(), pl.col("amount").max()).sort("resource")
    kept = sums.filter(pl.col("income") > 0, pl.col("amount") > 0)["resource"].to_list()
    if not kept:
        return None
    names = {resource: of.money.get(resource, printed(resource)) for resource in kept}
    found = [_store(of, told.filter(resource=resource), name) for resource, name in names.items()]
    return Section(
        f"Who collects {listed([*names.values()])}, and how much is in store?",
        meaning("treasury_by_resource"),
        " ".join(answers.store_answer(rows, name) for (rows, _), name in zip(found, names.values(), strict=True)),
        counted(told["power"].n_unique(), "power"),
        "Collected is what a power received in a round; in store is what it has at the end of the round. Powers that never have any "
        "are not drawn.",
        tuple(drawing for _, drawings in found for drawing in drawings),
    )


def _store(of: Reader, rows: pl.DataFrame, name: str) -> tuple[pl.DataFrame, tuple[Drawing, ...]]:
    """Return what powers collected and kept of a resource, and its two charts."""
    held, holders = of.telling(rows.rename({"amount": "treasury"}), "treasury", "income")
    came = held.filter(pl.col("round") > 0)
    return held, (
        Drawing(income_chart(came, holders, name), f"{name} collected by power and round", came),
        Drawing(treasury_chart(held, holders, name), f"{name} in store by power and round", held),
    )


def _bars(of: Reader, rows: pl.DataFrame, column: str, title: str) -> alt.Chart:
    sums = rows.group_by("power", "name", column, maintain_order=True).agg(pl.col("amount").sum())
    shown, powers = of.telling(sums, "amount")
    words = shown.with_columns(pl.Series("part", [CAUSES.get(cause, printed(cause)) for cause in shown[column]], pl.String))
    return stacked_chart(words, "name", "amount", "part", title, names=powers["name"].to_list())


def _said(head: str, rows: pl.DataFrame, column: str, unit: str) -> str:
    sums = rows.group_by(column).agg(pl.col("amount").sum()).sort("amount", column, descending=[True, False])
    told = [(CAUSES.get(cause, printed(cause)), amount) for cause, amount in sums.iter_rows() if amount]
    parts = [f"{cause} {amount:,}" for cause, amount in told if amount > 0]
    lost = [f"{cause} {-amount:,}" for cause, amount in reversed(told) if amount < 0]
    said = f"{head}: {listed(parts)} {unit}" if parts else ""
    return f"{said}{', ' if said else ''}less {listed(lost)} {unit}." if lost else f"{said}." if said else ""
