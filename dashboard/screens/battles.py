"""Page: battles over many games."""

from dashboard.insight import page

page("battles", "Battles")
