"""The explorer of openings on the dashboard: a title, a scenario, and turn after turn from its set-up; where one is, the address tells."""

from __future__ import annotations

from urllib.parse import urlencode

import polars as pl
import streamlit as st

from dashboard.league.questions import hundreds, player_address
from dashboard.league.season import ALWAYS, years
from dashboard.metrics.one_title import pick_one, usual
from dashboard.openings import words
from dashboard.openings.rows import row
from dashboard.ui import data, widgets
from dashboard.ui.downloads import downloads
from dashboard.ui.table import DASH
from dashboard.ui.text import counted, label
from dashboard.ui.title_names import scenario_name
from warehouse.openings import Branch, Explorer, Node, Step, of_title

TURN = "turn"
"""In the address: the turns that lead to the place shown, in order."""
EVERYBODY = "Everybody"


@st.cache_resource(max_entries=8, show_spinner=False)
def _openings(at: data.Source, title: str, people: bool, since: str | None, until: str | None) -> tuple[Explorer, words.Names]:
    """Return the openings of a title's games, each once for a version of the lake."""
    found = of_title(data.lake(at), title, people or None, since, until)
    return found, words.names_of(data.lake(at), found)


def show(at: data.Source, games: pl.DataFrame) -> None:
    """Show the page. `games`: of the lake, each once."""
    first, second, third, fourth = st.columns(4)
    with first:
        title = str(pick_one(games, usual(games)))
    season = second.selectbox("Season", [ALWAYS, *years(games.filter(title=title))], key="season", bind="query-params")
    span = (None, None) if season in (None, ALWAYS) else (f"{season}-01-01", f"{season}-12-31")
    every, names = _openings(at, title, _people(at), *span)
    if not every.scenarios:
        st.info("No game of this choice tells its first turn: openings need records of turns, not results alone.")
        return
    chosen = third.selectbox(
        "Scenario",
        list(every.scenarios),
        format_func=lambda one: scenario_name(title, one) or "Standard",
        key="scenario",
        bind="query-params",
    )
    of = every.of_scenario(str(chosen))
    player = fourth.selectbox("Games of", [EVERYBODY, *of.players], key="player", bind="query-params")
    of = of if player in (None, EVERYBODY) else of.of_player(player)
    path, left = _path(of)
    node = of.node(path)
    if node is not None:
        if left:
            st.info(label(words.cut(left, names)))
        _crumbs(path, names)
        _node(node, path, of, names, words.game_labels(games))


def _people(at: data.Source) -> bool:
    if not data.people_only(at):
        return False
    told = "Leave out games in which a program or bot played"
    return st.toggle("People only", value=True, key="people", bind="query-params", help=told)


def _path(of: Explorer) -> tuple[list[Step], str]:
    """Return the turns of the address, as far as games went there, and the first that is then taken off it with all after it."""
    path: list[Step] = []
    for text in st.query_params.get_all(TURN):
        step = Step.read(text)
        if step is None or of.node([*path, step]) is None:
            st.query_params[TURN] = [one.text for one in path]
            return path, text
        path.append(step)
    return path, ""


def _go(path: list[Step]) -> None:
    st.query_params[TURN] = [step.text for step in path]


def _crumbs(path: list[Step], names: words.Names) -> None:
    if not path:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Set-up", on_click=_go, args=([],), type="tertiary", icon=":material/first_page:")
        for place, step in enumerate(path, start=1):
            told = label(f"{names.turn(step)}: {names.purchase(step.bought)}")
            st.button(told, key=f"back-{place}", on_click=_go, args=(path[:place],), type="tertiary", disabled=place == len(path))


def _node(node: Node, path: list[Step], of: Explorer, names: words.Names, named: dict[str, str]) -> None:
    for branches in words.turns(node):
        widgets.question(words.question(branches[0].step, names))
        widgets.answer(words.answer(node, branches, names))
        games = sum(len(one.games) for one in branches)
        for branch in branches[: words.SHOWN]:
            _branch(branch, games, path, names, named)
        if len(branches) > words.SHOWN:
            st.text(f"{counted(len(branches) - words.SHOWN, 'rarer purchase')} in the table below.")
    if node.ended:
        st.text(f"{counted(len(node.ended), 'game')} with no further turn of rounds 1 to 3 on record.")
    if node.branches:
        rows = words.rows(node, names)
        with st.expander("All purchases as a table"):
            shown = hundreds(rows.rename({"share": "chance"})).rename({"chance": "share"})
            columns = {name: st.column_config.Column(heading) for name, heading in words.HEADINGS.items()}
            columns |= {
                name: st.column_config.NumberColumn(words.HEADINGS[name], format="%.0f%%") for name in ("share", "rate", "low", "high")
            }
            st.dataframe(shown, hide_index=True, width="stretch", placeholder=DASH, alt="Openings", column_config=columns)
        downloads("openings", rows)
    widgets.meaning(counted(node.games, "game"), words.note(of, names))


def _branch(branch: Branch, games: int, path: list[Step], names: words.Names, named: dict[str, str]) -> None:
    step = branch.step
    with st.container(gap=None):
        st.html(row(branch, games, names, named, lambda one: "/review?" + urlencode({"game": one}), player_address))
        key, further = f"on-{len(path)}-{step.text}", ([*path, step],)
        st.button("What came next", key=key, on_click=_go, args=further, type="tertiary", icon=":material/arrow_forward:")
