"""Parts of pages. Text that may come from a record goes through `st.html`, escaped: it is shown as plain text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import altair as alt
import polars as pl
import streamlit as st

from dashboard.league.records import each_once
from dashboard.ui import data
from dashboard.ui.downloads import downloads
from dashboard.ui.sent import sent
from dashboard.ui.templates import PARTS
from warehouse import LakeError

STYLE = Path(__file__).with_name("look.css")


def opened() -> data.Source:
    """Return the lake to show, or say on the page that there is none, or that it cannot be read, and stop."""
    st.html(STYLE)
    try:
        return data.source()
    except LakeError as error:
        there = data.is_there()
        st.warning("This lake cannot be read." if there else "There is no lake yet.")
        st.code(str(error), language=None, wrap_lines=True)
        if not there:
            st.markdown("Run `sitrep ingest FOLDER` to read recorded games into a lake, or `sitrep demo` to use the sample games.")
        st.stop()


def games_of(at: data.Source) -> pl.DataFrame:
    """Return the lake's games, or say on the page that it has none and stop."""
    games = data.games(at)
    if games.is_empty():
        st.info("This lake has no games yet.")
        st.markdown("Run `sitrep ingest FOLDER` to read recorded games into it, then reload this page.")
        st.stop()
    return games


def games_once(at: data.Source) -> pl.DataFrame:
    """Return the lake's games, each once however many records tell it (see `each_once`), or say that it has none and stop."""
    return each_once(games_of(at), data.retold(at))


def question(words: str, help: str = "") -> None:
    """Head a chart with the question that it answers; `help` is what its numbers mean, for those who point at it."""
    st.header(words, anchor=False, help=help or None)


def answer(text: str) -> None:
    """Say under the question what the chart answers."""
    st.html(PARTS.answer(text))


def meaning(count: str, text: str) -> None:
    """Say under a chart how much it rests on (`5 powers in 8 rounds`), and what it means."""
    st.html(PARTS.meaning(text, count))


def command(line: str) -> None:
    """Show a command line, which a click selects whole.

    Streamlit's own block of code loads 1.5 MB that colour programming languages, a quarter of a second of a browser's processor.
    """
    st.html(PARTS.command(line))


class _Unchecked(alt.Chart):
    """A chart for Streamlit to draw, which asks it for its specification and nothing else."""

    def __init__(self, chart: alt.TopLevelMixin) -> None:
        super().__init__()
        self._chart = chart

    def to_dict(self, *_: Any, **__: Any) -> dict[str, Any]:
        """Return the specification as it is, not checked."""
        return sent(self._chart)


def draw(chart: alt.TopLevelMixin | dict[str, Any], alternative: str, rows: pl.DataFrame | None = None) -> None:
    """Draw a chart over the width of the page, with what can be taken away from it.

    Args:
        chart: the chart. alternative: names it for those who cannot see it, and its downloads; unique on the page.
        rows: what it was drawn from; without rows only its picture can be taken away.
    """
    if isinstance(chart, dict):
        st.vega_lite_chart(spec=chart, width="stretch", alt=alternative)
    else:
        st.altair_chart(_Unchecked(chart), width="stretch", alt=alternative)
    downloads(alternative, rows, chart)
