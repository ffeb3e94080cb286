"""The question who holds what: the map that plays through the turns, and the areas line by line."""

from __future__ import annotations

from typing import Any

import polars as pl
import streamlit as st

from dashboard import answers, data, parts
from dashboard.charts.control_strip import control_strip
from dashboard.layouts.choose import layout_of, links_of, named_folders, read_maps
from dashboard.layouts.layout import GEOGRAPHY, LINKS, NAMES, POLYGONS, Layout
from dashboard.player.component import play
from dashboard.player.payload import Payload, payload
from dashboard.words import counted, listed

DRAWN = {
    GEOGRAPHY: "The outlines are ours, drawn from geography and the title's links.",
    POLYGONS: "The outlines are those of the TripleA map.",
    NAMES: "The outlines are ours: areas of known names lie where they lie, the others between their neighbours. "
    "`sitrep dashboard --map-folder` draws them as TripleA does.",
    LINKS: "The outlines are ours, grown from nothing but which areas touch. "
    "`sitrep dashboard --map-folder` draws them as TripleA does.",
}
"""What is said of a map by what its layout is made from."""


def control(at: data.Source, game: dict[str, Any]) -> None:
    """Play the game on the map, and draw who holds each area in every round."""
    parts.question("Who holds what?")
    frame = data.measure(at, "control_by_round", game["game_id"])
    powers = data.frame(at, "title_powers", game["game_id"])
    sides = dict(zip(powers["side"], powers["side_name"], strict=True))
    parts.answer(answers.control_answer(frame, sides, game["resource_name"]))
    if frame.is_empty():
        return
    _map(at, game, frame)
    with st.expander("Every area in every round"):
        _strip(at, game, frame, powers)


def _map(at: data.Source, game: dict[str, Any], frame: pl.DataFrame) -> None:
    folders = tuple(map(str, named_folders()))
    for problem in _maps(folders)[1]:
        st.warning("A map folder cannot be used.")
        st.text(problem)
    layout = _layout_of(at, game["game_id"], game["title"], folders)
    key = f"{game['game_id']}-{at.version}-{at.stamp}-{layout.source}"
    play(_payload(at, game["game_id"], game["title"], game["resource_name"], folders), key)
    missing = frame.filter(~pl.col("area").is_in(list(layout.places)))["name"].unique().sort().to_list()
    parts.meaning(
        counted(frame.filter(pl.col("side") != "")["area"].n_unique(), "area"),
        "The board at the end of the turn shown. A thick edge marks what changed hands in it, a burst a battle, a framed number what "
        "convoy raids took; a counter is a power's units, its form and the pattern of areas are the side's. A star is a capital, a dot "
        "another victory city. Pointing at an area or tapping it tells all. Keys: space plays, arrows step, Home and End. "
        f"{DRAWN[layout.source]}" + (f" Not on this map: {listed(missing)}." if missing else ""),
    )  # fmt: skip


def _strip(at: data.Source, game: dict[str, Any], frame: pl.DataFrame, powers: pl.DataFrame) -> None:
    chart, shown = control_strip(frame, data.frame(at, "title_links", game["game_id"]), powers)
    parts.draw(chart, "Who holds each area, round by round", frame)
    everything = frame.filter(pl.col("controller") != "")["area"].n_unique()
    parts.meaning(
        counted(shown, "area"),
        "Each line is an area, each column the end of a round, in the order in which the areas border on each other, from each "
        "power's capital outwards."
        + (f" Left out: {counted(everything - shown, 'area')} that never changed hands." if shown < everything else ""),
    )  # fmt: skip


@st.cache_resource(max_entries=4, show_spinner=False)
def _maps(folders: tuple[str, ...]) -> tuple[list[Any], list[str]]:
    return read_maps(named_folders()) if folders else ([], [])


@st.cache_resource(max_entries=32, show_spinner=False)
def _layout(title: str, areas: pl.DataFrame, links: pl.DataFrame, folders: tuple[str, ...]) -> Layout:
    """Lay out a map once for all games that are played on it."""
    return layout_of(title, areas, links, _maps(folders)[0])


def _layout_of(at: data.Source, game_id: str, title: str, folders: tuple[str, ...]) -> Layout:
    areas = data.frame(at, "title_areas", game_id).select("area", "kind", "lon", "lat", "triplea")
    links = links_of(data.frame(at, "title_links", game_id), data.frame(at, "units_moved", game_id))
    return _layout(title, areas, links, folders)


@st.cache_data(max_entries=32, show_spinner=False)
def _payload(at: data.Source, game_id: str, title: str, money: str, folders: tuple[str, ...]) -> Payload:
    layout = _layout_of(at, game_id, title, folders)
    return payload(lambda table: data.frame(at, table, game_id), layout, money)
