"""What a player's page says, on the dashboard and on a site: the questions, the sentences and the rows. No Streamlit here."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from dashboard.ui.text import counted
from warehouse.expressions import Z

CHANGED, AGAINST, WITH, LUCKY, OPENINGS, WHICH = (
    "How has the rating changed?", "Against whom?", "With which side?",
    "How lucky with dice?", "What does this player buy first?", "Which games?",
)  # fmt: skip
"""The questions."""
SEATS_NOTE = "Share of decided games won, with its 95% Wilson interval; games in which this player sat on several sides do not count."
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
    """Return measure `win_rates_by_player_and_side` of a player with `label`: side and title in words.

    Args:
        told: its rows. names: printed names of titles and sides by slug.
    """
    said = [
        f"{names.get(row['side'], row['side'])}, {names.get(row['title'], row['title'])}"
        for row in told.iter_rows(named=True)
    ]
    return told.with_columns(label=pl.Series(said, dtype=pl.String))


def openings_rows(told: pl.DataFrame, names: Mapping[str, str]) -> pl.DataFrame:
    """Return measure `openings_by_player` of a player, the most frequent first: label (power and title), opening, games, of, won, decided.

    Args:
        told: its rows. names: printed names of titles by slug.
    """
    said = [f"{row['power_name']}, {names.get(row['title'], row['title'])}" for row in told.iter_rows(named=True)]
    rows = told.with_columns(label=pl.Series(said, dtype=pl.String))
    ranked = rows.sort("games", "of", "label", "opening", descending=[True, True, False, False])
    return ranked.select("label", "opening", "games", "of", "won", "decided")


def openings_note(rows: pl.DataFrame) -> str:
    """Say what the rows of openings are."""
    left = rows.height - SHOWN
    return (
        "What was bought in round 1, bids apart; Games of all that the player had with this power. Won and decided games are those with "
        "this opening." + (f" {counted(left, 'rarer opening')} left out." if left > 0 else "")
    )
