"""Page: all games of the lake; pick one to go to its own page."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import streamlit as st

from dashboard import data, parts
from dashboard.words import counted, mapping, outcome, printed

GAME = Path(__file__).with_name("game.py")


@st.cache_data(max_entries=4, show_spinner=False)
def table(at: data.Source) -> pl.DataFrame:
    """Return what the page shows of each game, in words, without columns that say nothing; same order as the games."""
    sides = data.sides(at)
    rows = pl.DataFrame(
        [
            {
                "Game": row["game_id"],
                "Title": row["title_name"],
                "Scenario": printed(row["scenario"]),
                "Played": row["played"],
                "Outcome": outcome(row, sides),
                "Rounds": row["rounds"],
                "Players": ", ".join(dict.fromkeys(mapping(row["players"]).values())),
                "Defects": row["defects"],
            }
            for row in data.games(at).iter_rows(named=True)
        ]
    )
    return rows[[column.name for column in rows if column.dtype != pl.String or (column != "").any()]]


at = parts.opened()
games = parts.games_of(at)
st.title("All games", anchor=False)
unfinished = games.height - int(games["ended"].sum())
st.markdown(
    f"{counted(games.height, 'game')} of {counted(games['title'].n_unique(), 'title')}"
    + (f"; {unfinished:,} without an end on record." if unfinished else ".")
)
picked = st.dataframe(
    table(at),
    hide_index=True,
    width="stretch",
    on_select="rerun",
    selection_mode="single-row",
    selection_default={"selection": {"rows": [0]}},
    key="table",
    alt="Games of the lake; choose a row to open that game",
    column_config={
        "Rounds": st.column_config.NumberColumn(width="small"),
        "Defects": st.column_config.NumberColumn(
            width="small", help="Places where the record breaks a rule or contradicts itself"
        ),
    },
)
rows = picked.selection.rows or [0]
chosen = games["game_id"][rows[0]]
with st.container(horizontal=True, vertical_alignment="center"):
    st.page_link(GAME, label="Open the chosen game", icon=":material/map:", query_params={"game": chosen})
    st.text(chosen)
