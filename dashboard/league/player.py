"""A player's page on the dashboard: rating, opponents, sides, luck, openings, games."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
import streamlit as st

from dashboard.charts.ratings import ratings_chart
from dashboard.league import craft, player_words, words
from dashboard.league.questions import COLUMNS, hundreds, no_minus_zero
from dashboard.league.shelf import show_cards
from dashboard.review.section import meaning as measure_meaning
from dashboard.ui import data, widgets
from dashboard.ui.downloads import downloads
from dashboard.ui.game_names import who_played
from dashboard.ui.table import DASH
from dashboard.ui.text import counted

Rows = Callable[[pl.DataFrame], pl.DataFrame]
"""The rows of a measure to those of a table, with words."""
GAMES = 12
"""Games that are shown, the newest ones."""


def players(games: pl.DataFrame) -> list[str]:
    """Return all who played, those of most games first."""
    often: dict[str, int] = {}
    for seated in games["players"]:
        for name in who_played(seated):
            often[name] = often.get(name, 0) + 1
    return sorted(often, key=lambda name: (-often[name], name))


def show(at: data.Source, games: pl.DataFrame, name: str, names: dict[str, str]) -> None:
    """Show the page of a player.

    Args:
        at: the lake. games: its games, each once. name: of the player. names: printed names of titles by slug.
    """
    _rating(at, name, names)
    _table(
        at,
        "win_rates_by_player_and_side",
        name,
        player_words.WITH,
        "Win rates by side",
        lambda told: hundreds(player_words.seats_rows(told, names | data.sides(at))),
        ("title_name", "label", "games", "won", "decided", "rate", "low", "high"),
        player_words.SEATS_NOTE,
    )
    _table(
        at,
        "head_to_head",
        name,
        player_words.AGAINST,
        "Every opponent",
        lambda told: hundreds(told.sort("games", "opponent", descending=[True, False])),
        ("opponent", "games", "won", "lost", "drawn", "unfinished", "rate", "low", "high"),
    )
    _table(
        at,
        "luck_in_value_by_player",
        name,
        player_words.LUCKY,
        "Swing and luck, in the money of each title",
        lambda told: told.with_columns(title_name=pl.col("title").replace(names)),
        ("title_name", "games", "battles", "swing", "luck", "swing_without_luck", "per_battle"),
    )
    craft.of_player(at, games, name, names)
    _openings(at, name, names)
    widgets.question(player_words.WHICH)
    own = games.filter(pl.Series([name in who_played(seated) for seated in games["players"]], dtype=pl.Boolean))
    widgets.answer(f"{counted(own.height, 'game')}." + (f" The newest {GAMES} are shown." if own.height > GAMES else ""))
    show_cards(at, own.head(GAMES))


def _rating(at: data.Source, name: str, names: dict[str, str]) -> None:
    ratings = data.ratings(at)
    own = ratings.history.filter(player=name)
    if own.is_empty():
        widgets.answer(player_words.unrated(ratings.people))
        return
    for said in player_words.ratings_said(name, ratings.standings, names):
        widgets.answer(said)
    own = player_words.course(own, names)
    titles = own["title_name"].unique(maintain_order=True).to_list()
    widgets.question(player_words.CHANGED)
    widgets.draw(ratings_chart(own, titles, "title_name"), "Ratings game by game", own)
    widgets.meaning(counted(own.height, "rated game"), words.ratings_note(len(titles)))


def _table(at: data.Source, measure: str, name: str, question: str, alt: str, rows: Rows, columns: tuple[str, ...], note: str = "") -> None:
    """Show a measure of the league for one player, where it has any rows; without a note its own meaning stands below."""
    told = data.of_lake(at, measure, people=data.people_only(at)).filter(player=name)
    if told.is_empty():
        return
    widgets.question(question)
    shown = rows(told).select(columns)
    st.dataframe(no_minus_zero(shown), hide_index=True, width="stretch", placeholder=DASH, alt=alt, column_config=COLUMNS)
    downloads(alt.lower(), shown)
    widgets.meaning("", note or measure_meaning(measure))


def _openings(at: data.Source, name: str, names: dict[str, str]) -> None:
    rows = player_words.openings_rows(data.of_lake(at, "openings_by_player", people=data.people_only(at)).filter(player=name), names)
    if rows.is_empty():
        return
    widgets.question(player_words.OPENINGS)
    st.dataframe(rows.head(player_words.SHOWN), hide_index=True, width="stretch", alt="Openings", column_config=COLUMNS)
    downloads("openings", rows)
    widgets.meaning("", player_words.openings_note(rows))
