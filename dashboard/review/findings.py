"""What the five charts of a review found, each in the words of a heading."""

from __future__ import annotations

import polars as pl

from dashboard.review.reader import Reader
from dashboard.review.story.wording import sentence, the
from dashboard.ui.text import amount, listed

CLOSE = 0.03
"""Two sums that differ by less than this part of the greater one are about the same."""
STILL = 0.015
"""A share that changed by less has not moved."""


def lead(of: Reader, rows: pl.DataFrame, column: str, more: str, unit: str) -> str:
    """Return who had more of something at the end and since when, with what the next one had.

    Args:
        rows: round, side_name and the column; one row a side and round. more: what having more of it is called (`collected more`).
        unit: as it follows a number.
    """
    rounds = rows["round"].unique().sort().to_list()
    last = rows.filter(round=rounds[-1]).sort(column, descending=True, maintain_order=True)
    if last.height == 1:
        return sentence(f"{the(last['side_name'][0])} had {amount(last[column][0], unit)} {_when(of, rounds[-1])}")
    (first, mine), (second, theirs) = last.select("side_name", column).head(2).iter_rows()
    figures = f"{mine:,} {unit} to {theirs:,}"
    if mine - theirs < CLOSE * mine:
        return sentence(f"{the(first)} and {the(second)} were level {_when(of, rounds[-1])}: {figures}")
    since = _since(rows, column, first)
    if since == rounds[-1]:
        return sentence(f"{the(first)} {more} {_when(of, since)}: {figures}")
    if since == rounds[0]:
        return sentence(f"{the(first)} {more} throughout: {figures} {_when(of, rounds[-1])}")
    return sentence(f"{the(first)} {more} from {of.when(since)} on: {figures} {_when(of, rounds[-1])}")


def _when(of: Reader, last: int) -> str:
    return "at the end" if of.game["ended"] else f"in {of.when(last)}" if last else "at the set-up"


def _since(rows: pl.DataFrame, column: str, leader: str) -> int:
    """Return the first round from which on a side always had most."""
    since = 0
    found = False
    for (round_,), part in rows.sort("round").group_by("round", maintain_order=True):
        top = part.sort(column, descending=True, maintain_order=True)
        ahead = top["side_name"][0] == leader and (top.height == 1 or top[column][0] > top[column][1])
        if ahead and not found:
            since, found = int(str(round_)), True
        elif not ahead:
            found = False
    return since


def moved(rows: pl.DataFrame, column: str, what: str) -> str:
    """Return which side's share changed most, from what to what.

    Args:
        rows: round, side_name and a column of shares. what: what they are shares of.
    """
    ends = rows.group_by("side_name", maintain_order=True).agg(
        first=pl.col(column).sort_by("round").first(), last=pl.col(column).sort_by("round").last()
    )
    change = (pl.col("last") - pl.col("first")).fill_null(0)
    side, first, last = ends.sort(change.abs(), change, descending=True).row(0)
    if abs((last or 0) - (first or 0)) < STILL:
        side, last = ends.sort("last", descending=True, maintain_order=True, nulls_last=True).select("side_name", "last").row(0)
        return f"The front hardly moved: {the(side)} held {last or 0:.0%} of {what}"
    return sentence(f"{the(side)} went from {first or 0:.0%} to {last or 0:.0%} of {what}")


def nearest(of: Reader, rows: pl.DataFrame, counted: str) -> str:
    """Return who came nearest to a total that wins, or had most where none does.

    Args:
        rows: round, name, total, threshold; one row a contender and round. counted: what is counted, in words.
    """
    way = pl.when(pl.col("threshold") > 0).then(pl.col("total") / pl.col("threshold"))
    last = rows.filter(pl.col("round") == pl.col("round").max()).sort(way, "total", descending=True, nulls_last=True, maintain_order=True)
    name, total, needed = last.select("name", "total", "threshold").row(0)
    tied = pl.col("total") == total, pl.col("threshold").eq_missing(needed)
    leaders = [the(one) for one in last.filter(tied)["name"]]
    if needed and total >= needed:
        met = rows.filter(pl.col("name") == name, pl.col("total") >= needed)["round"].min()
        when = "from the start" if met == rows["round"].min() else f"in {of.when(int(str(met)))}"
        return sentence(f"{the(name)} reached the {needed} {counted} needed {when}")
    if needed:
        came = "came nearest" if len(leaders) == 1 else "came equally near"
        return sentence(f"{listed(leaders)} {came}: {total} of the {needed} {counted} needed")
    if len(leaders) > 1:
        first = f"the most {counted}: {total}" if len(leaders) < last.height else f"{total} {counted}"
        return sentence(f"{listed(leaders)} had {first} each")
    if last.height == 2:
        return sentence(f"{the(name)} had more {counted}: {total} to {last['total'][1]}")
    rest = f", the next {last['total'][1]}" if last.height > 1 else ""
    return sentence(f"{the(name)} had the most {counted}: {total}{rest}")


def most(rows: pl.DataFrame, name: str, column: str, head: str, unit: str) -> str:
    """Return the sum of a column, and whose share of it was the greatest: `Convoy raids took 85 IPC, most from Japan (40)`.

    Args:
        head: with `{sum}` and `{name}`, and `{most}` for what that one had.
    """
    sums = rows.group_by(name, maintain_order=True).agg(pl.col(column).sum()).sort(column, descending=True, maintain_order=True)
    whole, part = int(sums[column].sum()), int(sums[column][0])
    if whole == part:
        head = head.replace(", most", ", all").replace(" ({most})", "")
    elif sums.height > 1 and sums[column][1] == part:
        head = head.partition(", most")[0]
    return sentence(head.format(sum=amount(whole, unit), name=the(str(sums[name][0])), most=f"{part:,}"))


def hits(side: str, above: float) -> str:
    """Return how many hits a side had above or below expectation."""
    return sentence(f"{the(side)} had {abs(above):.1f} hits {'more' if above > 0 else 'fewer'} than expected")
