"""A verdict in words and tables, for the terminal, the dashboard and notebooks alike."""

from __future__ import annotations

import polars as pl

from dashboard.review.story.wording import the
from dashboard.ui.text import counted, points
from engine.titles import load_title, titles
from warehouse.lab.bids import FairBid
from warehouse.lab.design import SEQUENTIAL, Design
from warehouse.lab.verdict import POINTS, Verdict

LIMITS = (
    "These are games between bots. They value units by their printed figures and do not learn, so they may miss what a change "
    "is worth to people, or stumble over it. Nobody wins a game that is stopped at its round limit."
)

SHOWN = 3
"""Effects shown of each comparison, unless more have moved."""


def named(key: str, design: Design) -> str:
    """Return what a picker calls an experiment: its name and its question; without a question its key.

    Args:
        key: of the experiment in the lake.
    """
    return f"{design.lab}: {design.question}" if design.question else key


def plan(design: Design, power: pl.DataFrame) -> list[str]:
    """Return what an experiment will play, and what it can show: `power` is `warehouse.lab.verdict.planned`."""
    arms = "; ".join(arm.name for arm in design.arms)
    games = counted(design.pairs * len(design.arms), "game")
    most = "at most " if design.stop == SEQUENTIAL else ""
    lines = [
        f"{design.lab}: {design.question or 'no question is given'}",
        f"{most}{counted(design.pairs, 'pair')} of {len(design.arms)} ways to play ({arms}): {games}.",
    ]
    for row in power.iter_rows(named=True):
        if design.stop == SEQUENTIAL:
            break
        seen = f"show a difference of {row['smallest'] * 100:.1f} points four times in five"
        few = "are too few for any difference"
        lines.append(
            f"If {row['unlike']:.0%} of the pairs end differently, {counted(design.pairs, 'pair')} "
            f"{seen if row['smallest'] < row['unlike'] else few}; {_needs(row)}."
        )
    if design.stop == SEQUENTIAL:
        row = power.row(0, named=True)
        lines.append(
            f"It stops as soon as every difference is clear of 0 or known to {design.within * 100:g} points. With a number of pairs "
            f"chosen beforehand, {_needs(row)}, if {row['unlike']:.0%} of the pairs end differently; one that may stop at any time needs "
            "more for the same difference."
        )
    return lines


def _needs(row: dict[str, float]) -> str:
    return "; ".join(f"{seen} points need {row[f'pairs_{seen}']:,.0f} pairs" for seen in POINTS)


def verdict(found: Verdict) -> list[str]:
    """Return the verdict in sentences: one for each comparison, and why the experiment stopped."""
    design = found.design
    side = the(side_name(design))
    lines = [design.question] if design.question else []
    for row in found.differences.iter_rows(named=True) if found.pairs else ():
        moved = f"{points(row['difference'])} points ({points(row['low'])} to {points(row['high'])})"
        rates = {one["arm"]: one["rate"] for one in found.rates.iter_rows(named=True)}
        said = (
            "the difference is clear of 0"
            if row["clear"]
            else "too few games to show a difference or rule one out: "
            f"a difference of {POINTS[-1]} points takes {row[f'pairs_{POINTS[-1]}']:,.0f} pairs"
        )
        lines.append(
            f"{row['arm']}: {side} won {rates[row['arm']]:.0%} of the games, {rates[row['against']]:.0%} with {row['against']}: "
            f"{moved}; {said}."
        )
    if found.bid:
        lines.append(fair_bid(found.bid, design))
    lines.append(f"{counted(found.pairs, 'pair')}: {found.reason}.")
    return lines


def fair_bid(found: FairBid, design: Design) -> str:
    """Return at which bid the side would win half of the decided games, or that the games do not show it."""
    whom, money = the(side_name(design)), _money(design)
    bid = f"Fair bid against {whom}"
    if found.most <= 0:
        bid, found = f"Fair bid for {whom}", _turned(found)
    games = f"{counted(found.decided, 'decided game')}, {found.undecided} undecided; bids of {found.least} to {found.most} {money}"
    if found.value is None:
        return f"{bid}: these games do not show one ({games})."
    reach = f"{found.low:.0f} to {found.high:.0f}"
    return f"{bid}: {found.value:.0f} {money} (95% interval {reach}; {games})."


def _turned(found: FairBid) -> FairBid:
    """Return a fair bid with the money counted that the side itself gets, not the others."""
    value = None if found.value is None else -found.value
    return found._replace(value=value, low=-found.high, high=-found.low, least=-found.most, most=-found.least)


