"""What a player's page says, on the dashboard and on a site: the questions, the sentences and the rows. No Streamlit here."""

from __future__ import annotations

import re
from collections.abc import Mapping

import polars as pl

from dashboard.ui.text import counted, units
from warehouse.expressions import Z

CHANGED, AGAINST, WITH, LUCKY, OPENINGS, WHICH = (
    "How has the rating changed?", "Against whom?", "With which side?",
    "How lucky with dice?", "What does this player buy first?", "Which games?",
)  # fmt: skip
"""The questions."""
SEATS_NOTE = "Share of decided games won, with its 95% Wilson interval. Games in which this player played several sides do not count."
_COUNTED = re.compile(r"(\d+) ([^,]+)")
SHOWN = 20
"""Openings that are shown, the most frequent ones."""


def rating_said(name: str, standings: pl.DataFrame) -> str:
    """Say where a rated player stands.

    Args:
        standings: `warehouse.ratings.standings`, in which the player is.
    """
    row = standings.filter(player=name).row(0, named=True)
    low, high = row["mu"] - Z * row["sigma"], row["mu"] + Z * row["sigma"]
    return (
        f"Place {row['place']:,}, with a rating of {row['ordinal']:.1f} after "
        f"{counted(row['games'], 'rated game')}. Skill {row['mu']:.1f}, 95% range {low:.1f} to {high:.1f}."
    )


def seats_rows(told: pl.DataFrame, names: Mapping[str, str]) -> pl.DataFrame:
    """Return measure `win_rates_by_player_and_side` of a player with `title_name` and `label`, the side in words.

    Args:
        told: its rows. names: printed names of titles and sides by slug.
    """
    return told.with_columns(title_name=pl.col("title").replace(names), label=pl.col("side").replace(names))


def openings_rows(told: pl.DataFrame, names: Mapping[str, str]) -> pl.DataFrame:
    """Return measure `openings_by_player` of a player, the most frequent first: title_name, label (the power),
    opening, games, of, won, decided.

    Args:
        told: its rows. names: printed names of titles by slug.
    """
    bought = [_COUNTED.sub(lambda one: units(int(one[1]), one[2]), opening) for opening in told["opening"]]
    rows = told.with_columns(
        title_name=pl.col("title").replace(names), label="power_name", opening=pl.Series(bought, dtype=pl.String)
    )
    ranked = rows.sort("games", "of", "title_name", "label", "opening", descending=[True, True, False, False, False])
    return ranked.select("title_name", "label", "opening", "games", "of", "won", "decided")


def openings_note(rows: pl.DataFrame) -> str:
    """Say what the rows of openings are."""
    left = rows.height - SHOWN
    return (
        "Units bought in round 1, without those of a bid. “Of” counts all games with this power; Won and Decided count those with this "
        "opening." + (f" {counted(left, 'rarer opening')} left out." if left > 0 else "")
    )
