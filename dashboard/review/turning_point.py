"""Where a game turned, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dashboard.ui.text import listed, printed


def turning(point: Mapping[str, Any], sides: Mapping[str, str]) -> str:
    """Return where a game turned, empty where no round moved the balance of strength.

    Args:
        point: the row of the measure `turning_point`. sides: slug to printed name.
    """
    if point["round"] is None:
        return ""
    who = listed([sides.get(side, printed(side)) for side in (point["side"] or "").split(", ")])
    winner = "the winners" if ", " in (point["side"] or "") else "the winner"
    place = winner if point["won"] else "ahead at the end"
    strength = f"the strength (units and production) of {who}, {place}, went from {_share(point)} of all"
    if point["why"] == "lead":
        return f"Where it turned: round {point['round']}, when {strength} and stayed above half."
    return f"The largest shift was in round {point['round']}, when {strength}."


def upright(point: Mapping[str, Any]) -> str:
    """Return what the upright line of a chart marks, in the words of `turning`; empty where no round is marked."""
    if point["round"] is None:
        return ""
    if point["why"] == "lead":
        return "The vertical line marks the round in which the game turned."
    return "The vertical line marks the round of the largest shift."


def _share(point: Mapping[str, Any]) -> str:
    """Return both shares, as finely as it takes to tell them apart."""
    before, after = point["share_before"], point["share_after"]
    digits = next((digits for digits in (0, 1) if f"{before:.{digits}%}" != f"{after:.{digits}%}"), 2)
    return f"{before:.{digits}%} to {after:.{digits}%}"
