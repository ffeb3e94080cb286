"""Who plays well, on the dashboard: on the page League of one title, and on a player's page of all titles."""

from __future__ import annotations

import polars as pl
import streamlit as st

from dashboard.league import craft_words as words
from dashboard.league.questions import COLUMNS
from dashboard.league.season import Counted
from dashboard.ui import data, widgets
from dashboard.ui.downloads import downloads
from dashboard.ui.table import DASH
from dashboard.ui.text import counted
from warehouse.craft import SECONDS, Craft, of_title
from warehouse.winning.model import load


@st.cache_resource(max_entries=32, show_spinner="Looking at how the players play")
def _craft(at: data.Source, title: str, since: str | None, until: str | None, people: bool | None, accuracy: bool) -> Craft:
    return of_title(data.lake(at), title, since, until, people, load() if accuracy else None)


def show(at: data.Source, of: Counted, games: pl.DataFrame, names: dict[str, str]) -> None:
    """Show who plays well in the title that is chosen; values of two titles do not add up. `games`: of the lake; `names`: of titles."""
    if not of.title:
        return
    widgets.question(words.QUESTION)
    _, since, until, people = of.games
    craft = _craft(at, of.title, since, until, people, accuracy=_wanted(of.title, games))
    widgets.answer(words.answer(craft, names.get(of.title, of.title)))
    rows = words.rows(craft)
    if rows.height:
        titles = {name: st.column_config.TextColumn(said) for name, said in words.headings(craft).items() if name != "games"}
        st.dataframe(rows, hide_index=True, width="stretch", placeholder=DASH, alt=words.QUESTION, column_config=COLUMNS | titles)
        downloads("who plays well", rows)
    checked = words.halves(craft).rename(words.HALVES)
    st.dataframe(checked, hide_index=True, width="stretch", alt="Do two halves of the games agree?")
    widgets.meaning(counted(craft.players["player"].n_unique(), "player"), words.note(craft))


def _wanted(title: str, games: pl.DataFrame) -> bool:
    """Return whether somebody wants to wait for the chance lost by decisions; nothing to choose where the model does not know the title."""
    if load().unknown(title):
        return True  # of_title then says why, and asks for no game
    seconds = max(1, round(SECONDS * games.filter(title=title).height))
    return st.toggle(
        "Chance lost by decisions", value=False, key="accuracy", bind="query-params", help=f"Takes about {counted(seconds, 'second')}"
    )


def of_player(at: data.Source, games: pl.DataFrame, name: str, names: dict[str, str]) -> None:
    """Show how a player plays, title by title."""
    people = data.people_only(at)
    crafts = {names[slug]: _craft(at, slug, None, None, people, accuracy=False) for slug in _titles(games, name)}
    rows = words.of_player(crafts, name)
    if rows.is_empty():
        return
    widgets.question(words.OF_ONE)
    st.dataframe(rows.rename(words.OF_PLAYER), hide_index=True, width="stretch", placeholder=DASH, alt=words.OF_ONE)
    widgets.meaning("", words.note(next(iter(crafts.values()))))


def _titles(games: pl.DataFrame, name: str) -> list[str]:
    played = [name in seated for seated in games["players"]]
    return games.filter(pl.Series(played, dtype=pl.Boolean))["title"].unique(maintain_order=True).to_list()
