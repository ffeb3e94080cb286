"""Page: the review of one game, `?game=ID`: who won and why, the map with its turn reports, and every question it can answer."""

from __future__ import annotations

import polars as pl
import streamlit as st

from dashboard.league import records
from dashboard.player.address import TURN
from dashboard.review import downloading, page, removing
from dashboard.ui import data, widgets
from dashboard.ui.game_names import labels

at = widgets.opened()
games = widgets.games_of(at)
ids = games["game_id"].to_list()
asked = st.query_params.get("game", ids[0])
if asked in ids:
    st.session_state["game"] = asked


def _remember() -> None:
    """Put the game that was picked into the address, so that it can be shared; its turn was another game's."""
    st.query_params["game"] = st.session_state["game"]
    st.query_params.pop(TURN, None)


named = labels(games)
chosen = st.selectbox(
    "Game",
    ids,
    index=0 if asked in ids else None,
    format_func=named.__getitem__,
    placeholder="Choose a game",
    key="game",
    on_change=_remember,
)
if chosen is None:
    st.warning("This lake has no such game. Choose another one above.")
    st.text(f"?game={asked}")
    st.stop()
st.query_params["game"] = chosen
others = records.said(*records.others_of(chosen, games, data.retold(at)))
if others:
    widgets.answer(others)
game = games.row(by_predicate=pl.col("game_id") == chosen, named=True)
page.show(at, game, linked=True)
removing.offer(chosen)
downloading.offer(page.reader(at, chosen, game))
