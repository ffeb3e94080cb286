"""Page: economy over many games."""

from dashboard.insight import page

page("economy", "Economy")
