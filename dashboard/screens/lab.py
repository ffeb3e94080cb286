"""Page: the lab: what experiments found: win rates by rule set, paired differences, what else moved, what it would take."""

import streamlit as st

from dashboard.lab import page, verdict_text
from dashboard.ui import data, widgets

at = widgets.opened()
st.title("Lab", anchor=False)
there = data.labs(at)
if not there:
    page.nothing()
    st.stop()
names = {verdict_text.named(key, one): key for key, one in sorted(there.items())}
key = names[st.selectbox("Experiment", list(names), key="experiment", bind="query-params")]
page.show(data.lab_verdict(at, key))
