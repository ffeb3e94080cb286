"""Page: the league: standings, ratings over time, head to head, win rates."""

import polars as pl
import streamlit as st

from dashboard.league import questions
from dashboard.metrics.one_title import pick_one, usual
from dashboard.ui import data, widgets
from dashboard.ui.asked import title_names

at = widgets.opened()
games = widgets.games_once(at)
st.title("League", anchor=False)
rated = games.filter(pl.col("game_id").is_in(data.ratings(at, None)["game_id"].to_list()))
title = pick_one(games, usual(games if rated.is_empty() else rated), every=True)
table = questions.standings(at, title)
if table.height:
    players = questions.over_time(at, title, table)
    questions.head_to_head(at, title, players)
    questions.without_luck(at, title, players)
questions.win_rates(at, title, title_names(games))
