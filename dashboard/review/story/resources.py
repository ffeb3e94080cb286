"""The resource that decided it: income lost to convoy raids, bombing and shortages, or a lead in income that came with the war."""

from __future__ import annotations

import polars as pl

from dashboard.review.reader import Reader
from dashboard.review.story.sentence import Clause, Sentence
from dashboard.review.story.wording import sentence, share, the
from dashboard.ui.text import amount, printed

LARGE = 0.1
"""Share of what a power would have collected whose loss is told."""
SMALL = 0.02
"""Share of all income of the game below which no loss is told."""
LEAD = 1.25
"""How many times the other side's income is a lead."""


def decided(of: Reader) -> Sentence:
    """Return the sentence on what was taken from a power's income, or on who outproduced whom; empty where neither mattered."""
    return _drained(of) or _outproduced(of)


def _drained(of: Reader) -> Sentence:
    """Return the largest part of a power's income that something took: raids, bombs, a shortage."""
    came = of.measure("income_by_source").filter(pl.col("resource") == of.game["resource"], pl.col("round") > 0)
    if came.is_empty():
        return ()
    taken = (
        came.filter(pl.col("amount") < 0, pl.col("source") != "")
        .group_by("power", "source")
        .agg(lost=-pl.col("amount").sum(), worst=pl.col("round").sort_by("amount").first())
    )
    bombed = (
        of.measure("bombing_by_round")
        .filter(pl.col("damage") > 0, pl.col("raids") > 0)
        .group_by(pl.col("victim").alias("power"))
        .agg(source=pl.lit("bombing"), lost=pl.col("damage").sum(), worst=pl.col("round").sort_by("damage").last())
    )
    gained = came.filter(pl.col("amount") > 0).group_by("power").agg(gross=pl.col("amount").sum())
    both = pl.concat([taken, bombed.select(taken.columns)], how="vertical_relaxed")
    told = both.join(gained, on="power").with_columns(part=pl.col("lost") / pl.col("gross"))
    large = (pl.col("part") >= LARGE) & (pl.col("lost") >= SMALL * float(gained["gross"].sum()))
    ranked = told.filter(large, pl.col("power").is_in(of.seated)).sort("lost", "power", "source", descending=[True, False, False])
    for row in ranked.head(1).iter_rows(named=True):
        cause = "Convoy raids" if row["source"].startswith("convoy") else printed(row["source"])
        turn = of.end_of(row["worst"])
        said = f"{cause} cost {the(of.names.get(row['power'], row['power']))} {amount(row['lost'], of.unit)}"
        during = "over the game" if of.game["rounds"] > 1 else f"in {of.when(row['worst'])}"
        return (Clause(sentence(said), turn), Clause(f" {during}, {share(row['part'])} of its income."))
    return ()


def _outproduced(of: Reader) -> Sentence:
    """Return from when on a side collected more than the other that had collected more before."""
    sums = of.by_side("income_by_turn").filter(pl.col("round") > 0, pl.col("round") <= of.game["finished_rounds"])
    sides = sums.group_by("side_name").agg(pl.col("income").sum()).sort("income", descending=True)
    if sides.height < 2 or sides.height == sums["power"].n_unique():
        return ()  # nobody has an ally: a record without sides says nothing of who fights whom
    one, two = sides["side_name"][:2].to_list()
    by_round = sums.group_by("round", "side_name").agg(pl.col("income").sum()).sort("round")
    rounds = sorted(set(by_round["round"].to_list()))
    income = {(at, side): n for at, side, n in by_round.iter_rows()}
    lead = [(at, income.get((at, one), 0) - income.get((at, two), 0)) for at in rounds]
    if len(lead) < 3 or not lead[-1][1]:
        return ()
    ahead, other = (one, two) if lead[-1][1] > 0 else (two, one)
    behind = [at for at, gap in lead if (gap > 0) != (ahead == one) or not gap]
    last, first = rounds[-1], rounds[0]
    mine, theirs = income.get((last, ahead), 0), income.get((last, other), 0)
    if not behind or behind[-1] < first or mine < LEAD * max(theirs, 1):
        return ()
    since = next(at for at in rounds if at > behind[-1])
    figures = f"{mine:,} {of.unit} to {theirs:,} by {of.when(last)}" if since != last else f"{mine:,} {of.unit} to {theirs:,}"
    return (
        Clause(f"From {of.when(since)} on {the(ahead)} collected more than {the(other)}", of.end_of(since)),
        Clause(f": {figures}."),
    )
