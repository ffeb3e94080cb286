"""Page: the league: standings, ratings over time, head to head, win rates."""

import polars as pl
import streamlit as st

from dashboard import data, league, parts
from dashboard.one_title import pick_one, title_names, usual

at = parts.opened()
games = parts.games_of(at)
st.title("League", anchor=False)
rated = games.filter(pl.col("game_id").is_in(data.ratings(at, None)["game_id"].to_list()))
title = pick_one(games, usual(games if rated.is_empty() else rated), every=True)
table = league.standings(at, title)
if table.height:
    league.head_to_head(at, title, league.over_time(at, title, table))
league.win_rates(at, title, title_names(games))
