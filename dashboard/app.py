"""The dashboard's entry: which pages there are. `sitrep dashboard` runs it."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

SCREENS = Path(__file__).parent / "screens"  # a folder named pages makes Streamlit show a side navigation of its own

# Pages have no icons: a browser would fetch them, as the tab's icon, from a font server on the web.
st.set_page_config(page_title="Sitrep", layout="wide")
page = st.navigation(
    [
        st.Page(SCREENS / "home.py", title="Home", default=True),
        st.Page(SCREENS / "review.py", title="Review", url_path="review"),
        st.Page(SCREENS / "games.py", title="Games", url_path="games"),
        st.Page(SCREENS / "economy.py", title="Economy", url_path="economy"),
        st.Page(SCREENS / "convoys.py", title="Convoys", url_path="convoys"),
        st.Page(SCREENS / "races.py", title="Races", url_path="races"),
        st.Page(SCREENS / "control.py", title="Control", url_path="control"),
        st.Page(SCREENS / "battles.py", title="Battles", url_path="battles"),
        st.Page(SCREENS / "odds.py", title="Odds", url_path="odds"),
        st.Page(SCREENS / "league.py", title="League", url_path="league"),
        st.Page(SCREENS / "openings.py", title="Openings", url_path="openings"),
        st.Page(SCREENS / "lab.py", title="Lab", url_path="lab"),
        st.Page(SCREENS / "player.py", title="Player", url_path="player", visibility="hidden"),
        st.Page(SCREENS / "titles.py", title="Titles", url_path="titles"),
        st.Page(SCREENS / "quality.py", title="Quality", url_path="quality"),
        st.Page(SCREENS / "ask.py", title="Ask", url_path="ask"),
    ],
    position="top",
)
page.run()
