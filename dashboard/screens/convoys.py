"""Page: convoys over many games."""

from dashboard.metrics import lines
from dashboard.metrics.page import page
from dashboard.ui import data

lines.show(data.source(), page("convoys", "Convoys"))
