"""What the questions of a league say, wherever they are shown: rows and sentences from ratings and measures. No Streamlit here."""

from __future__ import annotations

import polars as pl

from dashboard.charts.ratings import BANDED
from dashboard.charts.win_rates import MOST
from dashboard.ui.text import counted, listed
from warehouse.ratings import records

SHOWN = 6
"""Players whose ratings are drawn when none are picked."""
ENOUGH = 5
"""Rated games that a player needs for the standings of a league in which several players have so many."""
RATED = (
    "A game counts if its end is recorded and no limit of rounds stopped it, at least two sides have named players, and nobody plays on "
    "two sides. Each bot counts as a player."
)
BEST, CHANGED, MET, WINS, WITHOUT_LUCK = (
    "Who is the best player?",
    "How have their ratings changed?",
    "How do they do against each other?",
    "Who wins most often?",
    "Who fights best when luck is taken away?",
)
"""The questions."""
SIGNED = {"swing": 0, "swing_without_luck": 1, "per_battle": 2, "a_battle": 2, "luck": 2, "without_luck": 2}
"""Columns of numbers that are printed with their sign, and how many digits after the point are printed."""
NOBODY_MET = "None of these players has faced another."


def nobody_rated() -> str:
    """Say that there is nobody to rate, and why."""
    return f"No game here counts for ratings. {RATED}"


def nobody_has(least: int) -> str:
    """Say that nobody has enough rated games."""
    return f"No player has {counted(least, 'rated game')} here. Lower the minimum, or choose another season."


def most_rated(history: pl.DataFrame) -> str:
    """Return the title with the most rated games, the first by slug of several with as many; `history` has a row at least."""
    rated = history.group_by("title").agg(pl.col("game_id").n_unique().alias("games"))
    return str(rated.sort("games", "title", descending=[True, False])["title"][0])


def usual_least(standings: pl.DataFrame) -> int:
    """Return how many rated games a player needs for the standings: ENOUGH, or 1 where fewer than SHOWN players have so many."""
    return ENOUGH if standings.filter(pl.col("games") >= ENOUGH).height >= SHOWN else 1


def among(standings: pl.DataFrame, least: int) -> pl.DataFrame:
    """Return the standings of those with at least so many rated games; their places are counted from 1 again."""
    place = pl.col("ordinal").rank("min", descending=True).cast(pl.Int64)
    return standings.filter(pl.col("games") >= least).with_columns(place=place)


def standings_rows(table: pl.DataFrame, history: pl.DataFrame) -> pl.DataFrame:
    """Return the standings with wins and losses: place, player, ordinal, mu, sigma, games, won, decided, rate, low, high, played."""
    rows = table.join(records(history).drop("games"), on="player", how="left", maintain_order="left")
    return rows.select(
        "place", "player", "ordinal", "mu", "sigma", "games", "won", "decided", "rate", "low", "high",
        pl.col("played").replace("", None),
    )  # fmt: skip


def standings_answer(table: pl.DataFrame, least: int = 1) -> str:
    """Say who leads; `least` is how many rated games each of these players has at least."""
    first = table.filter(pl.col("place") == 1)["player"].to_list()
    whom = counted(table.height, "rated player" if least == 1 else "player")
    games = "" if least == 1 else f" with at least {least} rated games"
    return f"{listed(first[:3])} {'leads' if len(first) == 1 else 'lead'} {whom}{games}."


def standings_count(table: pl.DataFrame, history: pl.DataFrame) -> str:
    """Say how much the standings rest on."""
    return f"{counted(table.height, 'player')} in {counted(history['game_id'].n_unique(), 'rated game')}"


def standings_note(retold: int, history: pl.DataFrame) -> str:
    """Say how the standings come about.

    Args:
        retold: how many games the lake has from a better record too. history: the ratings of those who stand there, game by game.
    """
    notes = " ".join(filter(None, [together_note(history), undated_note(history), retold_note(retold)]))
    return (
        "Rated with OpenSkill (Plackett-Luce): mu is the skill, sigma its uncertainty. Players are ranked by mu minus "
        f"three sigma, so a player with few games cannot lead. {RATED} Won and Decided (games with a winner) count rated games only, with "
        f"the 95% Wilson interval. A dash means that there are none, or that no date is recorded. {notes}"
    )


