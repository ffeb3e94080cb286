"""The dashboard's entry: which pages there are. `sitrep dashboard` runs it."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

PAGES = Path(__file__).parent / "pages"

# Pages have no icons: a browser would fetch them, as the tab's icon, from a font server on the web.
st.set_page_config(page_title="Sitrep", layout="wide")
page = st.navigation(
    [
        st.Page(PAGES / "game.py", title="One game", default=True),
        st.Page(PAGES / "games.py", title="All games", url_path="games"),
        st.Page(PAGES / "economy.py", title="Economy", url_path="economy"),
        st.Page(PAGES / "convoys.py", title="Convoys", url_path="convoys"),
        st.Page(PAGES / "races.py", title="Races", url_path="races"),
        st.Page(PAGES / "control.py", title="Control", url_path="control"),
        st.Page(PAGES / "battles.py", title="Battles", url_path="battles"),
    ],
    position="top",
)
page.run()
