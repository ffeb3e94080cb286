"""The question who holds what: the map that plays through the turns with the story of each, and the areas line by line."""

from __future__ import annotations

from typing import Any

import polars as pl
import streamlit as st

from dashboard import answers, data, parts
from dashboard.charts.control_strip import control_strip
from dashboard.layouts.choose import layout_of, links_of, named_folders, read_maps
from dashboard.layouts.layout import GEOGRAPHY, LINKS, NAMES, POLYGONS, Layout
from dashboard.player.component import asked, play
from dashboard.player.payload import Payload, payload
from dashboard.review.reader import Reader
from dashboard.review.section import meaning
from dashboard.story.markup import turn_html
from dashboard.story.sentences import story
from dashboard.words import counted, listed, safe

STORY = 560
"""Pixels that the story of a turn takes beside the map before it scrolls."""

DRAWN = {
    GEOGRAPHY: "The outlines are ours, drawn from geography and the title's links.",
    POLYGONS: "The outlines are those of the TripleA map.",
    NAMES: "The outlines are ours: areas of known names lie where they lie, the others between their neighbours. "
    "“sitrep dashboard --map-folder” draws them as TripleA does.",
    LINKS: "The outlines are ours, grown from nothing but which areas touch. "
    "“sitrep dashboard --map-folder” draws them as TripleA does.",
}
"""What is said of a map by what its layout is made from."""


def control(at: data.Source, of: Reader) -> None:
    """Play the game on the map with its story beside it, and draw who holds each area in every round."""
    parts.question("Who holds what?", meaning("control_by_round"))
    frame = of.measure("control_by_round")
    parts.answer(answers.control_answer(frame, _changes(of), of.sides, of.unit))
    if frame.is_empty():
        return
    _map(at, of, frame)
    with st.expander("Every area in every round"):
        _strip(of, frame)


def _changes(of: Reader) -> pl.DataFrame:
    """Return the changes of control that count: of seas only where control of them is a rule, or they are worth something."""
    changes = of.measure("changes_of_hand")
    return changes if of.seas else changes.filter((pl.col("kind") != "sea") | (pl.col("value") > 0))


def _map(at: data.Source, of: Reader, frame: pl.DataFrame) -> None:
    folders = tuple(map(str, named_folders()))
    for problem in _maps(folders)[1]:
        st.warning("A map folder cannot be used.")
        st.text(problem)
    layout = _layout_of(of, folders)
    key = f"{of.game_id}-{at.version}-{at.stamp}-{layout.source}"
    _board(at, of.game_id, _payload(at, of.game_id, of, folders), key, _story(at, of.game_id, of), of)
    missing = frame.filter(~pl.col("area").is_in(list(layout.places)))["name"].unique().sort().to_list()
    parts.meaning(
        counted(frame.filter(pl.col("side") != "")["area"].n_unique(), "area"),
        "The board at the end of the turn shown. A thick edge marks what changed hands in it, a burst a battle, a framed number what "
        "convoy raids took; a counter is a power's units, its form and the pattern of areas are the side's. A star is a capital, a dot "
        "another victory city. Pointing at an area or tapping it tells all. Keys: space plays, arrows step, Home and End. "
        f"{DRAWN[layout.source]}" + (f" Not on this map: {listed(missing)}." if missing else ""),
    )  # fmt: skip


@st.fragment
def _board(at: data.Source, game_id: str, game: Payload, key: str, told: pl.DataFrame, of: Reader) -> None:
    """Show the map and what happened in the turn at which it rests: only this runs again when it comes to rest."""
    board, beside = st.columns([7, 3], gap="medium")
    with board:
        play(game, key)
    turn = asked(len(game["turns"]))
    at_turn = list(of.moments)[len(game["turns"]) - 1 if turn is None else turn]
    with beside:
        st.html(f'<h3 class="sitrep-when">{safe(of.whens[at_turn])}</h3>')
        with st.container(height=STORY, border=False, key="story"):
            st.html(turn_html(told.filter(turn=at_turn)))


def _strip(of: Reader, frame: pl.DataFrame) -> None:
    holders = of.all_powers.filter(pl.col("power").is_in(frame["controller"].unique().to_list()))
    chart, shown = control_strip(frame, of.frame("title_links"), holders)
    parts.draw(chart, "Who holds each area, round by round", frame)
    everything = frame.filter(pl.col("controller") != "")["area"].n_unique()
    parts.meaning(
        counted(shown, "area"),
        "Each line is an area, each column the end of a round, in the order in which the areas border on each other, from each "
        "power's capital outwards."
        + (f" Left out: {counted(everything - shown, 'area')} with one holder at the end of every round." if shown < everything else ""),
    )  # fmt: skip


@st.cache_resource(max_entries=4, show_spinner=False)
def _maps(folders: tuple[str, ...]) -> tuple[list[Any], list[str]]:
    return read_maps(named_folders()) if folders else ([], [])


@st.cache_resource(max_entries=32, show_spinner=False)
def _layout(title: str, areas: pl.DataFrame, links: pl.DataFrame, folders: tuple[str, ...]) -> Layout:
    """Lay out a map once for all games that are played on it."""
    return layout_of(title, areas, links, _maps(folders)[0])


def _layout_of(of: Reader, folders: tuple[str, ...]) -> Layout:
    areas = of.frame("title_areas").select("area", "kind", "lon", "lat", "triplea")
    links = links_of(of.frame("title_links"), of.frame("units_moved"))
    return _layout(of.game["title"], areas, links, folders)


@st.cache_data(max_entries=32, show_spinner=False)
def _payload(at: data.Source, game_id: str, _of: Reader, folders: tuple[str, ...]) -> Payload:
    return payload(_of.map_frame, _layout_of(_of, folders), _of.unit, _of.seas)


@st.cache_data(max_entries=32, show_spinner=False)
def _story(at: data.Source, game_id: str, _of: Reader) -> pl.DataFrame:
    return story(_of.frame, _of.money)
