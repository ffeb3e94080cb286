"""Page: battles over many games."""

from dashboard.metrics.page import page

page("battles", "Battles")
