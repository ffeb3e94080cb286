"""Whether displays are pictures: in notebooks that are executed to be read where nothing runs, such as on GitHub."""

from __future__ import annotations

LOOK = {
    "background": "white",
    "view": {"continuousWidth": 580, "continuousHeight": 260, "discreteWidth": 580},
    "axis": {"grid": False},
    "axisX": {"labelAngle": 0},
    "title": {"anchor": "start"},
}
"""How charts look there: of one width, on white, whatever the page behind them is."""

PICTURES = False
"""Whether maps and charts are shown as pictures alone."""


def pictures() -> None:
    """Show maps and charts as pictures (SVG) from now on: for notebooks that are read where nothing runs."""
    global PICTURES
    import altair as alt

    PICTURES = True
    alt.renderers.enable("svg")
    alt.theme.register("sitrep", enable=True)(lambda: {"config": LOOK})
