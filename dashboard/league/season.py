"""Choosing what a league counts: one title or all, a season, how many games a player must have; all of it is in the address."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl
import streamlit as st

from dashboard.league.words import most_rated, usual_least
from dashboard.metrics.one_title import pick_one, usual
from dashboard.metrics.selection import pick_days
from dashboard.ui import data

LEAST, USUAL = "least", "usual-least"
"""Places of the session: the least number of games that a player must have, and what it usually is for what is shown."""
ALWAYS, OTHER = "All time", "Other dates"
DATE = 10
"""Letters of a day, ISO; its first four are the year."""


class Counted(NamedTuple):
    """The games that a league counts.

    Attributes:
        title: slug; None for all. since, until: first and last day of play, ISO; None for any. least: rated games that a player needs
            to be in the standings; at least 1. people: whether only games count that no program played.
    """

    title: str | None = None
    since: str | None = None
    until: str | None = None
    least: int = 1
    people: bool | None = None

    @property
    def games(self) -> tuple[str | None, str | None, str | None, bool | None]:
        """Title, since, until and people, as ratings and measures take them."""
        return self.title, self.since, self.until, self.people


def years(games: pl.DataFrame) -> list[str]:
    """Return the years in which games were played, the newest first; of `played` that is no day nothing."""
    days = games["played"].drop_nulls().unique()
    return sorted({day[:4] for day in days if len(day) >= DATE and day[:4].isdigit()}, reverse=True)


def choose(at: data.Source, games: pl.DataFrame) -> Counted:
    """Let title, season and the least number of games be chosen."""
    people = _people(at)
    history = data.ratings(at, people=people).history
    first, second, third = st.columns([2, 1, 1])
    with first:
        title = pick_one(games, usual(games) if history.is_empty() else most_rated(history), every=True)
    found = years(games)
    season = second.selectbox("Season", [ALWAYS, *found, *([OTHER] if found else [])], key="season", bind="query-params")
    since, until = pick_days(games, "", st.container()) if season == OTHER else _bounds(season)
    days = (since or None, until or None)
    _set_usual(usual_least(data.ratings(at, title, *days, people).standings))
    least = third.number_input(
        "Minimum games",
        min_value=1,
        step=1,
        key=LEAST,
        bind="query-params",
        help="Rated games that a player needs to be in the standings",
    )
    return Counted(title, *days, int(least), people)


def _people(at: data.Source) -> bool:
    """Return whether only games of people count: as somebody chose, else wherever there is one; without one, nothing is to choose."""
    if not data.people_only(at):
        return False
    told = "Leave out games in which a program or bot played"
    return st.toggle("People only", value=True, key="people", bind="query-params", help=told)


def _set_usual(least: int) -> None:
    """Begin with the usual least number of games, and follow it to another title or season while nobody has chosen one."""
    chosen, before = st.session_state.get(LEAST), st.session_state.get(USUAL)
    if LEAST not in st.query_params if chosen is None else chosen == before:
        st.session_state[LEAST] = least
    st.session_state[USUAL] = least


def _bounds(season: str | None) -> tuple[str | None, str | None]:
    return (None, None) if season in (None, ALWAYS) else (f"{season}-01-01", f"{season}-12-31")
