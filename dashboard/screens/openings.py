"""Page: openings: what each power bought and attacked in rounds 1 to 3, turn after turn from the set-up, and how those games ended."""

import streamlit as st

from dashboard.openings import page
from dashboard.ui import widgets

at = widgets.opened()
games = widgets.games_once(at)
st.title("Openings", anchor=False)
page.show(at, games)
