"""Page: races over many games."""

from dashboard.metrics.page import page

page("races", "Races")
