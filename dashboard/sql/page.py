"""The page Ask: a question in SQL, its answer as a table and a chart, and the data dictionary beside it."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from dashboard.charts.query_answer import KINDS, answered_chart, drawable, drawn, numbers, usual
from dashboard.sql.dictionary_panel import DictionaryEntry, entry, names, starter
from dashboard.sql.presets import Preset, presets
from dashboard.ui import data, widgets
from dashboard.ui.downloads import downloads
from dashboard.ui.text import counted
from warehouse import LakeError
from warehouse.sandbox import MEMORY, ROWS, Answer, allowed_seconds, ask_apart

SQL, ASKED, WANTED = "sql", "asked", "sql-wanted"
"""Places of the session: the query in the box, what was asked and answered last, and whether to ask at once."""
HEIGHT = 230


class Asked(NamedTuple):
    """What was asked last: the query, the lake's version, and the answer, or why there is none."""

    sql: str
    version: int
    answer: Answer | None
    refused: str = ""


def box(at: data.Source) -> None:
    """Show the box, ask what is in it when it was sent, and show the answer."""
    if SQL not in st.session_state and SQL not in st.query_params:
        _begin(next(iter(presets().values())))
    st.selectbox("Example questions", list(presets()), index=None, placeholder="Choose one", key="preset", on_change=_preset)
    with st.form("ask", border=False):
        sql = st.text_area("Your question in SQL", key=SQL, height=HEIGHT, bind="query-params") or ""
        sent = st.form_submit_button("Ask", type="primary", help="Or press Ctrl+Enter in the box")
    wanted = st.session_state.pop(WANTED, False)
    if sent or wanted or (ASKED not in st.session_state and _is_ours(sql)):
        _ask(at, sql)
    asked: Asked | None = st.session_state.get(ASKED)
    if asked is None:
        st.info("This question came with the link. Read it, then press Ask to run it.")
        return
    if (answer := asked.answer) is None:
        st.warning("This question could not be answered.")
        st.code(asked.refused, language=None, wrap_lines=True)
        return
    _answer(answer)


def bounds() -> str:
    """Return what a question may and may not do, in words."""
    return (
        f"A question is one SELECT in DuckDB's SQL. It can read only this lake and cannot change anything. It may take "
        f"{allowed_seconds():g} seconds and {MEMORY >> 20:,} MiB of memory. The first {ROWS:,} rows of the answer are kept."
    )


def show_dictionary(games: pl.DataFrame) -> None:
    """Show the data dictionary: pick a table, view or measure, read its columns, take a query to start from."""
    name = st.selectbox("Tables, views and measures", names(), key="about", bind="query-params")
    about = entry(name)
    widgets.answer(f"{about.kind.capitalize()}. {about.meaning}")
    st.button(
        "Start from this",
        key="start",
        on_click=_start,
        args=(about, games),
        help="Puts a query into the box: a table's or view's columns, or a measure's SQL",
    )
    told = about.columns[[column.name for column in about.columns if (column != "").any()]]
    st.dataframe(told, hide_index=True, width="stretch", alt=f"Columns of {name}")


def _is_ours(sql: str) -> bool:
    """Return whether a question is one of those to begin with: any other in an address is somebody else's until it is sent."""
    return any(sql == preset.sql for preset in presets().values())


def _ask(at: data.Source, sql: str) -> None:
    place = st.empty()

    def on_wait(before: int) -> None:
        # whoever has left, or asks something else, is taken out of the line here: Streamlit ends the run
        place.text(f"Waiting for {counted(before, 'other question')} ..." if before else "Asking ...")

    try:
        asked = Asked(sql, at.version, ask_apart(at.path, sql, at.version, who=_who(), on_wait=on_wait))
    except LakeError as error:
        asked = Asked(sql, at.version, None, str(error))
    place.empty()
    st.session_state[ASKED] = asked


def _who() -> str:
    """Return who asks: the address in the network where it is known, else the session."""
    context = get_script_run_ctx()
    return st.context.ip_address or (context.session_id if context else "")


def _preset() -> None:
    if chosen := st.session_state["preset"]:
        _begin(presets()[chosen])


def _begin(preset: Preset) -> None:
    """Put a question into the box, with the choices for its chart."""
    st.session_state.update(
        {SQL: preset.sql, WANTED: True, "kind": preset.kind or None, "x": preset.x, "y": preset.y, "color": preset.color or None}
    )


def _start(about: DictionaryEntry, games: pl.DataFrame) -> None:
    st.session_state[SQL] = starter(about, games["game_id"][0] if games.height else "")
    st.session_state[WANTED] = True


def _answer(answer: Answer) -> None:
    frame = answer.frame
    more = f"; there are more rows, but only {ROWS:,} are kept" if answer.cut else ""
    widgets.answer(f"{counted(frame.height, 'row')} of {counted(frame.width, 'column')}{more}.")
    st.dataframe(frame, width="stretch", hide_index=True, alt="The answer, row by row")
    begin = usual(frame) if frame.height else None
    if begin is None:
        downloads("answer", frame)
        return
    _chart(frame, begin)


def _chart(frame: pl.DataFrame, begin: tuple[str, str, str]) -> None:
    """Let kind, x, y and colour be chosen, and draw the answer so."""
    able = drawable(frame)
    columns = st.columns(4)
    kind = _pick("Draw as", list(KINDS), "kind", begin[0], columns[0])
    x = _pick("Across", able, "x", begin[1], columns[1])
    y = _pick("Upwards", numbers(frame), "y", begin[2], columns[2])
    if st.session_state.get("color") not in able:
        st.session_state["color"] = None
    color = columns[3].selectbox("Coloured by", able, index=None, key="color", placeholder="Nothing")
    widgets.draw(answered_chart(frame, kind, x, y, color), "answer", frame)
    widgets.meaning(
        f"{drawn(frame, x):,} of {counted(frame.height, 'row')}",
        "One mark per row; bars at the same place are stacked.",
    )


def _pick(label: str, options: list[str], key: str, usually: str, place: st.delta_generator.DeltaGenerator) -> str:
    """Let one be picked; what was picked for another answer is forgotten where this one has it not."""
    if st.session_state.get(key) not in options:
        st.session_state[key] = usually
    return str(place.selectbox(label, options, key=key))
