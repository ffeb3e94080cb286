"""A league by its own rules on the dashboard: the parts of `own_rules.py`, drawn with Streamlit."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import polars as pl
import streamlit as st

from dashboard.league import own_rules
from dashboard.serve import RULES
from dashboard.ui import data, widgets
from dashboard.ui.downloads import downloads
from warehouse import LakeError
from warehouse.league import League, beside, of_lake, read_rules, strangers
from warehouse.people.publish import names_in

KEPT = 4


def show(at: data.Source) -> None:
    """Show the league by its own rules; nothing where it has none."""
    path = path_of(at)
    if path is None:
        return
    try:
        league, warnings = _league(at, str(path), path.stat().st_mtime_ns)
    except (LakeError, OSError) as error:
        st.warning("The league's own rules cannot be read.")
        st.code(str(error), language=None, wrap_lines=True)
        return
    if warnings:
        st.warning("The league's own rules name players who are none of this lake.")
        st.code("\n".join(warnings), language=None, wrap_lines=True)
    seasons = own_rules.seasons(league)
    season = (
        st.selectbox("Season by the league's rules", seasons, key="rules-season", bind="query-params") if seasons[1:] else ""
    ) or seasons[0]
    first, *others = own_rules.parts(league, season)
    _show(first)
    with st.expander("Playoffs, matches, games by these rules, and games that do not count"):
        for part in others:
            _show(part)


def path_of(at: data.Source) -> Path | None:
    """Return the file of the league's rules; None where there is none."""
    named = os.environ.get(RULES)
    return Path(named) if named else beside(data.folder(at))


@st.cache_resource(max_entries=KEPT, show_spinner=False)
def _league(at: data.Source, path: str, time: int) -> tuple[League, list[str]]:
    """Return the league, and a warning for each player of its rules whom the lake does not know; these name the file without its folder."""
    lake, rules = data.lake(at), read_rules(Path(path))
    return of_lake(lake, rules), strangers(Path(Path(path).name), rules, names_in(lake))


def _show(part: own_rules.Part) -> None:
    widgets.question(part.question)
    widgets.answer(part.answer)
    if part.rows.height:
        st.dataframe(part.rows, hide_index=True, width="stretch", placeholder="–", alt=part.name, column_config=columns(part))
        downloads(part.name, part.rows)
    st.html(own_rules.HTML.rules(part.rules))


def columns(part: own_rules.Part) -> dict[str, Any]:
    """Return how the columns of a part are printed, each with its rule for those who point at it."""
    made: dict[str, Any] = {}
    for name, kind in part.rows.schema.items():
        heading = own_rules.HEADINGS[name]
        rule = part.rules.get(heading, "") or next((rule for of, rule in part.rules.items() if heading.startswith(of)), None)
        if kind == pl.Float64:
            made[name] = st.column_config.NumberColumn(heading, format=f"%.{own_rules.DIGITS.get(name, 2)}f", help=rule)
        else:
            made[name] = st.column_config.Column(heading, help=rule)
    return made
