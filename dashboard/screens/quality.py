"""Page: how good the records are: sources, files refused, gaps, defects, and the worst of them."""

import streamlit as st

from dashboard.metrics import quality
from dashboard.metrics.one_title import pick_title
from dashboard.ui import data, widgets
from dashboard.ui.asked import title_names

at = widgets.opened()
games = data.games(at)
st.title("Quality", anchor=False)
if games.is_empty():
    quality.refused(at)
games = widgets.games_of(at)
title, names = pick_title(games), title_names(games)
of_title = games.filter(games["title"] == title) if title else games
quality.sources(at, of_title)
quality.refused(at)
quality.reconciliation(at, title, names)
quality.defects(at, title, names)
quality.worst_games(at, title, games)
quality.coverage(at)
