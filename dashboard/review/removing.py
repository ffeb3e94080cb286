"""Taking a game out of the lake on its review: for those who may change the lake, and asked twice."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dashboard.review.keeping import may_keep
from dashboard.ui import data
from engine.errors import SitrepError
from warehouse import Lake

GAMES = Path(__file__).parents[1] / "screens" / "games.py"
REMOVE = "Remove this game from the lake"


def offer(game_id: str) -> None:
    """Offer to remove a game, to those who may keep and replace games; others see nothing of it.

    Args:
        game_id: of the lake.
    """
    if not may_keep():
        return
    with st.expander(REMOVE, icon=":material/delete:"):
        st.text(
            "The game leaves every page, and its record may be ingested again. Earlier versions of the lake keep it until "
            "sitrep lake vacuum deletes them."
        )
        # the keys hold which game is meant: a tick for one game is none for another
        sure = st.checkbox("Yes, remove it", key=f"sure-{game_id}")
        if st.button("Remove", icon=":material/delete_forever:", disabled=not sure, key=f"remove-{game_id}"):
            _remove(game_id)


def _remove(game_id: str) -> None:
    try:
        Lake.create(data.lake_path()).remove([game_id])
    except (SitrepError, OSError) as error:
        st.error("Could not write to the lake.")
        st.text(str(error))
        return
    st.success("The game is no longer in the lake.")
    st.page_link(GAMES, label="All games", icon=":material/grid_view:")
