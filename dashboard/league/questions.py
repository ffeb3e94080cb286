"""The questions of the page League, each with its chart and rows: one function a question, thin over ratings and measures."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import polars as pl
import streamlit as st

from dashboard.charts.head_to_head import head_to_head_chart
from dashboard.charts.ratings import ratings_chart
from dashboard.charts.win_rates import BY, labelled, most_decided, win_rates_chart
from dashboard.league import words
from dashboard.league.season import Counted
from dashboard.ui import data, widgets
from dashboard.ui.text import counted

MATRIX = 12
"""Players that may be picked: more could not be told apart."""
DASH = "–"


def standings(at: data.Source, of: Counted) -> pl.DataFrame:
    """Show where every player with enough games stands; return the standings."""
    widgets.question(words.BEST)
    everybody = data.standings(at, *of[:3])
    table = words.among(everybody, of.least)
    if table.is_empty():
        st.info(words.nobody_rated() if everybody.is_empty() else words.nobody_has(of.least))
        return table
    history = data.ratings(at, *of[:3])
    widgets.answer(words.standings_answer(table, of.least))
    rows = words.standings_rows(table, history)
    rows = rows.with_columns(page=pl.Series([player_address(one) for one in rows["player"].to_list()], dtype=pl.String))
    wanted = st.text_input("Find a player", key="find", type="search", live=True, bind="query-params") or ""
    found = rows.filter(pl.col("player").str.to_lowercase().str.contains(wanted.lower(), literal=True))
    st.dataframe(hundreds(found), hide_index=True, width="stretch", placeholder=DASH, alt="Player standings",
                 column_config=COLUMNS)  # fmt: skip
    widgets.downloads("standings", rows.drop("page"))
    rested = history.filter(pl.col("player").is_in(table["player"].to_list()))
    widgets.meaning(words.standings_count(table, rested), words.standings_note(data.left_out(at, *of[:3]), rested))
    return table


def over_time(at: data.Source, of: Counted, table: pl.DataFrame) -> list[str]:
    """Draw the ratings of some players, game by game; return who they are."""
    widgets.question(words.CHANGED)
    usual = table["player"].head(words.SHOWN).to_list()
    picked = st.multiselect("Players", table["player"].to_list(), key="player", bind="query-params", max_selections=MATRIX,
                            placeholder=f"The best {words.SHOWN}") or usual  # fmt: skip
    history = data.ratings(at, *of[:3]).filter(pl.col("player").is_in(picked))
    widgets.draw(ratings_chart(history, picked), "Ratings game by game", history)
    widgets.meaning("", words.ratings_note(len(picked)))
    return picked


def head_to_head(at: data.Source, of: Counted, players: list[str]) -> None:
    """Draw how players fare against each other."""
    widgets.question(words.MET)
    met = data.of_lake(at, "head_to_head", *of[:3]).filter(pl.col("player").is_in(players))
    among = met.filter(pl.col("opponent").is_in(players))
    if among.is_empty():
        st.info(words.NOBODY_MET)
    else:
        order = [name for name in players if name in set(among["player"])]
        widgets.draw(head_to_head_chart(among, order), "Head to head", met)
        widgets.meaning(words.met_count(among), f"{words.met_note()} {_left(met, among)}")
    with st.expander("All opponents of these players"):
        st.dataframe(
            hundreds(met),
            hide_index=True,
            width="stretch",
            placeholder=DASH,
            alt="Every opponent",
            column_config=COLUMNS,
        )


def without_luck(at: data.Source, of: Counted, players: list[str]) -> None:
    """Show what battles brought each player, and what of it is left without luck; values of two titles do not add up."""
    if not of.title:
        return
    rows = words.without_luck(data.of_lake(at, "luck_in_value_by_player", *of[:3]), players)
    if rows.is_empty():
        return
    widgets.question(words.WITHOUT_LUCK)
    st.dataframe(
        no_minus_zero(rows), hide_index=True, width="stretch", alt="Results without luck", column_config=COLUMNS
    )
    widgets.downloads("results without luck", rows)
    widgets.meaning("", words.without_luck_note())


def win_rates(at: data.Source, of: Counted, names: dict[str, str]) -> None:
    """Draw win rates by side, bid or player with their intervals; `names`: title to printed name."""
    widgets.question(words.WINS)
    by = st.segmented_control("By", list(BY), default="Side", key="by", bind="query-params", required=True) or "Side"
    told = data.of_lake(at, BY[by][0], *of[:3])
    if told.is_empty():
        st.info("These games have no data for this question." + (" They had no bids." if by == "Bid" else ""))
        return
    rows = labelled(told, by, names | data.sides(at))
    drawn = most_decided(rows)
    widgets.draw(win_rates_chart(drawn), f"Win rates by {by.lower()}", told)
    widgets.meaning("", words.wins_note(rows, drawn, data.left_out(at, *of[:3])))


def player_address(name: str) -> str:
    """Return the address of a player's page, below the dashboard's own."""
    return "/player?" + urlencode({"name": name})


def hundreds(rows: pl.DataFrame) -> pl.DataFrame:
    """Return shares as hundredths, as the columns of tables print them."""
    return rows.with_columns(pl.col("rate", "low", "high") * 100)


def no_minus_zero(rows: pl.DataFrame) -> pl.DataFrame:
    """Return rows in which a number that is printed with its sign, and rounds to 0, is 0: else it is printed as -0.0."""
    return rows.with_columns(
        pl.when(pl.col(column).round(places) == 0).then(0.0).otherwise(pl.col(column)).alias(column)
        for column, places in words.SIGNED.items()
        if column in rows.columns
    )


def _left(met: pl.DataFrame, among: pl.DataFrame) -> str:
    others = met["opponent"].n_unique() - among["opponent"].n_unique()
    return f"{counted(max(others, 0), 'other opponent')} below." if others > 0 else ""


def _signed(column: str, heading: str) -> Any:
    """Return how such a column is printed."""
    return st.column_config.NumberColumn(heading, format=f"%+.{words.SIGNED[column]}f")


_PERCENT = {"format": "%.0f%%", "width": "small"}
COLUMNS = {
    "page": st.column_config.LinkColumn("Page", display_text="open", width="small"),
    "place": st.column_config.NumberColumn("Place", width="small"),
    "player": st.column_config.TextColumn("Player"),
    "title_name": st.column_config.TextColumn("Title"),
    "label": st.column_config.TextColumn("As"),
    "opening": st.column_config.TextColumn("Bought in round 1", width="large"),
    "of": st.column_config.NumberColumn("Of", width="small", help="Games with this power"),
    "swing": _signed("swing", "Swing"),
    "swing_without_luck": _signed("swing_without_luck", "Swing without luck"),
    "per_battle": _signed("per_battle", "Luck per battle"),
    "opponent": st.column_config.TextColumn("Against"),
    "ordinal": st.column_config.NumberColumn("Rating", format="%.1f", help="mu minus three sigma"),
    "mu": st.column_config.NumberColumn("Skill (mu)", format="%.1f"),
    "sigma": st.column_config.NumberColumn("Uncertainty (sigma)", format="%.1f"),
    "games": st.column_config.NumberColumn("Games", width="small"),
    "decided": st.column_config.NumberColumn("Decided", width="small", help="Decided games"),
    "won": st.column_config.NumberColumn("Won", width="small"),
    "lost": st.column_config.NumberColumn("Lost", width="small"),
    "drawn": st.column_config.NumberColumn("Drawn", width="small"),
    "unfinished": st.column_config.NumberColumn("Unfinished", width="small"),
    "rate": st.column_config.NumberColumn("Win rate", **_PERCENT),
    "low": st.column_config.NumberColumn("95% low", help="95% interval, lower end", **_PERCENT),
    "high": st.column_config.NumberColumn("95% high", help="95% interval, upper end", **_PERCENT),
    "played": st.column_config.TextColumn("Last game"),
    "battles": st.column_config.NumberColumn("Battles", width="small"),
    "a_battle": _signed("a_battle", "Swing per battle"),
    "luck": _signed("luck", "Of which luck"),
    "without_luck": _signed("without_luck", "Without luck"),
}
