"""The questions of a review on a page: heading, answer, charts with what can be taken away, and links to moments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st
from polars.selectors import numeric

from dashboard.review.moment_links import addressed
from dashboard.review.section import Drawing, Moment, Section, Table
from dashboard.ui import widgets
from dashboard.ui.downloads import downloads, stem_of
from dashboard.ui.table import DASH
from dashboard.ui.templates import PARTS, Template
from dashboard.ui.text import label

HTML = Template.of(__file__)
REVIEW = Path(__file__).parents[1] / "screens" / "review.py"

Address = dict[str, Any]


def show(section: Section, to: Address | None) -> None:
    """Show a question. `to` is the address of the game, to which a moment adds its turn; None for a game without one."""
    if section.finding:
        st.html(PARTS.subject(section.question))
    widgets.question(label(section.finding) if section.finding else section.question, section.help)
    if section.answer:
        widgets.answer(section.answer)
    about, names = section.choice
    if about:
        key = f"choice-{about.lower()}"
        chosen = st.pills(about, names, default=names[0], format_func=label, key=key, label_visibility="collapsed", required=True)
        _beside(section.drawings[names.index(chosen) : names.index(chosen) + 1] if chosen in names else section.drawings[:1])
    else:
        _beside(section.drawings)
    for table in section.tables:
        _table(table)
    if section.moments:
        moments(section.moments, to)
    widgets.meaning("" if section.finding else section.basis, section.note)


def show_beside(sections: Sequence[Section], to: Address | None) -> None:
    """Show questions of one chart each, two beside each other."""
    for at in range(0, len(sections), 2):
        for place, section in zip(st.columns(2, gap="large"), sections[at : at + 2], strict=False):
            with place:
                show(section, to)


def _beside(drawings: Iterable[Drawing]) -> None:
    """Draw charts, two beside each other and an odd one below."""
    left = list(drawings)
    while left:
        row, left = left[:2], left[2:]
        for place, drawing in zip(st.columns(len(row), gap="medium"), row, strict=True):
            with place:
                widgets.draw(drawing.chart, drawing.name, drawing.rows)


def _table(table: Table) -> None:
    """Show a table with what can be taken away from it, and let its columns of numbers be chosen where it has some to begin with."""
    rows = table.rows
    if table.first:
        numbers = rows.select(numeric()).columns
        key = f"columns-{stem_of(table.name)}"
        chosen = st.pills("Columns", numbers, default=table.first, selection_mode="multi", key=key, bind="query-params")
        rows = rows.select(name for name in rows.columns if name not in numbers or name in chosen)
    st.dataframe(rows, hide_index=True, width="stretch", placeholder=DASH, alt=table.name)
    downloads(table.name, table.rows)


def moments(found: Iterable[Moment], to: Address | None) -> None:
    """List moments, each with a link to its turn on the map; the player follows it, without an address for itself too."""
    link = addressed(to)
    st.html(HTML.moments([(link(moment.turn), moment) for moment in found]))
