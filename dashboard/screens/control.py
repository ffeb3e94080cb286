"""Page: control over many games."""

from dashboard.insight import page

page("control", "Control")
