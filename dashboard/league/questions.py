"""The questions of the page League, each with its chart and rows: one function a question, thin over ratings and measures."""

from __future__ import annotations

from urllib.parse import urlencode

import polars as pl
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from dashboard.charts.head_to_head import head_to_head_chart
from dashboard.charts.ratings import ratings_chart
from dashboard.charts.win_rates import BY, labelled, most_decided, win_rates_chart
from dashboard.league import words
from dashboard.league.season import Counted
from dashboard.ui import data, widgets
from dashboard.ui.downloads import downloads
from dashboard.ui.table import DASH
from dashboard.ui.text import counted

MATRIX = 12
"""Players that may be picked: more could not be told apart."""


def standings(at: data.Source, of: Counted, names: dict[str, str]) -> pl.DataFrame:
    """Show where every player with enough games stands; return the standings. `names`: title to printed name."""
    widgets.question(words.BEST)
    ratings = data.ratings(at, *of.games)
    table = words.among(ratings.standings, of.least)
    if table.is_empty():
        st.info(words.nobody_rated() if ratings.standings.is_empty() else words.nobody_has(of.least))
        return table
    widgets.answer(words.standings_answer(table, of.least))
    rows = words.standings_rows(table, ratings.history, names)
    rows = rows.with_columns(page=pl.Series([player_address(one) for one in rows["player"].to_list()], dtype=pl.String))
    rows = rows.drop("title_name") if of.title else rows
    wanted = st.text_input("Find a player", key="find", type="search", live=True, bind="query-params") or ""
    found = rows.filter(pl.col("player").str.to_lowercase().str.contains(wanted.lower(), literal=True))
    st.dataframe(hundreds(found), hide_index=True, width="stretch", placeholder=DASH, alt="Player standings", column_config=COLUMNS)
    downloads("standings", rows.drop("page"))
    rested = ratings.history.join(table, on=["title", "player"], how="semi")
    note = words.standings_note(data.left_out(at, *of.games[:3]), rested, ratings.people)
    widgets.meaning(words.standings_count(table, rested), note)
    return table


def worth(at: data.Source, of: Counted, names: dict[str, str]) -> None:
    """Show what sides and bids are worth; `names`: title to printed name."""
    sides = data.ratings(at, *of.games).sides
    if sides.is_empty():
        return
    printed = names | data.sides(at)
    widgets.question(words.WORTH)
    if said := words.worth_answer(sides, printed):
        widgets.answer(said)
    rows = words.worth_rows(sides, printed).select(
        *([] if of.title else ["title_name"]),
        "label",
        "games",
        "effect",
        "effect_low",
        "effect_high",
        *(["chance", "chance_low", "chance_high"] if sides["chance"].count() else []),
        *(["usual_bid", "bid_effect", "bid_low", "bid_high"] if sides["usual_bid"].count() else []),
    )
    st.dataframe(
        hundreds(rows),
        hide_index=True,
        width="stretch",
        placeholder=DASH,
        alt="What sides are worth",
        column_config=COLUMNS,
    )
    downloads("what sides are worth", rows)
    widgets.meaning("", words.worth_note(sides))


def over_time(at: data.Source, of: Counted, table: pl.DataFrame) -> list[str]:
    """Draw the ratings of some players, game by game, of one title; return who they are."""
    widgets.question(words.CHANGED)
    ranked = table.sort("games", descending=True) if table["title"].n_unique() > 1 else table
    usual: list[str] = ranked["player"].unique(maintain_order=True).head(words.SHOWN).to_list()
    everybody = table["player"].unique(maintain_order=True).to_list()
    picked = (
        st.multiselect(
            "Players", everybody, key="player", bind="query-params", max_selections=MATRIX, placeholder=f"The best {words.SHOWN}"
        )
        or usual
    )
    if table["title"].n_unique() > 1:
        st.info("Ratings of several titles are not drawn together. Choose a title above.")
        return picked
    history = data.ratings(at, *of.games).history.filter(pl.col("player").is_in(picked))
    widgets.draw(ratings_chart(history, picked), "Ratings game by game", history)
    widgets.meaning("", words.ratings_note(len(picked)))
    return picked


