"""Cards of games on a page, each with the way to its review."""

from __future__ import annotations

import polars as pl
import streamlit as st

from dashboard.league.cards import card
from dashboard.review.page_sections import REVIEW
from dashboard.ui import data

ACROSS = 3
NEWEST = 6
"""Games on the first page."""


def show_cards(at: data.Source, games: pl.DataFrame) -> None:
    """Show a card for each game.

    Args:
        at: the lake. games: rows of its `games`, in the order of the cards.
    """
    seats, sides = data.powers_of_titles(at), data.sides(at)
    shares = data.shares(at, tuple(games["game_id"])).partition_by("game_id", as_dict=True)
    for start in range(0, games.height, ACROSS):
        rows = games.slice(start, ACROSS)
        for place, game in zip(st.columns(ACROSS), rows.iter_rows(named=True), strict=False):
            with place.container(border=True, height="stretch"):
                st.html(card(game, seats.filter(title=game["title"]), sides, shares.get((game["game_id"],))))
                st.page_link(REVIEW, label="Open its review", icon=":material/map:", query_params={"game": game["game_id"]})
