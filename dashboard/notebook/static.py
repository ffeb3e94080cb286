"""Whether displays are pictures: in notebooks that are executed to be read where nothing runs, such as on GitHub."""

from __future__ import annotations

PICTURES = False
"""Whether maps and charts are shown as pictures alone."""


def pictures() -> None:
    """Show maps and charts as pictures (SVG) from now on: for notebooks that are read where nothing runs."""
    global PICTURES
    import altair as alt

    PICTURES = True
    alt.renderers.enable("svg")
