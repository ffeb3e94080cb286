"""The orders in which games are listed. No Streamlit here."""

from __future__ import annotations

import polars as pl

NEWEST, OLDEST, LONGEST, SHORTEST, TITLE, DEFECTS = (
    "Newest first",
    "Oldest first",
    "Longest first",
    "Shortest first",
    "Title",
    "Most defects",
)
ORDERS = (NEWEST, OLDEST, LONGEST, SHORTEST, TITLE, DEFECTS)
"""What lists of games may be ordered by."""


def ordered(games: pl.DataFrame, by: str = NEWEST) -> pl.DataFrame:
    """Return games in an order; those that are level in it with the newest first.

    The newest is the one played last, by its day; games without a day stand behind those with one, the last to be ingested first.

    Args:
        games: rows of the lake's `games`. by: one of ORDERS.
    """
    day = pl.col("played").fill_null("").str.slice(0, 10)
    keys: dict[str, tuple[pl.Expr, bool]] = {
        OLDEST: (day, False),
        LONGEST: (pl.col("rounds"), True),
        SHORTEST: (pl.col("rounds"), False),
        TITLE: (pl.col("title_name").str.to_lowercase(), False),
        DEFECTS: (pl.col("defects"), True),
    }
    first = [keys[by]] if by in keys else []
    unknown = (day == "", False)
    every = [*([unknown] if by == OLDEST else []), *first, unknown, (day, True), (pl.col("ingested_at"), True), (pl.col("game_id"), False)]
    return games.sort([key for key, _ in every], descending=[falls for _, falls in every], nulls_last=True)
