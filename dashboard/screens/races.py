"""Page: races over many games."""

from dashboard.insight import page

page("races", "Races")
