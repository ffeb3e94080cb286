"""The question who holds what: the map that plays through the turns with the report of each, and the areas line by line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl
import streamlit as st

from dashboard.layouts.choose import layout_of, links_of
from dashboard.layouts.layout import GEOGRAPHY, LINKS, NAMES, ORDER, POINTS, POLYGONS, Layout
from dashboard.layouts.map_folders import kept_folders, maps_for, named_folders
from dashboard.player.component import play
from dashboard.player.payload import Payload, payload, worth_of
from dashboard.review import answers
from dashboard.review.control import strip
from dashboard.review.reader import Reader
from dashboard.review.section import meaning
from dashboard.turn_report.markup import TurnReport, by_turn
from dashboard.turn_report.sentences import report
from dashboard.ui import data, widgets
from dashboard.ui.text import counted, listed

STICKY = "sitrep-sticky"
"""The frame of the map, which stays in view while one reads (`player/parts/reading.js`, `ui/look.css`)."""
EVERY_AREA = "every-area"
"""Place of the session: whether the areas line by line are open."""
DRAWN = {
    GEOGRAPHY: "We drew the outlines from geography and the title's links.",
    POLYGONS: "The outlines are those of the TripleA map.",
    POINTS: "We drew the outlines around the areas' points on the map that was played on.",
    NAMES: "We drew the areas on real land, from their names and neighbours; the borders are ours. With the map in TripleA’s folder of "
    "downloaded maps, or in “sitrep dashboard --map-folder”, it is drawn as TripleA does.",
    LINKS: "We drew the outlines only from which areas touch. "
    "With the map in TripleA’s folder of downloaded maps, or in “sitrep dashboard --map-folder”, it is drawn as TripleA does.",
    ORDER: "There are too many areas to lay them out by their links, so they are in the order of the record. "
    "With the map in TripleA’s folder of downloaded maps, or in “sitrep dashboard --map-folder”, it is drawn as TripleA does.",
}
"""What is said of a map by what its layout is made from."""


def control(at: data.Source, of: Reader, linked: bool) -> None:
    """play the game on the map with its turn reports beside it, and draw who holds each area in every round.

    Args:
        at: the lake. of: the game. linked: whether the page's address says which turn is shown.
    """
    widgets.question("Who holds what?", meaning("control_by_round"))
    frame = of.measure("control_by_round")
    widgets.answer(answers.control_answer(frame, _changes(of), of.sides, of.unit))
    if frame.is_empty():
        return
    _map(at, of, frame, linked)
    if _held(frame).is_empty():
        return
    _strip(of, frame)


def _held(frame: pl.DataFrame) -> pl.DataFrame:
    """Return those rows of `control_by_round` in which somebody holds the area; none where the record does not tell."""
    return frame.filter(pl.col("side") != "")


def _changes(of: Reader) -> pl.DataFrame:
    """Return the changes of control that count: of seas only where control of them is a rule, or they are worth something."""
    changes = of.measure("changes_of_hand")
    return changes if of.seas else changes.filter((pl.col("kind") != "sea") | (pl.col("value") > 0))


def _map(at: data.Source, of: Reader, frame: pl.DataFrame, linked: bool) -> None:
    named = named_folders()
    folders = tuple(map(str, kept_folders() if named is None else named))
    for problem in _maps(of.frame("title_areas"), folders)[1] if named else ():
        st.warning("This map folder cannot be used.")
        st.text(problem)
    layout = _layout_of(of, folders)
    key = f"{of.game_id}-{at.version}-{at.stamp}-{layout.source}"
    game = _payload(at, of.game_id, of, folders)
    with st.container(key=STICKY):
        _board(game, key, _turn_report(at, of.game_id, of), linked)
    missing = frame.filter(~pl.col("area").is_in(list(layout.places)))["name"].unique().sort().to_list()
    widgets.meaning(
        counted((frame if _held(frame).is_empty() else _held(frame))["area"].n_unique(), "area"),
        "The board at the end of the selected turn. Arrows are its moves, pale ones no part of an attack. A thick edge marks an area that "
        "changed hands, a burst marks a battle, and a framed number is a loss to convoy raids. Counters show a power's units, from close "
        "by each kind; their corners and the pattern of the areas show the side. A star is a capital, a dot another victory city. Point at "
        "an area or tap it for details. Keys: space plays, the arrow keys step, Home and End jump, + and - zoom, "
        f"{theatre_keys(game['theatres'])}0 shows the whole board, m moves, f fills the screen. Click the map to zoom with the "
        "mouse wheel, or use two fingers. "
        f"{DRAWN[layout.source]}" + (f" Not on this map: {listed(missing)}." if missing else ""),
    )


def theatre_keys(theatres: Sequence[object]) -> str:
    """Return which keys show a map's theatres, in words; empty where it has none."""
    keys = [str(at) for at, _ in enumerate(theatres, start=1)]
    return f"{listed(keys)} {'shows' if len(keys) == 1 else 'show'} a theatre, " if keys else ""


@st.fragment
def _board(game: Payload, key: str, told: TurnReport, linked: bool) -> None:
    """Show the map and what happened in each turn: only this runs again when it comes to rest."""
    play(game, key, told, linked)


@st.fragment
def _strip(of: Reader, frame: pl.DataFrame) -> None:
    """Show the areas line by line once somebody opens them."""
    folded = st.expander("Every area in every round", key=EVERY_AREA, on_change="rerun")
    if not folded.open:
        return
    with folded:
        drawing, shown = strip(of)
        widgets.draw(*drawing)
        everything = frame.filter(pl.col("controller") != "")["area"].n_unique()
        widgets.meaning(
            counted(shown, "area"),
            "Each line is an area, and each column is the end of a round. Neighbouring areas are next to each other, starting "
            "from each power's capital."
            + (f" Not shown: {counted(everything - shown, 'area')} with the same holder in every round." if shown < everything else ""),
        )


@st.cache_resource(max_entries=4, show_spinner=False)
def _maps(areas: pl.DataFrame, folders: tuple[str, ...]) -> tuple[list[Any], list[str]]:
    return maps_for(areas) if folders else ([], [])


@st.cache_resource(max_entries=32, show_spinner=False)
def _layout(title: str, areas: pl.DataFrame, links: pl.DataFrame, folders: tuple[str, ...], lake: Path | None) -> Layout:
    """Lay out a map once for all games that are played on it."""
    return layout_of(title, areas, links, _maps(areas, folders)[0], lake)


def _layout_of(of: Reader, folders: tuple[str, ...]) -> Layout:
    areas = of.frame("title_areas").select("area", "kind", "lon", "lat", "triplea", "source")
    links = links_of(of.frame("title_links"), of.frame("units_moved"))
    return _layout(of.game["title"], areas, links, folders, of.folder)


@st.cache_data(max_entries=32, show_spinner=False)
def _payload(at: data.Source, game_id: str, _of: Reader, folders: tuple[str, ...]) -> Payload:
    return payload(_of.map_frame, _layout_of(_of, folders), _of.unit, _of.seas, _of.turn_names, _of.dates, worth_of(_of.game))


@st.cache_data(max_entries=32, show_spinner=False)
def _turn_report(at: data.Source, game_id: str, _of: Reader) -> TurnReport:
    return by_turn(report(_of.frame, _of.money, _of.words), _of.moments)
