"""Page: the league: by its own rules; standings, ratings over time, head to head, win rates; of a title and a season."""

import streamlit as st

from dashboard.league import craft, own_rules_page, questions
from dashboard.league.season import choose
from dashboard.ui import widgets
from dashboard.ui.asked import title_names

at = widgets.opened()
games = widgets.games_once(at)
st.title("League", anchor=False)
own_rules_page.show(at)
of = choose(at, games)
names = title_names(games)
table = questions.standings(at, of, names)
if table.height:
    questions.worth(at, of, names)
    players = questions.over_time(at, of, table)
    questions.head_to_head(at, of, players)
    questions.without_luck(at, of, players)
    craft.show(at, of, games, names)
questions.win_rates(at, of, names)