def together_note(history: pl.DataFrame) -> str:
    """Say what standings over several titles tell; empty of one title."""
    titles = history["title"].n_unique()
    if titles < 2:
        return ""
    return f"Games of {titles} titles are rated together, a win in one as a win in another: so this tells of no title who is best at it."


def undated_note(history: pl.DataFrame) -> str:
    """Say in which order games are rated that no day tells apart; empty where there are none."""
    days = history.select("game_id", "played").unique()["played"]
    undated, dated = int((days == "").sum()), days.filter(days != "")
    if not undated and not dated.is_duplicated().any():
        return ""
    order = "in the order of the rows of their table or of the names of their files, as no record says which was played first."
    if not undated:
        return f"Games of one day are rated {order}"
    first = " before all others," if dated.len() else ""
    have = "1 game has no date and is" if undated == 1 else f"{undated:,} games have no date and are"
    rest = "; so are games of one day" if dated.is_duplicated().any() else ""
    return f"{have} rated{first} {order[:-1]}{rest}."


def ratings_note(players: int) -> str:
    """Say what the lines of ratings of so many players are."""
    line = "The line is the skill (mu) after each of a player's rated games."
    if players > BANDED:
        return f"{line} Point at a mark to see its uncertainty (sigma); one or two players are drawn with a band of it."
    return f"{line} The band is one sigma to either side: the skill is within it with a chance of about two in three."


def met_count(among: pl.DataFrame) -> str:
    """Say how often these players met."""
    return counted(among.filter(pl.col("player") < pl.col("opponent"))["games"].sum(), "meeting")


def met_note() -> str:
    """Say what the cells of the table of players are."""
    return (
        "Each cell shows the games that the row's player won and lost against the column's player when they were on different sides. "
        "A dash means that no game between them was decided; an empty cell means that they never met."
    )


def wins_note(rows: pl.DataFrame, drawn: pl.DataFrame, retold: int) -> str:
    """Say what the marks of win rates are; `drawn` are those of the rows that are drawn."""
    left = rows.height - drawn.height
    return (
        "The mark is the share of decided games won, and the line is its 95% Wilson interval; the numbers are games won of games "
        "decided. Only games with a winner count: drawn, stopped and unfinished games do not. A dash means that no game was "
        f"decided. {retold_note(retold)}"
        + (f" The {MOST} rows with the most games are drawn; {counted(left, 'other')} in the rows to download." if left else "")
    )  # fmt: skip


def without_luck(told: pl.DataFrame, players: list[str]) -> pl.DataFrame:
    """Return measure `luck_in_value_by_player` of these players with what a battle brought them, the best without luck first.

    Columns: player, games, battles, a_battle (swing), luck, without_luck; values of a battle, on average.
    """
    rows = told.filter(pl.col("player").is_in(players))
    each = {name: pl.col(column) / pl.col("battles") for name, column in
            (("a_battle", "swing"), ("luck", "luck"), ("without_luck", "swing_without_luck"))}  # fmt: skip
    return rows.select("player", "games", "battles", **each).sort("without_luck", "player", descending=[True, False])


def without_luck_note() -> str:
    """Say what results without luck are."""
    return (
        "What a battle brought the player on average, in the title's money: value destroyed minus value lost, how much of it the dice "
        "did, and the rest. The rest still depends on the forces, and so on who could choose the battles. Only battles count whose "
        "forces and dice are known, fought with fair dice; odds that cannot be worked out exactly are those of battles played."
    )


def retold_note(count: int) -> str:
    """Say which records count for nothing, since a better one tells their game; `count` is how many."""
    return (
        "A game counts once, however many records tell it: an earlier save, a posted summary and a row of a table of results give way to "
        "the record that tells more. Saves are the same game if they agree on every die, summaries if they agree on every purchase and "
        "attack, results if they agree on day, players and winner or name the record. Left out for this "
        f"reason: {counted(count, 'record')}."
        if count
        else ""
    )
