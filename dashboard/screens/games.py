"""Page: the games of the lake, searched, sorted and chosen, a card each; and a place to drop a record for its review."""

from __future__ import annotations

import polars as pl
import streamlit as st

from dashboard.league.shelf import show_cards
from dashboard.metrics import selection
from dashboard.review import upload
from dashboard.ui import widgets
from dashboard.ui.order import NEWEST, ORDERS, ordered
from dashboard.ui.text import counted, number

# Cards on a page: only of these games more is asked than their row of `games`. (Streamlit would print a docstring here.)
CARDS = 24


def _search(games: pl.DataFrame) -> pl.DataFrame:
    """Let words be typed, and return the games in whose id, title, scenario, players, day, source or file all of them stand."""
    typed = st.text_input("Search", key="search", bind="query-params", placeholder="Players, titles, dates, ids ...")
    told = pl.concat_str(
        "game_id",
        "title_name",
        "scenario",
        "players",
        "played",
        "source",
        "name",
        "records",
        separator=" ",
        ignore_nulls=True,
    ).str.to_lowercase()
    for word in typed.lower().split():
        games = games.filter(told.str.contains(word, literal=True))
    return games


def _page(count: int) -> int:
    """Let a page be chosen, where there are several, and return its number from 1."""
    pages = max(1, -(-count // CARDS))
    if pages == 1:
        return 1
    at = min(number(st.query_params.get("page", "")) or 1, pages)
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, page in (("First", 1), ("Back", at - 1), ("Next", at + 1), ("Last", pages)):
            if st.button(label, disabled=page == at or not 1 <= page <= pages):
                st.query_params["page"] = str(page)
                st.rerun()
        st.text(f"Page {at:,} of {pages:,}")
    return at


at = widgets.opened()
st.title("Games", anchor=False)
if not upload.offer():
    games = widgets.games_once(at)
    unfinished = games.height - int(games["ended"].sum())
    st.markdown(
        f"{counted(games.height, 'game')} of {counted(games['title'].n_unique(), 'title')}"
        + (f"; {unfinished:,} with no recorded end." if unfinished else ".")
    )
    searched, sorting = st.columns([3, 1])
    with searched:
        found = _search(games)
    order = sorting.selectbox("Sort by", ORDERS, key="sort", bind="query-params") or NEWEST
    choice = selection.choose(at, games, "", "Which games? By title, player, day of play, result, length", with_powers=False)
    found = found if choice.games is None else found.filter(pl.col("game_id").is_in(choice.games))
    if found.is_empty():
        st.info("No game matches. Search for fewer words, or change the filters.")
    elif found.height < games.height:
        st.text(f"{counted(found.height, 'game')} found.")
    show_cards(at, ordered(found, order).slice((_page(found.height) - 1) * CARDS, CARDS))
