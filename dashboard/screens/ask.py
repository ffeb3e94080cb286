"""Page: ask the lake in SQL, with the data dictionary beside it."""

import streamlit as st

from dashboard import asking, data, parts

at = parts.opened()
st.title("Ask", anchor=False)
parts.answer(asking.bounds())
left, right = st.columns([2, 1], gap="large")
with right:  # first: it does not wait for the answer
    parts.question("What there is to ask")
    asking.lexicon(data.games(at))
with left:
    asking.box(at)
