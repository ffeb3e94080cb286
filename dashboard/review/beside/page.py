"""Two games beside each other, on the page of one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import polars as pl
import streamlit as st

from dashboard.charts.side_lines import side_lines
from dashboard.review.beside.openings import openings_answer, openings_html
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing
from dashboard.review.spine.course import CHANCE, Course, course
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


def curves(one: Reader, two: Reader, side: str, titles: tuple[str, str]) -> list[Drawing]:
    """Return a side's curves in two games; one that either game has no data for is left out.

    Args:
        side: printed name. titles: what the games are called, each its own.
    """
    games = ((one, titles[0]), (two, titles[1]))
    income = [_sums(of, side, "income_by_turn", "income", name) for of, name in games]
    units = [_sums(of, side, "strength_by_round", "tuv", name) for of, name in games]
    return [
        *_standing(games, side, titles),
        *_drawn(income, titles, "income", f"Income, {one.unit} per round", "d", "Income"),
        *_drawn(units, titles, "tuv", f"Value of units, {one.unit}", "d", "Units"),
    ]


def _standing(games: tuple[tuple[Reader, str], ...], side: str, titles: tuple[str, str]) -> list[Drawing]:
    """Return the chance of winning of both games, or the share of strength: only of the same kind they compare."""
    found = [(course(of), name) for of, name in games]
    kinds = {it.kind for it, _ in found if it}
    if any(it is None for it, _ in found) or len(kinds) > 1:
        return []
    rows = [_ends(it, side, name) for it, name in found if it]
    title = "Chance of winning" if CHANCE in kinds else "Share of all units and production"
    return _drawn(rows, titles, "value", title, "%", title)


def _ends(found: Course, side: str, name: str) -> pl.DataFrame:
    """Return where a side stood at the end of each round."""
    ends = found.of(side).group_by("round", maintain_order=True).agg(pl.col("value").last())
    return ends.select(pl.col("round").cast(pl.Int64), pl.lit(name).alias("side_name"), "value")


def _sums(of: Reader, side: str, measure: str, column: str, name: str) -> pl.DataFrame:
    rows = of.by_side(measure).filter(pl.col("side_name") == side, pl.col("round") <= of.game["finished_rounds"])
    sums = rows.group_by("round").agg(pl.col(column).sum()).sort("round")
    return sums.select(pl.col("round").cast(pl.Int64), pl.lit(name).alias("side_name"), pl.col(column).cast(pl.Int64))


def _drawn(rows: list[pl.DataFrame], titles: tuple[str, str], column: str, title: str, form: str, name: str) -> list[Drawing]:
    if any(part.height < 2 for part in rows):
        return []
    both = pl.concat(rows)
    return [Drawing(side_lines(both, list(titles), column, title, form), f"{name} in two games", both)]
