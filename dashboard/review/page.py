"""The review of one game on a page: of the lake that is shown, or of a record that was dropped on the page."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any

import streamlit as st

from dashboard.odds.links import address
from dashboard.review import headline, page_sections, questions
from dashboard.review.export import page_of
from dashboard.review.fought import fought
from dashboard.review.map_and_control import control
from dashboard.review.moment_links import addressed
from dashboard.review.reader import Reader
from dashboard.review.section import Section
from dashboard.review.spine import component
from dashboard.review.spine.drawing import spine_html
from dashboard.ui import data, widgets
from dashboard.ui.downloads import stem_of
from dashboard.ui.text import only_result
from engine.errors import SitrepError
from engine.families import family_of
from engine.titles import load_title


def show(at: data.Source, game: Mapping[str, Any], linked: bool) -> None:
    """Show the review of a game.

    Args:
        at: the lake. game: the game's row of `games`. linked: whether its moments have addresses: those of a record that was only
            dropped on the page have none.
    """
    of = _reader(at, game["game_id"], dict(game))
    headline.show(of, addressed({"game": game["game_id"]} if linked else None))
    _take_away(at, of)
    if only_result(game):
        return
    _spine(at, of, linked)
    control(at, of, linked)
    for question in questions.QUESTIONS:
        section = _asked(at, game["game_id"], question.__name__, of)
        if section is not None:
            page_sections.show(section, {"game": game["game_id"]} if linked else None)
    _odds_of_battles(of)


def _spine(at: data.Source, of: Reader, linked: bool) -> None:
    html = spine_html(of, addressed({"game": of.game_id} if linked else None))
    if html:
        widgets.question("Who was winning?")
        component.show(html, f"{of.game_id}-{at.version}-{at.stamp}")


@st.fragment
def _odds_of_battles(of: Reader) -> None:
    """Offer the odds of every battle, with its forces filled in, where the title's rules are here."""
    try:
        title = load_title(of.game["title"])
    except (SitrepError, LookupError):
        return
    family, battles = family_of(title), fought(of)
    if family is None or family.sampled is None or battles.is_empty():
        return
    widgets.question("What were the odds of a battle?")
    rows = {row["battle"]: row for row in battles.sort("battle").iter_rows(named=True)}
    chosen = st.selectbox(
        "Battle",
        list(rows),
        format_func=lambda battle: (
            f"Round {rows[battle]['round']}: {rows[battle]['attacker_name']} attacks {rows[battle]['where']}"
        ),
    )
    row = rows[chosen]
    st.link_button("Open in Odds", address(title, row["area"], row["attackers"], row["defenders"]))


@st.cache_resource(max_entries=16, show_spinner=False)
def _reader(at: data.Source, game_id: str, _game: dict[str, Any]) -> Reader:
    return Reader(
        _game,
        lambda table: data.frame(at, table, game_id),
        lambda name: data.measure(at, name, game_id),
        lambda: data.winning(at, game_id, _game["title"]),
    )


@st.cache_resource(max_entries=200, show_spinner=False)
def _asked(at: data.Source, game_id: str, question: str, _of: Reader) -> Section | None:
    return next(ask for ask in questions.QUESTIONS if ask.__name__ == question)(_of)


@st.fragment
def _take_away(at: data.Source, of: Reader) -> None:
    """Offer the review as one file, made when it is asked for."""
    st.download_button(
        "Download this review as one HTML file",
        lambda: _file(of),
        file_name=f"{stem_of(of.game_id)}.html",
        mime="text/html",
        icon=":material/download:",
        on_click="ignore",
        help="One file with everything, including the map that plays the game. Post it or email it; it opens without Sitrep and offline.",
    )


_ONE = Lock()


def _file(of: Reader) -> bytes:
    """Return the review as a file; one is made at a time, so that many who ask at once cost no more memory than one."""
    with _ONE:
        return page_of(of).encode()
