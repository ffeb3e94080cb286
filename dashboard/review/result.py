"""A game of which only the result is recorded: what its review says. No Streamlit here."""

from __future__ import annotations

import polars as pl

from dashboard.review.reader import Reader
from dashboard.ui.text import amount, only_result

SAID = "Only the result of this game is recorded: who played, and how it ended. It counts in the league, and there is nothing else to show."
"""What stands in place of the story."""


def bids(of: Reader) -> list[str]:
    """Return the bids that a result tells, with their sides.

    Empty where it tells none, and of other records, which show what was bought.
    """
    if not only_result(of.game):
        return []
    rows = of.frame("seats").filter(pl.col("bid") > 0).select("side_name", "bid").iter_rows()
    return [f"{side} {amount(bid, of.unit)}" for side, bid in rows]
