"""Page: convoys over many games."""

from dashboard.insight import page

page("convoys", "Convoys")
