"""Page: where one begins: a place to drop a record, the newest games, the best players."""

import polars as pl
import streamlit as st

from dashboard.league import questions, words
from dashboard.league.shelf import NEWEST, show_cards
from dashboard.metrics.one_title import usual
from dashboard.review import upload
from dashboard.review.page_sections import REVIEW
from dashboard.ui import data, widgets
from dashboard.ui.asked import title_names
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
    show_cards(at, games.sort("played", "ingested_at", "game_id", descending=[True, True, False]).head(NEWEST))
    st.page_link(SCREENS / "games.py", label="All games", icon=":material/grid_view:")
    rated = games.filter(pl.col("game_id").is_in(data.ratings(at, None)["game_id"].to_list()))
    if rated.height:
        title = usual(rated)
        name = title_names(games)[title]
        everybody = data.standings(at, title)
        least = words.usual_least(everybody)
        standings = words.among(everybody, least)
        widgets.question(f"The best at {name}")
        widgets.answer(words.standings_answer(standings, least))
        best = words.standings_rows(standings, data.ratings(at, title)).head(BEST)
        st.dataframe(
            best.select("place", "player", "ordinal", "games", "won", "decided"),
            hide_index=True,
            width="stretch",
            alt=f"The best at {name}",
            column_config=questions.COLUMNS,
        )
        st.page_link(
            SCREENS / "league.py", label="The whole league", icon=":material/leaderboard:", query_params={"title": name}
        )
