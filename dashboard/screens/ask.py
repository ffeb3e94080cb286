"""Page: ask the lake in SQL, with the data dictionary beside it."""

import streamlit as st

from dashboard.sql import page
from dashboard.ui import data, widgets

at = widgets.opened()
st.title("Ask", anchor=False)
widgets.answer(page.bounds())
left, right = st.columns([2, 1], gap="large")
with right:  # first: it does not wait for the answer
    widgets.question("Tables you can query")
    page.show_dictionary(data.games(at))
with left:
    page.box(at)
