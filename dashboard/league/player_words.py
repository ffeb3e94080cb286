"""What a player's page says, on the dashboard and on a site: the questions, the sentences and the rows. No Streamlit here."""

from __future__ import annotations

import re
from collections.abc import Mapping

import polars as pl

from dashboard.league import words
from dashboard.ui.text import counted, units

CHANGED, AGAINST, WITH, LUCKY, OPENINGS, WHICH = (
    "How has the rating changed?",
    "Against whom?",
    "With which side?",
    "How lucky with dice?",
    "What does this player buy first?",
    "Which games?",
)
"""The questions."""
SEATS_NOTE = "Share of decided games won, with its 95% Wilson interval. Games in which this player played several sides do not count."
_COUNTED = re.compile(r"(\d+) ([^,]+)")
SHOWN = 20
"""Openings that are shown, the most frequent ones."""


def ratings_said(name: str, standings: pl.DataFrame, names: Mapping[str, str]) -> list[str]:
    """Say where a rated player stands, in each title in which it is, the one of most games first.

    Args:
        standings: `warehouse.ratings.standings`, in which the player is. names: printed names of titles by slug.
    """
    rows = standings.with_columns(of=pl.len().over("title")).filter(player=name)
    rows = rows.sort("games", "title", descending=[True, False])
    return [
        f"{names.get(row['title'], row['title'])}: place {row['place']:,} of {row['of']:,}, with a rating of {row['rating']:.0f} "
        f"(95% interval {row['low']:.0f} to {row['high']:.0f}) after {counted(row['games'], 'rated game')}."
        for row in rows.iter_rows(named=True)
    ]


def unrated(people: bool) -> str:
    """Say that no game of a player counts, and why; `people`: whether only games of people do."""
    return f"No game of this player counts for ratings. {words.RATED}{f' {words.people_note(True)}' if people else ''}"


def course(own: pl.DataFrame, names: Mapping[str, str]) -> pl.DataFrame:
    """Return a player's ratings game by game with `title_name`, the title of most games first."""
    told = own.with_columns(title_name=pl.col("title").replace(dict(names)), of=pl.len().over("title"))
    return told.sort("of", "title", descending=[True, False], maintain_order=True).drop("of")


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
    rows = told.with_columns(title_name=pl.col("title").replace(names), label="power_name", opening=pl.Series(bought, dtype=pl.String))
    ranked = rows.sort("games", "of", "title_name", "label", "opening", descending=[True, True, False, False, False])
    return ranked.select("title_name", "label", "opening", "games", "of", "won", "decided")


def openings_note(rows: pl.DataFrame) -> str:
    """Say what the rows of openings are."""
    left = rows.height - SHOWN
    return (
        "Units bought in round 1, without those of a bid. “Of” counts all games with this power; Won and Decided count those with this "
        "opening." + (f" {counted(left, 'rarer opening')} left out." if left > 0 else "")
    )
