"""Page: control over many games."""

from dashboard.metrics.page import page

page("control", "Control")
