"""How strength was shared at the end, and when it shifted most, for games of which little else stands out."""

from __future__ import annotations

import polars as pl

from dashboard.review.reader import Reader
from dashboard.review.story.sentence import Clause, Sentence
from dashboard.review.story.wording import the
from dashboard.ui.text import listed, printed
from engine.rules import NEUTRAL

LARGE = 0.04
"""Change of a side's share of all strength in one round that is worth a sentence."""


def shares(of: Reader) -> list[tuple[str, float]]:
    """Return each side's part of all units and production at the end, the greatest first; neutrals, who fight for nobody, are left out."""
    frame = of.by_side("strength_by_round").filter(
        pl.col("round") == pl.col("round").max(), pl.col("side") != NEUTRAL, pl.col("strength") > 0
    )
    ranked = frame.sort("share", descending=True, maintain_order=True)
    total = float(ranked["share"].sum())
    return [(side, float(share) / total) for side, share in ranked.select("side_name", "share").iter_rows()]


def shifted(of: Reader) -> Sentence:
    """Return the round in which the winner, or whoever is ahead at the end, gained most strength; empty where no round moved much."""
    points = of.measure("turning_point")
    point = {} if points.is_empty() else points.row(0, named=True)
    if point.get("biggest_swing_round") is None or len(of.sides) == of.all_powers.height:
        return ()
    sides = point["side"].split(", ")
    rows = of.measure("strength_by_round").filter(pl.col("side").is_in(sides)).group_by("round").agg(pl.col("share").sum())
    shares_of = dict(rows.sort("round").iter_rows())
    round_ = point["biggest_swing_round"]
    before = shares_of.get(max((at for at in shares_of if at < round_), default=round_), 0.0)
    if shares_of.get(round_, 0.0) - before < LARGE:
        return ()
    who = the(listed([of.sides.get(side, printed(side)) for side in sides]))
    head = f"Strength shifted most in {of.when(round_)}"
    went = f"{who} went from {before:.0%} to {shares_of[round_]:.0%} of all units and production"
    return (Clause(head, of.end_of(round_)), Clause(f", when {went}."))
