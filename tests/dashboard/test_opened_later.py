"""What a page makes only when somebody opens it, and charts that are sent again as they were sent first."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import altair as alt
import polars as pl
from streamlit.testing.v1 import AppTest

from dashboard.review.map_and_control import EVERY_AREA
from dashboard.ui import sent
from tests.dashboard.conftest import hand_made
from tests.dashboard.test_pages import CHARTS, charts, html, opened
from warehouse import Lake

ROWS = pl.DataFrame({"round": [1, 2], "income": [24, 31]})


def test_every_area_in_every_round_is_drawn_once_it_is_opened(make_lake: Callable[..., Lake]) -> None:
    make_lake(hand_made("first"))
    app = opened()
    assert charts(app) == CHARTS and "Each line is an area" not in html(app)
    app.session_state[EVERY_AREA] = True
    app.run()
    assert charts(app) == CHARTS + 1 and "Each line is an area" in html(app)


def test_what_can_be_taken_away_is_offered_once_it_is_opened(make_lake: Callable[..., Lake]) -> None:
    make_lake(hand_made("first"))
    app = opened()
    ask = "downloads-income-by-side-and-round"
    assert not app.session_state[ask]
    assert not [one for one in app.get("download_button") if one.proto.label == "CSV"]
    app.session_state[ask] = True
    app.run()
    assert [one.proto.label for one in app.get("download_button")][1:] == ["CSV", "Parquet", "PNG", "SVG"]


def _twice() -> None:
    import streamlit as st

    from dashboard.ui.widgets import _Unchecked
    from tests.dashboard.test_opened_later import chart

    for wanted in (_Unchecked(chart()), _Unchecked(chart()), chart()):
        st.altair_chart(wanted, width="stretch")


_CHART: list[alt.Chart] = []


def chart() -> alt.Chart:
    """Return one chart, the same each time, with rows of its own in one layer and values written out in the other."""
    if not _CHART:
        line = alt.Chart(ROWS).mark_line().encode(x="round:O", y="income:Q")
        rule = alt.Chart(alt.InlineData(values=[{"at": 20}])).mark_rule().encode(y="at:Q")
        _CHART.append(alt.layer(line, rule))
    return _CHART[0]


def test_a_chart_is_sent_again_as_streamlit_itself_would_send_it() -> None:
    app = AppTest.from_function(_twice, default_timeout=120).run()
    assert not app.exception
    first, again, plain = (_told(one) for one in app.get("vega_lite_chart"))
    assert first == again == plain and first[1], "with its rows"


def _told(element: Any) -> tuple[str, list[tuple[str, bytes]]]:
    return element.proto.spec, [(one.name, one.data.data) for one in element.proto.datasets]


def test_a_chart_that_is_gone_is_not_kept() -> None:
    gone = alt.Chart(ROWS).mark_line()
    with alt.data_transformers.enable("default"):
        sent.sent(gone)
    known = id(gone)
    assert known in sent._KEPT
    del gone
    gc.collect()
    assert known not in sent._KEPT
