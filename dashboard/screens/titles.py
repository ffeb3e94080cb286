"""Page: titles: the map, units, powers and set-up, what is reconstructed, rule coverage."""

import polars as pl
import streamlit as st

from dashboard.title import bench, page
from dashboard.title.tables import of_game, of_title, shipped
from dashboard.ui import data, widgets
from dashboard.ui.asked import title_names
from dashboard.ui.game_names import labels
from dashboard.ui.text import counted
from engine.titles import load_title

at = widgets.opened()
games = data.games(at)
st.title("Titles", anchor=False)
ours = shipped()
slugs = {name: slug for slug, name in {**title_names(games), **ours}.items()}
slug = slugs[st.selectbox("Title", list(slugs), key="title", bind="query-params")]
played = games.filter(pl.col("title") == slug)
if slug in ours:
    scenarios = {one.name: one.slug for one in load_title(slug).scenarios.values()}
    scenario = st.selectbox("Scenario", list(scenarios), key="scenario", bind="query-params")
    tables, key = of_title(slug, scenarios[scenario]), f"{slug}-{scenarios[scenario]}"
else:
    # the fullest first: a turn summary may know but a part of the board
    fullest = pl.col("fidelity") == "result", pl.col("fidelity") == "observed", -pl.col("events"), "game_id"
    words = labels(played.sort(*fullest))
    game = st.selectbox("As in the game", list(words), format_func=words.__getitem__)
    row = played.row(by_predicate=pl.col("game_id") == game, named=True)
    tables, key = of_game(lambda table: data.frame(at, table, game), row), game
    st.info("This title is read from its records. It has no folder and needs no rules.")
widgets.answer(
    f"{counted(played.height, 'game')} of this title in this lake." if played.height else "This lake has no games of this title yet."
)
page.the_map(slug, tables, key)
page.units(tables)
page.powers(tables)
page.made_up(slug if slug in ours else None, tables)
page.rules(slug if slug in ours else None)
bench.experiments(at, slug)
