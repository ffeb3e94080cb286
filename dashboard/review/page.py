"""The review of one game on a page: of the lake that is shown, or of a record that was dropped on the page."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from functools import cache
from threading import Lock
from typing import Any

import streamlit as st
from markupsafe import Markup

from dashboard.odds.links import address, composed, recorded
from dashboard.odds.of_game import title_of
from dashboard.review import headline, page_sections, questions
from dashboard.review.battle_rows import fought
from dashboard.review.battles import CARDS, battles_answer
from dashboard.review.beside import page as beside
from dashboard.review.cards import drawing as cards_drawing
from dashboard.review.cards.card import Card
from dashboard.review.decisions import page as decisions
from dashboard.review.export import page_of
from dashboard.review.main_charts import MAIN
from dashboard.review.map_and_control import control
from dashboard.review.moment_links import addressed
from dashboard.review.reader import Reader
from dashboard.review.section import Section
from dashboard.review.spine import component
from dashboard.review.spine.drawing import spine_html
from dashboard.review.what_if import page as what_if
from dashboard.ui import data, widgets
from dashboard.ui.chances import chances
from dashboard.ui.downloads import stem_of
from dashboard.ui.text import mapping, only_result

Address = dict[str, str]
PAINT = 0.08
"""Seconds in which a browser draws the first chart: a review seen before comes all at once, and would be drawn all at once."""
MORE_OPEN = "more-charts"
"""Place of the session: whether the other charts are open."""


def show(at: data.Source, game: Mapping[str, Any], linked: bool) -> None:
    """Show the review of a game.

    Args:
        at: the lake. game: the game's row of `games`. linked: whether its moments have addresses: those of a record that was only
            dropped on the page have none.
    """
    of, to = reader(at, game["game_id"], dict(game)), {"game": game["game_id"]} if linked else None
    headline.show(of, _headline(at, of.game_id, to, of))
    _take_away(at, of)
    if only_result(game):
        return
    _spine(at, of, to)
    if linked:
        decisions.offer(of, at.path, addressed(to))
    time.sleep(PAINT)
    control(at, of, linked)
    _battles(at, of, to)
    first = [section for ask in MAIN if (section := _asked(at, game["game_id"], ask.__name__, of))]
    page_sections.show_beside(first, to)
    _more(at, of, to, {drawing.name for section in first for drawing in section.drawings})
    what_if.offer(of)
    if linked:
        beside.offer(of, data.games(at), lambda row: reader(at, row["game_id"], dict(row)))


@st.cache_data(max_entries=64, show_spinner=False)
def _headline(at: data.Source, game_id: str, to: Address | None, _of: Reader) -> Markup:
    return headline.headline(_of, addressed(to))


def _spine(at: data.Source, of: Reader, to: Address | None) -> None:
    html = _course(at, of.game_id, to, of)
    if html:
        widgets.question("Who was winning?")
        component.show(html, f"{of.game_id}-{at.version}-{at.stamp}")


@st.cache_data(max_entries=64, show_spinner=False)
def _course(at: data.Source, game_id: str, to: Address | None, _of: Reader) -> str:
    return spine_html(_of, addressed(to))


def _battles(at: data.Source, of: Reader, to: Address | None) -> None:
    html = _cards(at, of.game_id, to, of)
    if html:
        widgets.question(CARDS)
        widgets.answer(battles_answer(of))
        st.html(cards_drawing.STYLE)
        st.html(html)


@st.cache_data(max_entries=64, show_spinner=False)
def _cards(at: data.Source, game_id: str, to: Address | None, _of: Reader) -> str:
    return cards_drawing.cards_html(_of, addressed(to), odds=_odds_link(_of, linked=to is not None))


def _odds_link(of: Reader, linked: bool) -> Callable[[Card], str]:
    """Return the address of the page Odds for the battle of a card.

    A game of the lake has one for each of its battles; one that was only dropped on the page has that of the same forces, where the
    title's battles can be set up from forces.
    """
    if linked:
        return lambda card: recorded(of.game_id, card.battle)
    title = title_of(of)
    if title is None or not composed(title):
        return lambda _: ""
    forces = {row["battle"]: row for row in fought(of).iter_rows(named=True)}

    options = mapping(of.game["options"])
    return lambda card: address(title, forces[card.battle], options)


@st.fragment
def _more(at: data.Source, of: Reader, to: Address | None, shown: Collection[str]) -> None:
    """Show the other charts once somebody opens them."""
    folded = st.expander("More charts", key=MORE_OPEN, on_change="rerun")
    if not folded.open:
        return
    with folded:
        for ask in questions.MORE:
            section = _asked(at, of.game_id, ask.__name__, of)
            rest = questions.without(section, shown) if section else None
            if rest is not None:
                page_sections.show(rest, to)


@st.cache_resource(max_entries=16, show_spinner=False)
def reader(at: data.Source, game_id: str, _game: dict[str, Any]) -> Reader:
    """Return a game of a lake by its id and its row of `games`, with its tables cached."""
    lake = data.lake(at)
    return Reader(
        _game,
        lambda table: data.frame(at, table, game_id),  # the largest part of a game: those of few games are kept
        cache(lambda name: lake.measure(name, game_id=game_id)),
        cache(lambda: chances(lake, game_id, _game["title"])),
        data.folder(at),
        lambda: data.places(at, game_id),
        lambda: lake.decisions_of(game_id),
    )


@st.cache_resource(max_entries=200, show_spinner=False)
def _asked(at: data.Source, game_id: str, question: str, _of: Reader) -> Section | None:
    return questions.asked(next(ask for ask in (*MAIN, *questions.MORE) if ask.__name__ == question), _of)


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
