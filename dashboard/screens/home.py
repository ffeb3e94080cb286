"""Page: where one begins: a place to drop a record, the newest games, the best players."""

import streamlit as st

from dashboard.league import questions, words
from dashboard.league.shelf import NEWEST, show_cards
from dashboard.review import upload
from dashboard.review.page_sections import REVIEW
from dashboard.ui import data, widgets
from dashboard.ui.asked import title_names
from dashboard.ui.order import ordered
from dashboard.ui.text import counted

BEST = 5
SCREENS = REVIEW.parent

# Addresses of reviews that were shared before this page existed lead to the review.
if "game" in st.query_params:
    st.switch_page(REVIEW, query_params=st.query_params.to_dict())
at = widgets.opened()
st.title("Sitrep", anchor=False)
if not upload.offer():
    games = widgets.games_once(at)
    widgets.answer(
        f"{counted(games.height, 'game')} of {counted(games['title'].n_unique(), 'title')}, {counted(int(games['events'].sum()), 'event')}."
    )
    widgets.question("Newest games")
    show_cards(at, ordered(games).head(NEWEST))
    st.page_link(SCREENS / "games.py", label="All games", icon=":material/grid_view:")
    if (rated := data.ratings(at).history).height:
        title = words.most_rated(rated)
        name = title_names(games)[title]
        everybody = data.ratings(at, title).standings
        least = words.usual_least(everybody)
        standings = words.among(everybody, least)
        widgets.question(f"Highest rated at {name}")
        widgets.answer(words.standings_answer(standings, least))
        best = words.standings_rows(standings, data.ratings(at, title).history, {}).head(BEST)
        st.dataframe(
            best.select("place", "player", "rating", "rating_low", "rating_high", "games", "won", "decided"),
            hide_index=True,
            width="stretch",
            alt=f"Highest rated at {name}",
            column_config=questions.COLUMNS,
        )
        st.page_link(SCREENS / "league.py", label="The whole league", icon=":material/leaderboard:", query_params={"title": name})
