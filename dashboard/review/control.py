"""Questions about the board: what share each side holds, what changed hands, how long the front is."""

from __future__ import annotations

import polars as pl

from dashboard.charts.control_strip import control_strip
from dashboard.charts.named_rounds import name_rounds
from dashboard.charts.side_lines import side_lines
from dashboard.charts.stacked import stacked_chart
from dashboard.review.forces import ends
from dashboard.review.reader import Reader, once
from dashboard.review.section import Drawing, Section, meaning
from dashboard.ui.figures import last_round
from dashboard.ui.text import counted, listed


def ground(of: Reader) -> Section | None:
    """Return shares of the board's value, areas won and the length of fronts; none where nobody's areas are on record."""
    shares, front = of.by_side("control_shares"), of.by_side("front_by_round")
    if shares.is_empty() or not shares["areas"].sum():
        return None
    taken = _taken(of)
    worth = "value_share" if shares["value"].sum() else "area_share"
    what = "value" if worth == "value_share" else "areas"
    drawn = [
        Drawing(
            side_lines(of.unmirrored(shares), of.side_names, worth, f"Share of all {what}", "%"),
            "Share of the board by side and round",
            shares,
        )
    ]
    if not taken.is_empty():
        chart = stacked_chart(taken, "round", "areas", "side_name", "Areas won", upright=True, sides=of.side_names, rounds=_rounds(shares))
        drawn.append(Drawing(chart, "Areas won by side and round", taken))
    if front["links"].sum():
        lines = side_lines(front, of.side_names, "areas", "Areas on the front", "d")
        drawn.append(Drawing(lines, "Areas on the front by side and round", front))
    return Section(
        "Who gains ground, and how long is the front?",
        meaning("control_shares", "changes_of_hand", "front_by_round"),
        _said(of, shares, front, worth, what),
        ends(of, shares),
        f"The share is of the {what.replace('areas', 'number')} of all areas that can be held. "
        "Areas won are areas that the side captured or liberated; the front is the areas of a side that border an enemy area.",
        tuple(drawn),
    )


@once
def strip(of: Reader) -> tuple[Drawing, int]:
    """Return who holds each area round by round, a line an area, and how many areas are drawn."""
    frame = of.measure("control_by_round")
    holders = of.all_powers.filter(pl.col("power").is_in(frame["controller"].unique().to_list()))
    chart, shown = control_strip(frame, of.frame("title_links"), holders)
    name_rounds(chart, of.dates)
    return Drawing(chart, "Who holds each area, round by round", frame), shown


def _rounds(frame: pl.DataFrame) -> list[int]:
    return list(range(1, (last_round(frame) or 1) + 1))


def _taken(of: Reader) -> pl.DataFrame:
    """Return how many areas worth something came to each side in each round, and their value."""
    changes = of.measure("changes_of_hand").filter(((pl.col("kind") != "sea") | (pl.col("value") > 0)) & (pl.col("after_side") != ""))
    changes = changes.filter(pl.col("before_side") != pl.col("after_side"), pl.col("after_side").replace(of.sides).is_in(of.side_names))
    named = changes.with_columns(pl.col("after_side").replace(of.sides).alias("side_name"))
    return named.group_by("round", "side_name", maintain_order=True).agg(pl.len().alias("areas"), pl.col("value").sum())


def _course(first: float, last: float) -> str:
    return f"{last:.0%}" if f"{first:.0%}" == f"{last:.0%}" else f"from {first:.0%} to {last:.0%}"


def _said(of: Reader, shares: pl.DataFrame, front: pl.DataFrame, worth: str, what: str) -> str:
    first = {row["side"]: row[worth] for row in shares.filter(pl.col("round") == pl.col("round").min()).iter_rows(named=True)}
    last = shares.filter(pl.col("round") == pl.col("round").max()).sort(worth, descending=True)
    parts = [
        f"{row['side_name']} {_course(first.get(row['side'], 0) or 0, row[worth] or 0)}"
        for row in last.iter_rows(named=True)
        if row[worth] or first.get(row["side"])
    ]
    longest = front.sort("links", descending=True, maintain_order=True).head(1)
    when = f"in round {longest['round'][0]}" if longest["round"].sum() else "at the set-up"
    most = f" The front was longest {when}: {counted(longest['links'][0], 'border')}." if front["links"].sum() else ""
    return f"Share of all {what}: {listed(parts)}.{most}"