def head_to_head(at: data.Source, of: Counted, players: list[str]) -> None:
    """Draw how players fare against each other."""
    widgets.question(words.MET)
    met = data.of_lake(at, "head_to_head", *of.games).filter(pl.col("player").is_in(players))
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
    rows = words.without_luck(data.of_lake(at, "luck_in_value_by_player", *of.games), players)
    if rows.is_empty():
        return
    widgets.question(words.WITHOUT_LUCK)
    st.dataframe(no_minus_zero(rows), hide_index=True, width="stretch", alt="Results without luck", column_config=COLUMNS)
    downloads("results without luck", rows)
    widgets.meaning("", words.without_luck_note())


def win_rates(at: data.Source, of: Counted, names: dict[str, str]) -> None:
    """Draw win rates by side, bid or player with their intervals; `names`: title to printed name."""
    widgets.question(words.WINS)
    by = st.segmented_control("By", list(BY), default="Side", key="by", bind="query-params", required=True) or "Side"
    told = data.of_lake(at, BY[by][0], *of.games)
    if told.is_empty():
        st.info("These games have no data for this question." + (" They had no bids." if by == "Bid" else ""))
        return
    rows = labelled(told, by, names | data.sides(at))
    drawn = most_decided(rows)
    widgets.draw(win_rates_chart(drawn), f"Win rates by {by.lower()}", told)
    widgets.meaning("", words.wins_note(rows, drawn, data.left_out(at, *of.games[:3])))


def player_address(name: str) -> str:
    """Return the address of a player's page, below the dashboard's own."""
    return "/player?" + urlencode({"name": name})


def hundreds(rows: pl.DataFrame) -> pl.DataFrame:
    """Return shares as hundredths, as the columns of tables print them."""
    shares = [name for name in ("rate", "low", "high", "chance", "chance_low", "chance_high") if name in rows.columns]
    return rows.with_columns(pl.col(shares) * 100)


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


def percent_column(heading: str, help: str | None = None) -> ColumnConfig:
    """Return how a column of hundredths is printed."""
    return st.column_config.NumberColumn(heading, width="small", help=help, format="%.0f%%")


def _signed(column: str, heading: str) -> ColumnConfig:
    """Return how such a column is printed."""
    return st.column_config.NumberColumn(heading, format=f"%+.{words.SIGNED[column]}f")


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
    "rating": st.column_config.NumberColumn("Rating", format="%.0f"),
    "rating_low": st.column_config.NumberColumn("From", format="%.0f", help="95% interval of the rating, lower end: the rank"),
    "rating_high": st.column_config.NumberColumn("To", format="%.0f", help="95% interval of the rating, upper end"),
    "effect": st.column_config.NumberColumn("Worth in points", format="%+.0f"),
    "effect_low": st.column_config.NumberColumn("From", format="%+.0f", help="95% interval, lower end"),
    "effect_high": st.column_config.NumberColumn("To", format="%+.0f", help="95% interval, upper end"),
    "chance": percent_column("Wins between equals"),
    "chance_low": percent_column("Wins from", help="95% interval, lower end"),
    "chance_high": percent_column("Wins to", help="95% interval, upper end"),
    "usual_bid": st.column_config.NumberColumn("Usual bid", format="%.0f"),
    "bid_effect": st.column_config.NumberColumn("Bid in points", format="%+.0f"),
    "bid_low": st.column_config.NumberColumn("Bid from", format="%+.0f", help="95% interval, lower end"),
    "bid_high": st.column_config.NumberColumn("Bid to", format="%+.0f", help="95% interval, upper end"),
    "games": st.column_config.NumberColumn("Games", width="small"),
    "decided": st.column_config.NumberColumn("Decided", width="small", help="Decided games"),
    "won": st.column_config.NumberColumn("Won", width="small"),
    "lost": st.column_config.NumberColumn("Lost", width="small"),
    "drawn": st.column_config.NumberColumn("Drawn", width="small"),
    "unfinished": st.column_config.NumberColumn("Unfinished", width="small"),
    "rate": percent_column("Win rate"),
    "low": percent_column("95% low", help="95% interval, lower end"),
    "high": percent_column("95% high", help="95% interval, upper end"),
    "played": st.column_config.TextColumn("Last game"),
    "battles": st.column_config.NumberColumn("Battles", width="small"),
    "a_battle": _signed("a_battle", "Swing per battle"),
    "luck": _signed("luck", "Of which luck"),
    "without_luck": _signed("without_luck", "Without luck"),
}
