"""The questions of the page League, each with its chart and rows: one function a question, thin over ratings and measures."""

from __future__ import annotations

import polars as pl
import streamlit as st

from dashboard.charts.head_to_head import head_to_head_chart
from dashboard.charts.ratings import ratings_chart
from dashboard.charts.win_rates import BY, MOST, labelled, most_decided, win_rates_chart
from dashboard.ui import data, widgets
from dashboard.ui.text import counted, listed
from warehouse.ratings import records

SHOWN = 6
"""Players whose ratings are drawn when none are picked."""
MATRIX = 12
"""Players that may be picked: more could not be told apart."""
DASH = "–"

RATED = (
    "A game counts if its end is recorded, at least two sides have named players, and nobody plays on two sides. Each bot counts as "
    "a player."
)


def standings(at: data.Source, title: str | None) -> pl.DataFrame:
    """Show where every player stands now; return the standings."""
    widgets.question("Who is the best player?")
    table = data.standings(at, title)
    if table.is_empty():
        st.info(f"No game here counts for ratings. {RATED}")
        return table
    first = table.filter(pl.col("place") == 1)["player"].to_list()
    widgets.answer(
        f"{listed(first[:3])} {'leads' if len(first) == 1 else 'lead'} {counted(table.height, 'rated player')}."
    )
    rows = table.join(records(data.ratings(at, title)).drop("games"), on="player", how="left", maintain_order="left")
    rows = rows.select(
        "place", "player", "ordinal", "mu", "sigma", "games", "won", "decided", "rate", "low", "high",
        pl.col("played").replace("", None),
    )  # fmt: skip
    wanted = st.text_input("Find a player", key="find", type="search", live=True, bind="query-params") or ""
    found = rows.filter(pl.col("player").str.to_lowercase().str.contains(wanted.lower(), literal=True))
    st.dataframe(_hundreds(found), hide_index=True, width="stretch", placeholder=DASH, alt="Player standings",
                 column_config=_COLUMNS)  # fmt: skip
    widgets.downloads("standings", rows)
    widgets.meaning(
        f"{counted(table.height, 'player')} in {_games(at, title)}",
        "Rated with OpenSkill (Plackett-Luce): mu is the skill, sigma its uncertainty. Players are ranked by mu minus "
        f"three sigma, so a player with few games cannot lead. {RATED} Won and Decided (games with a winner) count rated games only, with "
        f"the 95% Wilson interval. A dash means that there are none, or that no date is recorded. {_retold(at)}",
    )
    return table


def over_time(at: data.Source, title: str | None, table: pl.DataFrame) -> list[str]:
    """Draw the ratings of some players, game by game; return who they are."""
    widgets.question("How have their ratings changed?")
    usual = table["player"].head(SHOWN).to_list()
    picked = st.multiselect("Players", table["player"].to_list(), key="player", bind="query-params", max_selections=MATRIX,
                            placeholder=f"The best {SHOWN}") or usual  # fmt: skip
    history = data.ratings(at, title).filter(pl.col("player").is_in(picked))
    widgets.draw(ratings_chart(history, picked), "Ratings game by game", history)
    widgets.meaning(
        f"{history.height:,} ratings of {counted(len(picked), 'player')}",
        "The line is the skill (mu) after each of a player's rated games. The band is one sigma to either side: the skill is within it "
        "with a chance of about two in three.",
    )
    return picked


def head_to_head(at: data.Source, title: str | None, players: list[str]) -> None:
    """Draw how players fare against each other."""
    widgets.question("How do they do against each other?")
    met = data.of_lake(at, "head_to_head", title).filter(pl.col("player").is_in(players))
    among = met.filter(pl.col("opponent").is_in(players))
    if among.is_empty():
        st.info("None of these players has faced another.")
    else:
        order = [name for name in players if name in set(among["player"])]
        widgets.draw(head_to_head_chart(among, order), "Head to head", met)
        widgets.meaning(
            counted(among.filter(pl.col("player") < pl.col("opponent"))["games"].sum(), "meeting"),
            "Each cell shows the games that the row's player won and lost against the column's player when they were on different sides. "
            f"A dash means that no game between them was decided; an empty cell means that they never met. {_left(met, among)}",
        )
    with st.expander("All opponents of these players"):
        st.dataframe(
            _hundreds(met),
            hide_index=True,
            width="stretch",
            placeholder=DASH,
            alt="Every opponent",
            column_config=_COLUMNS,
        )


def win_rates(at: data.Source, title: str | None, names: dict[str, str]) -> None:
    """Draw win rates by side, bid or player with their intervals; `names`: title to printed name."""
    widgets.question("Who wins most often?")
    by = st.segmented_control("By", list(BY), default="Side", key="by", bind="query-params", required=True) or "Side"
    told = data.of_lake(at, BY[by][0], title)
    if told.is_empty():
        st.info("These games have no data for this question." + (" They had no bids." if by == "Bid" else ""))
        return
    rows = labelled(told, by, names | data.sides(at))
    drawn = most_decided(rows)
    widgets.draw(win_rates_chart(drawn), f"Win rates by {by.lower()}", told)
    left = rows.height - drawn.height
    widgets.meaning(
        f"{counted(rows['decided'].sum(), 'result')} of {counted(rows.height, 'row')}",
        "The mark is the share of decided games won, and the line is its 95% Wilson interval; the numbers are games won of games "
        "decided. Only games with a winner count: drawn and unfinished games do not. A dash means that no game was "
        f"decided. {_retold(at)}"
        + (f" The {MOST} rows with the most games are drawn; {counted(left, 'other')} in the rows to download." if left else ""),
    )  # fmt: skip


def _hundreds(rows: pl.DataFrame) -> pl.DataFrame:
    """Return shares as hundredths, as the columns of tables print them."""
    return rows.with_columns(pl.col("rate", "low", "high") * 100)


def _retold(at: data.Source) -> str:
    """Say which games count once though the lake has them twice."""
    count = data.retold(at).height
    return (
        "A turn summary counts only if the lake has no better record of the same game. Two records are the same game if the same units "
        "were bought and the same areas attacked in every round. Left out for this reason: "
        f"{counted(count, 'summary').replace('summarys', 'summaries')}."
        if count
        else ""
    )


def _games(at: data.Source, title: str | None) -> str:
    return counted(data.ratings(at, title)["game_id"].n_unique(), "rated game")


def _left(met: pl.DataFrame, among: pl.DataFrame) -> str:
    others = met["opponent"].n_unique() - among["opponent"].n_unique()
    return f"{counted(max(others, 0), 'other opponent')} below." if others > 0 else ""


_PERCENT = {"format": "%.0f%%", "width": "small"}
_COLUMNS = {
    "place": st.column_config.NumberColumn("Place", width="small"),
    "player": st.column_config.TextColumn("Player"),
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
}
