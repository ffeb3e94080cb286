"""Where a game turned, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from dashboard.review.story.wording import sentence, the
from dashboard.ui.text import listed, printed

STILL = 0.02
"""A share that changed by less did not turn a game: from 53% to 54% is nothing that a player would tell."""


def turning(point: Mapping[str, Any], sides: Mapping[str, str]) -> str:
    """Return where a game turned, empty where no round moved the balance of strength.

    Args:
        point: the row of the measure `turning_point`. sides: slug to printed name.
    """
    if not marked(point):
        return ""
    who = listed([the(sides.get(side, printed(side))) for side in (point["side"] or "").split(", ")])
    winner = "the winners" if ", " in (point["side"] or "") else "the winner"
    place = winner if point["won"] else "ahead at the end"
    strength = f"the strength (units and production) of {who}, {place}, went from {_share(point)} of all"
    if point["why"] == "lead":
        return f"Where it turned: round {point['round']}, when {strength} and stayed above half."
    return f"The largest shift was in round {point['round']}, when {strength}."


def upright(point: Mapping[str, Any]) -> str:
    """Return what the upright line of a chart marks, in the words of `turning`; empty where no round is marked."""
    if not marked(point):
        return ""
    if point["why"] == "lead":
        return "The vertical line marks the round in which the game turned."
    return "The vertical line marks the round of the largest shift."


def marked(point: Mapping[str, Any]) -> bool:
    """Return whether a round is worth a mark: the lead changed in it, or a share by more than a little."""
    if point["round"] is None:
        return False
    return point["why"] == "lead" or abs(point["share_after"] - point["share_before"]) >= STILL


def held(frame: pl.DataFrame) -> str:
    """Return what share of all strength the strongest side had at first and has at the end.

    Args:
        frame: round, side_name, share.
    """
    ends = (
        frame.sort("round")
        .group_by("side_name", maintain_order=True)
        .agg(pl.col("share").first().alias("first"), pl.col("share").last())
    )
    side, first, last = ends.sort("share", descending=True, maintain_order=True).row(0)
    strength, end = "of all strength (units and production)", f"{last or 0:.0%}"
    if f"{first or 0:.0%}" == end:
        return sentence(f"{the(side)} had {end} {strength} at the set-up and at the end.")
    return sentence(f"{the(side)} had {first or 0:.0%} {strength} at the set-up and {end} at the end.")


def _share(point: Mapping[str, Any]) -> str:
    """Return both shares, as finely as it takes to tell them apart."""
    before, after = point["share_before"], point["share_after"]
    digits = 0 if f"{before:.0%}" != f"{after:.0%}" else 1
    return f"{before:.{digits}%} to {after:.{digits}%}"
