"""Page: convoys over many games."""

from dashboard.metrics.page import page

page("convoys", "Convoys")
