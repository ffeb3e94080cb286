"""Page: one player, `?name=Ada`: rating, sides, opponents, luck, openings, games."""

import streamlit as st

from dashboard.league import player
from dashboard.ui import widgets
from dashboard.ui.asked import title_names

at = widgets.opened()
games = widgets.games_once(at)
st.title("Player", anchor=False)
known = player.players(games)
if not known:
    st.info("No record in this lake names a player.")
    st.stop()
asked = st.query_params.get("name", known[0])
name = st.selectbox("Player", known, index=known.index(asked) if asked in known else None, placeholder="Choose a player")
if name is None:
    st.warning("No game in this lake was played by somebody of this name. Choose another player above.")
    st.text(asked)
    st.stop()
st.query_params["name"] = name
player.show(at, games, name, title_names(games))
