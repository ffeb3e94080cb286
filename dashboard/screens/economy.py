"""Page: economy over many games."""

from dashboard.metrics.page import page

page("economy", "Economy")
