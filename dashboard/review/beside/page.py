"""Two games beside each other, on the page of one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import polars as pl
import streamlit as st

from dashboard.review.beside.curves import curves
from dashboard.review.beside.openings import openings_answer, openings_html
from dashboard.review.reader import Reader
from dashboard.ui import widgets
from dashboard.ui.game_names import labels
from dashboard.ui.text import label

OPEN = "beside-open"
"""Place of the session: whether the comparison is open."""

ReaderOf = Callable[[Mapping[str, Any]], Reader]


@st.fragment
def offer(of: Reader, games: pl.DataFrame, reader: ReaderOf) -> None:
    """Offer to lay another game of the same title beside a game.

    Args:
        games: rows of the lake's `games`. reader: gives the game of a row.
    """
    others = games.filter(pl.col("title") == of.game["title"], pl.col("game_id") != of.game_id)
    if others.is_empty():
        return
    folded = st.expander("Compare with another game", key=OPEN, on_change="rerun")
    if not folded.open:
        return
    with folded:
        named = labels(games)
        chosen = st.selectbox("Other game", others["game_id"].to_list(), format_func=named.__getitem__, key=f"beside-{of.game_id}")
        other = reader(others.row(by_predicate=pl.col("game_id") == chosen, named=True))
        titles = named[of.game_id], named[chosen]
        _show(of, other, titles if len(set(titles)) == 2 else (of.game_id, str(chosen)))


def _show(one: Reader, two: Reader, titles: tuple[str, str]) -> None:
    widgets.question("How did they open?", "What each power bought and attacked in its first round, with the results of its attacks.")
    widgets.answer(openings_answer(one, two))
    st.html(openings_html(one, two, titles))
    sides = [side for side in one.side_names if side in two.side_names]
    if not sides:
        return
    widgets.question("How did a side do in both?", "A line a game, at the end of each round.")
    first = one.focus if one.focus in sides else sides[0]
    side = st.pills("Side", sides, default=first, format_func=label, key="beside-side", required=True)
    drawn = curves(one, two, side or sides[0], titles)
    for place, drawing in zip(st.columns(max(len(drawn), 1), gap="medium"), drawn, strict=False):
        with place:
            widgets.draw(drawing.chart, drawing.name, drawing.rows)
