"""The questions of the page Titles: the map, the units, the powers and their set-up, what is reconstructed, rule coverage."""

from __future__ import annotations

import polars as pl
import streamlit as st

from dashboard.layouts.layout import Layout
from dashboard.player.component import play
from dashboard.title import title_text
from dashboard.title.readme import coverage, readme, said_of_reconstruction
from dashboard.title.tables import Tables, reconstructed, reconstructed_in
from dashboard.ui import widgets
from dashboard.ui.downloads import downloads
from dashboard.ui.table import DASH
from dashboard.ui.text import counted
from engine.titles import load_title


def the_map(slug: str, tables: Tables, key: str) -> None:
    """Show the map at the set-up."""
    areas = title_text.on_map(tables.frames["title_areas"])
    widgets.question(title_text.BOARD)
    widgets.answer(title_text.board_answer(tables))
    layout = _layout(slug, areas, tables.frames["title_links"], tables)
    if board := title_text.board(tables, layout):
        play(board, f"title-{key}")
    downloads("areas", areas)
    widgets.meaning(counted(areas.height, "area"), title_text.board_note(tables, layout))


def units(tables: Tables) -> None:
    """Show what units cost and can do."""
    widgets.question(title_text.UNITS)
    widgets.answer(title_text.units_answer(tables))
    rows = title_text.units_rows(tables)
    if rows.is_empty():
        return
    st.dataframe(rows, hide_index=True, width="stretch", placeholder=DASH, alt="Units", column_config=_COLUMNS)
    downloads("units", rows)
    widgets.meaning(counted(rows.height, "unit type"), title_text.units_note(tables))


def powers(tables: Tables) -> None:
    """Show the powers, and what each begins with."""
    widgets.question(title_text.POWERS)
    rows = title_text.powers_rows(tables)
    st.dataframe(rows, hide_index=True, width="stretch", placeholder=DASH, alt="Powers", column_config=_COLUMNS)
    downloads("powers", rows)
    widgets.meaning(counted(rows.height, "power"), title_text.powers_note(tables))
    set_up(tables)


def set_up(tables: Tables) -> None:
    """Show how many units of each type every power begins with, and where."""
    rows = title_text.set_up_rows(tables)
    if rows.is_empty():
        widgets.answer(tables.problem or "The board starts without units.")
        return
    counts = title_text.set_up_counts(tables, rows)
    st.dataframe(
        counts, hide_index=True, width="stretch", placeholder=DASH, alt="Units at the set-up by power", column_config={"unit": "Unit"}
    )
    where_rows = rows.group_by("area", "power", "unit", maintain_order=True).agg(pl.col("count").sum())
    with st.expander("The set-up area by area"):
        st.dataframe(where_rows, hide_index=True, width="stretch", alt="Set-up by area", column_config=_COLUMNS)
    downloads("set-up", where_rows)
    widgets.meaning(f"{int(rows['count'].sum()):,} units", title_text.SET_UP_NOTE)


def made_up(slug: str | None, tables: Tables) -> None:
    """Show what is reconstructed, and why; `slug` of a shipped title, None for the tables of a game."""
    widgets.question(title_text.MADE_UP)
    rows = reconstructed(load_title(slug)) if slug else reconstructed_in(tables.frames)
    text = said_of_reconstruction(readme(slug)) if slug else ""
    if rows.is_empty() and not text:
        widgets.answer(title_text.NOTHING_MADE_UP)
        return
    widgets.answer(title_text.made_up_answer(rows))
    if text:
        st.markdown(text)  # our own README, no record's text
    if rows.height:
        st.dataframe(rows, hide_index=True, width="stretch", alt="Reconstructed rows", column_config=_COLUMNS)
        downloads("reconstructed", rows)
    widgets.meaning(counted(int(rows["rows"].sum()), "row"), title_text.MADE_UP_NOTE)


def rules(slug: str | None) -> None:
    """Show which sections of the rules are done, and tested by what."""
    widgets.question(title_text.RULES)
    if not slug:
        widgets.answer(title_text.NO_RULES)
        return
    rows = coverage(slug)
    if rows.is_empty():
        widgets.answer(title_text.NO_SECTIONS)
        return
    widgets.answer(title_text.rules_answer(rows))
    wanted = st.text_input("Find a rule", key="rule", type="search", live=True, bind="query-params") or ""
    hit = pl.any_horizontal(pl.all().str.to_lowercase().str.contains(wanted.lower(), literal=True))
    st.dataframe(rows.filter(hit), hide_index=True, width="stretch", alt="Coverage of the rules", column_config=_COLUMNS)
    downloads("coverage", rows)
    widgets.meaning(counted(rows.height, "section"), title_text.RULES_NOTE)


@st.cache_resource(max_entries=16, show_spinner=False)
def _layout(slug: str, areas: pl.DataFrame, links: pl.DataFrame, _tables: Tables) -> Layout:
    return title_text.board_layout(slug, _tables)


_COLUMNS = {
    name: st.column_config.Column(words)
    for name, words in {
        "name": "Name", "class": "Class", "cost": "Cost", "attack": "Attack", "defense": "Defense", "move": "Move", "strength": "Hits",
        "abilities": "Abilities", "source": "Source", "side_name": "Side", "capital": "Capital", "treasury": "Treasury",
        "production": "Production", "areas": "Areas", "victory_cities": "Victory cities", "units": "Units", "tuv": "TUV",
        "area": "Area", "power": "Power", "unit": "Unit", "count": "Units", "table": "Table", "rows": "Rows", "of": "Of", "why": "Why",
        "part": "Part", "section": "Section", "status": "Status", "implemented": "Implemented in",
        "reading": "Reading",
    }.items()
}  # fmt: skip
