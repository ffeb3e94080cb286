"""What pages ask of the lake, cached: a lake's version is part of every key, so that a new ingest shows up by itself."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

import polars as pl
import streamlit as st

from dashboard.serve import LAKE
from dashboard.ui import asked
from dashboard.ui.order import ordered
from engine.events import Event
from warehouse import Lake, metrics
from warehouse.lab.design import Design
from warehouse.lab.verdict import Verdict, experiments, verdict
from warehouse.log import LOG
from warehouse.ratings import Ratings
from warehouse.ratings import of_lake as ratings_of
from warehouse.ratings import people_only as only_people
from warehouse.stores import place_of

Some = tuple[str, ...] | None
"""Ids or slugs; None for all."""


class Source(NamedTuple):
    """A lake at one version; `stamp` tells apart lakes that stood at one path one after the other."""

    path: str
    version: int
    stamp: str


def lake_path() -> str:
    """Return the folder of the lake to show."""
    return os.environ.get(LAKE, "lake")


def is_there() -> bool:
    """Return whether there is a lake in the folder to show, readable or not; of one that is in no folder that is not known."""
    place = place_of(lake_path())
    return isinstance(place, Path) and (place / LOG).is_dir()


def source() -> Source:
    """Return the lake as it is now.

    Raises:
        LakeError: no lake is there, or it cannot be read.
    """
    state = Lake.open(lake_path()).state()
    return Source(lake_path(), state.version, next(reversed(state.batches), ""))


def folder(at: Source) -> Path | None:
    """Return the folder of a lake; None of one that is in no folder."""
    place = place_of(at.path)
    return place if isinstance(place, Path) else None


@st.cache_resource(max_entries=4, show_spinner=False)
def _lake(at: Source) -> Lake:
    return Lake.open(at.path, at.version)


def lake(at: Source) -> Lake:
    """Return the lake at its version."""
    return _lake(at)


@st.cache_data(max_entries=8, show_spinner=False)
def games(at: Source) -> pl.DataFrame:
    """Return the lake's `games`, newest day of play first."""
    return ordered(_lake(at).games())


@st.cache_data(max_entries=64, show_spinner=False)
def frame(at: Source, table: str, game_id: str) -> pl.DataFrame:
    """Return one game's rows of a table."""
    return _lake(at).frame(table, game_id)


def events(at: Source, game_id: str) -> list[Event]:
    """Return one game's events, as its record told them."""
    return _lake(at).events(game_id)


@st.cache_data(max_entries=8, show_spinner=False)
def sides(at: Source) -> dict[str, str]:
    """Return the sides of all titles of the lake: slug to printed name."""
    return asked.side_names(_lake(at))


@st.cache_data(max_entries=8, show_spinner=False)
def powers_of_titles(at: Source) -> pl.DataFrame:
    """Return the powers of all titles of the lake that ever had a turn: title, power, name, side, side_name, color, play_order."""
    return asked.powers_of_titles(_lake(at))


@st.cache_data(max_entries=32, show_spinner=False)
def shares(at: Source, games: tuple[str, ...]) -> pl.DataFrame:
    """Return what shares of the board the sides of games held: the view `board_shares`, a row a game, round and side."""
    return _lake(at).sql("FROM board_shares ORDER BY game_id, round, side_order", games=games)


@st.cache_data(max_entries=128, show_spinner=False)
def bands(at: Source, metric: str, by: str, games: Some, sides: Some, powers: Some) -> pl.DataFrame:
    """Return a metric round by round over games; see `warehouse.metrics.bands`."""
    return metrics.bands(_lake(at), metric, by, games, sides or None, powers or None)


@st.cache_data(max_entries=128, show_spinner=False)
def spread(at: Source, metric: str, by: str, games: Some, sides: Some, powers: Some) -> pl.DataFrame:
    """Return how a metric is spread over games; see `warehouse.metrics.spread`."""
    return metrics.spread(_lake(at), metric, by, games, sides or None, powers or None)


@st.cache_data(max_entries=32, show_spinner=False)
def of_lake(
    at: Source,
    name: str,
    title: str | None = None,
    since: str | None = None,
    until: str | None = None,
    people: bool | None = None,
) -> pl.DataFrame:
    """Return a measure of the whole lake, or of one title's games, or of those of a season, or of those of people alone."""
    given = {"title": title, "since": since, "until": until, "people": people}
    return _lake(at).measure(name, None, **{key: value for key, value in given.items() if value})


@st.cache_data(max_entries=32, show_spinner=False)
def lines(at: Source, title: str, games: Some) -> pl.DataFrame:
    """Return what was lost on each convoy line over games of a title: the measure `convoy_losses_by_line`."""
    return _lake(at).measure("convoy_losses_by_line", games, title=title)


@st.cache_data(max_entries=8, show_spinner=False)
def retold(at: Source) -> pl.DataFrame:
    """Return the games that the lake has from a better record too, each with the game that leads: the view `retold`."""
    return _lake(at).sql("FROM retold ORDER BY game_id")


def left_out(at: Source, title: str | None = None, since: str | None = None, until: str | None = None) -> int:
    """Return how many records of a title's games, of those of a season, give way to a better record of the same game."""
    of_title = pl.lit(True) if title is None else pl.col("title") == title
    of_season = pl.col("played") >= (since or "")
    if until:
        of_season &= (pl.col("played") <= until) & (pl.col("played") != "")
    wanted = games(at).filter(of_title & of_season)
    return wanted.join(retold(at), on="game_id", how="semi").height


@st.cache_resource(max_entries=4, show_spinner=False)
def labs(at: Source) -> dict[str, Design]:
    """Return the lab's experiments in the lake by key."""
    return experiments(_lake(at))


@st.cache_resource(max_entries=16, show_spinner=False)
def lab_verdict(at: Source, key: str) -> Verdict:
    """Return the verdict of an experiment."""
    return verdict(_lake(at), key)


def refused(at: Source) -> pl.DataFrame:
    """Return the files that ingests refused; not cached, an ingest that takes nothing in makes no new version."""
    return _lake(at).refused()


def places(at: Source, game_id: str) -> list[Path]:
    """Return where the record of a game may lie; not cached, a record that moved makes no new version."""
    return _lake(at).places(game_id)


@st.cache_data(max_entries=16, show_spinner=False)
def ratings(
    at: Source, title: str | None = None, since: str | None = None, until: str | None = None, people: bool | None = None
) -> Ratings:
    """Return the ratings of players, and what sides and bids are worth; see `warehouse.ratings.of_lake`."""
    return ratings_of(_lake(at), title, since, until, people_only(at) if people is None else people)


@st.cache_data(max_entries=8, show_spinner=False)
def people_only(at: Source) -> bool:
    """Return whether games of programs do not count unless asked for: whether people have played each other."""
    return only_people(_lake(at))


def power_colors(at: Source, titles: Collection[str]) -> dict[str, str]:
    """Return the colours of the powers of some titles by printed name; of several titles' the first one's."""
    return asked.power_colors(powers_of_titles(at), titles)