def _money(design: Design) -> str:
    """Return the printed name of the title's main resource."""
    if design.title not in titles():
        return "money"
    title = load_title(design.title)
    return title.resources[title.resource].name


def side_name(design: Design) -> str:
    """Return the printed name of the side that is asked about."""
    side = _title_sides(design).get(design.side)
    return side or design.side


def _title_sides(design: Design) -> dict[str, str]:
    """Return the printed names of a title's sides; none of a title that is not there."""
    if design.title not in titles():
        return {}
    return {slug: side.name for slug, side in load_title(design.title).sides.items()}


def rates(found: Verdict) -> pl.DataFrame:
    """Return the win rate of each arm, with its interval, in per cent."""
    return found.rates.select(
        pl.col("arm").alias("rules"),
        "won",
        pl.col("decided").alias("games"),
        pl.col("undecided").alias("nobody won"),
        *((pl.col(name) * 100).round(1).alias(label) for name, label in (("rate", "%"), ("low", "from %"), ("high", "to %"))),
    )


def differences(found: Verdict) -> pl.DataFrame:
    """Return the paired differences in points."""
    if found.differences.is_empty():
        return found.differences
    hundred = (
        ("difference", "points"),
        ("low", "from"),
        ("high", "to"),
        ("unlike", "unlike pairs %"),
        ("smallest", "shown at"),
    )
    return found.differences.select(
        pl.col("arm").alias("rules"),
        "against",
        *((pl.col(name) * 100).round(1).alias(label) for name, label in hundred),
        *(pl.col(f"pairs_{seen}").alias(f"for {seen}") for seen in POINTS),
    )


HEADINGS = {"before": "Before", "after": "After", "change": "Change", "low": "95% low", "high": "95% high"}
"""Numbers of what else moved, and what they are called."""


def effects(found: Verdict) -> pl.DataFrame:
    """Return what else moved: of each comparison all that stands after the correction, or else the first few."""
    if found.effects.is_empty():
        return found.effects
    sides = _title_sides(found.design)
    units = {slug: unit.name for slug, unit in load_title(found.design.title).units.items()} if sides else {}
    kept = [
        part.filter(pl.col("moved") | (pl.int_range(pl.len()) < SHOWN)) for part in found.effects.partition_by("arm", maintain_order=True)
    ]
    return pl.concat(kept).select(
        pl.col("arm").alias("Rules"),
        pl.col("side").replace(sides).alias("Side"),
        (
            pl.col("name")
            + pl.when(pl.col("unit") != "").then(pl.lit(": ") + pl.col("unit").replace(units)).otherwise(pl.lit(""))
            + pl.when(pl.col("per") == "a round").then(pl.lit(", a round")).otherwise(pl.lit(""))
        ).alias("What"),
        *(pl.col(name).round(2).alias(heading) for name, heading in HEADINGS.items()),
        pl.col("moved").alias("Moved"),
    )


RATES_NOTE = "A game that nobody has won when it ends, or is stopped, counts as not won. The intervals are of 95%."
NEEDED_NOTE = (
    "Pairs that see a difference of so many points four times in five (Connor 1987), if as many pairs end differently as did here. "
    "Shown at: the smallest difference that the pairs played see so often; empty where they are too few to see any."
)
EFFECTS_NOTE = (
    "Mean differences of pairs with 95% intervals; what is told per round is an average over a game's rounds. Moved: withstands the "
    "correction for looking at many things (Benjamini and Hochberg), from at least 20 pairs."
)


def differences_note(found: Verdict) -> str:
    """Say what the intervals of the differences are."""
    if found.design.stop == SEQUENTIAL:
        return "The intervals hold at any time, however often somebody looks (betting intervals of Waudby-Smith and Ramdas 2024)."
    return "Intervals of Bonett and Price (2012) for a number of pairs chosen beforehand, 5% of false alarms for all comparisons together."


def needed(found: Verdict) -> pl.DataFrame:
    """Return how many pairs each comparison needs for a difference of so many points."""
    return found.differences.select(
        pl.col("arm").alias("Rules"),
        pl.col("against").alias("Against"),
        (pl.col("unlike") * 100).round(1).alias("Unlike pairs, %"),
        (pl.col("smallest") * 100).round(1).alias("Shown at, points"),
        *(pl.col(f"pairs_{seen}").alias(f"Pairs for {seen} points") for seen in POINTS),
    )
