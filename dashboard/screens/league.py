"""Page: the league: standings, ratings over time, head to head, win rates."""

import streamlit as st

from dashboard import league, parts
from dashboard.one_title import pick_title, title_names

at = parts.opened()
games = parts.games_of(at)
st.title("League", anchor=False)
title = pick_title(games)
table = league.standings(at, title)
if table.height:
    league.head_to_head(at, title, league.over_time(at, title, table))
league.win_rates(at, title, title_names(games))
