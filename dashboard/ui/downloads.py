"""What can be taken away from a chart: its rows as CSV or Parquet, its picture as PNG or SVG. Made when it is asked for."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import altair as alt
import polars as pl
import streamlit as st
from altair.utils import schemapi

from dashboard.ui import pictures
from warehouse.export.formulas import rows_as_text

# Altair checks a chart against its schema whenever a part of it is made, and once more as a whole: that is most of what a chart
# costs. The tests have every chart checked as a whole; a page need not.
schemapi.disable_debug_mode()

SCALE = 2
"""Pixels of a PNG for each unit of the chart, so that it is sharp on a page."""

WIDTH = 960
"""Units across a picture of a chart that takes the width of the page it stands on."""

Chart = alt.TopLevelMixin | dict[str, Any]


class Form(NamedTuple):
    """A form to take something away in: what the button says, the file's ending, its type, and what makes it."""

    label: str
    ending: str
    mime: str
    make: Callable[[Any], bytes]


def csv(frame: pl.DataFrame) -> bytes:
    """Return rows as CSV; the parts of a list are joined by a space, and no text is a formula."""
    return rows_as_text(frame).write_csv().encode()


def parquet(frame: pl.DataFrame) -> bytes:
    """Return rows as a Parquet file."""
    made = io.BytesIO()
    frame.write_parquet(made)
    return made.getvalue()


def png(chart: Chart) -> bytes:
    """Return a chart as a PNG picture."""
    return pictures.png(white(chart), SCALE)


def svg(chart: Chart) -> bytes:
    """Return a chart as an SVG picture."""
    return pictures.svg(white(chart)).encode()


ROWS = (Form("CSV", "csv", "text/csv", csv), Form("Parquet", "parquet", "application/vnd.apache.parquet", parquet))
PICTURES = (Form("PNG", "png", "image/png", png), Form("SVG", "svg", "image/svg+xml", svg))


@st.fragment
def downloads(name: str, rows: pl.DataFrame | None = None, chart: Chart | None = None) -> None:
    """Offer what a chart can be taken away as, folded into one small button.

    Args:
        name: of the files, without ending, and unique on the page; anything but letters and digits becomes a dash.
        rows: what the chart was drawn from. chart: the chart.
    """
    stem = stem_of(name)
    offered = [(form, rows) for form in ROWS if rows is not None] + [(form, chart) for form in PICTURES if chart is not None]
    folded = st.popover("Download", icon=":material/download:", key=f"downloads-{stem}", on_change="rerun")
    if not folded.open:  # a review has dozens of buttons, each of which costs as much as a paragraph
        return
    with folded:
        for form, what in offered:
            st.download_button(
                form.label,
                partial(form.make, what),
                file_name=f"{stem}.{form.ending}",
                mime=form.mime,
                on_click="ignore",
                key=f"{stem}-{form.ending}",
                width="stretch",
            )


def white(chart: Chart) -> dict[str, Any]:
    """Return a chart as a Vega-Lite specification on white, of a size of its own."""
    return {"background": "white", **spec_of(chart)}


def spec_of(chart: Chart, width: int | str = WIDTH) -> dict[str, Any]:
    """Return a chart as a Vega-Lite specification; one that takes the width of its page gets `width` units.

    It is not held against Vega-Lite's schema, which takes longer than all else: tests do that.
    """
    spec = dict(chart) if isinstance(chart, dict) else chart.to_dict(validate=False)
    sized = {"width", "hconcat", "vconcat", "concat", "facet", "repeat"} & spec.keys()
    if not sized or spec.get("width") == "container":
        spec["width"] = width
    return spec


def stem_of(name: str) -> str:
    """Return a name for a file, without ending: anything but letters and digits becomes a dash."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "sitrep"
