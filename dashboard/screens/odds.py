"""Page: odds: who wins a battle, what it costs, and how far the result may lie from what is expected."""

import streamlit as st

from dashboard.odds import page
from dashboard.ui.widgets import STYLE

st.html(STYLE)
page.show()
