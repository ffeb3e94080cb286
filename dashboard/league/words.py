"""What the questions of a league say, wherever they are shown: rows and sentences from ratings and measures. No Streamlit here."""

from __future__ import annotations

from collections.abc import Mapping

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
    "two sides."
)
BEST, WORTH, CHANGED, MET, WINS, WITHOUT_LUCK = (
    "Who is the best player?",
    "Which side is ahead, and what is a bid worth?",
    "How have their ratings changed?",
    "How do they do against each other?",
    "Who wins most often?",
    "Who fights best when luck is taken away?",
)
"""The questions."""
SIGNED = {
    "effect": 0, "effect_low": 0, "effect_high": 0, "bid_effect": 0, "bid_low": 0, "bid_high": 0, "swing": 0, "swing_without_luck": 1,
    "per_battle": 2, "a_battle": 2, "luck": 2, "without_luck": 2,
}  # fmt: skip
"""Columns of numbers that are printed with their sign, and how many digits after the point are printed."""
WHOLE = frozenset(("rating", "rating_low", "rating_high", "usual_bid"))
"""Columns of numbers that are printed without digits after the point."""
NOBODY_MET = "None of these players has faced another."


def nobody_rated(since: str | None = None, until: str | None = None) -> str:
    """Say that there is nobody to rate, and why; `since` and `until`: the days that are asked for."""
    days = " ".join(["", *(["since", since] if since else []), *(["until", until] if until else [])])
    return f"No game here{days} counts for ratings. {RATED}"


def nobody_has(least: int) -> str:
    """Say that nobody has enough rated games."""
    return f"No player has {counted(least, 'rated game')} here. Lower the minimum, or choose another season."


def most_rated(history: pl.DataFrame) -> str:
    """Return the title with the most rated games, the first by slug of several with as many; `history` has a row at least."""
    rated = history.group_by("title").agg(pl.col("game_id").n_unique().alias("games"))
    return str(rated.sort("games", "title", descending=[True, False])["title"][0])


def usual_least(standings: pl.DataFrame) -> int:
    """Return how many rated games a player needs for the standings: ENOUGH, or 1 where fewer than SHOWN players have so many."""
    return ENOUGH if standings.filter(pl.col("games") >= ENOUGH)["player"].n_unique() >= SHOWN else 1


def among(standings: pl.DataFrame, least: int) -> pl.DataFrame:
    """Return the standings of those with at least so many rated games; their places in each title are counted from 1 again."""
    place = pl.col("low").rank("min", descending=True).over("title").cast(pl.Int64)
    return standings.filter(pl.col("games") >= least).with_columns(place=place)


def standings_rows(table: pl.DataFrame, history: pl.DataFrame, names: Mapping[str, str]) -> pl.DataFrame:
    """Return the standings with wins and losses: place, title_name, player, rating, from, to, games, won, decided, rate, low, high, played.

    Args:
        table: standings. history: the ratings game by game. names: title to printed name.
    """
    told = records(history).drop("games").rename({"low": "rate_low", "high": "rate_high"})
    rows = table.join(told, on=["title", "player"], how="left", maintain_order="left")
    return rows.select(
        "place",
        "player",
        "rating",
        pl.col("low").alias("rating_low"),
        pl.col("high").alias("rating_high"),
        "games",
        "won",
        "decided",
        "rate",
        pl.col("rate_low").alias("low"),
        pl.col("rate_high").alias("high"),
        pl.col("played").replace("", None),
        title_name=pl.col("title").replace(dict(names)),
    )


def standings_answer(table: pl.DataFrame, least: int = 1) -> str:
    """Say who leads; `least` is how many rated games each of these players has at least."""
    if table["title"].n_unique() > 1:
        return f"{counted(table['player'].n_unique(), 'player')} of {counted(table['title'].n_unique(), 'title')}, each rated apart."
    first = table.filter(pl.col("place") == 1)["player"].to_list()
    whom = counted(table.height, "rated player" if least == 1 else "player")
    games = "" if least == 1 else f" with at least {least} rated games"
    return f"{listed(first[:3])} {'leads' if len(first) == 1 else 'lead'} {whom}{games}.{_apart(table)}"


def _apart(table: pl.DataFrame) -> str:
    """Say of whom the leader cannot be told apart; empty where the second is clearly behind, or there is none."""
    best = table.row(0, named=True)
    near = table.filter(pl.col("high") > best["low"], pl.col("player") != best["player"]).height
    return f" The intervals of {counted(near, 'other player')} overlap with that of {best['player']}." if near else ""


def standings_count(table: pl.DataFrame, history: pl.DataFrame) -> str:
    """Say how much the standings rest on."""
    return f"{counted(table['player'].n_unique(), 'player')} in {counted(history['game_id'].n_unique(), 'rated game')}"


def people_note(people: bool) -> str:
    """Say whether games of programs count."""
    return (
        "Only games of people count, none in which a program or bot played."
        if people
        else "Games of programs and bots count, each of them as a player."
    )


def standings_note(retold: int, history: pl.DataFrame, people: bool) -> str:
    """Say how the standings come about.

    Args:
        retold: how many games the lake has from a better record too. history: the ratings of those who stand there, game by game.
        people: whether only games of people count.
    """
    notes = " ".join(filter(None, [people_note(people), undated_note(history), retold_note(retold)]))
    return (
        "Each title has a rating of its own. It takes into account the side that a player had, its bid, the others, and that skill changes "
        "with time: a win with the better side counts for less. 1500 is the expected skill; who is 400 points better wins ten games of "
        f"eleven. Players are ranked by the lower end of the 95% interval, so one with few games leads only where nobody has "
        f"many. {RATED} Won and Decided "
        "(games with a winner) are plain counts of the rated games, and the win rate has its 95% Wilson interval. A dash means that there "
        f"are none, or that no date is recorded. {notes}"
    )


def worth_rows(sides: pl.DataFrame, names: Mapping[str, str]) -> pl.DataFrame:
    """Return what sides and bids are worth: title_name, label (the side), games, effect, effect_low, effect_high, chance, chance_low,
    chance_high, usual_bid, bid_effect, bid_low, bid_high.

    Args:
        sides: `warehouse.ratings.sides`. names: printed names of titles and sides by slug.
    """
    return sides.select(
        "games",
        "effect",
        "chance",
        "chance_low",
        "chance_high",
        "usual_bid",
        "bid_effect",
        "bid_low",
        "bid_high",
        title_name=pl.col("title").replace(dict(names)),
        label=pl.col("side").replace(dict(names)),
        effect_low="low",
        effect_high="high",
    )


def worth_answer(sides: pl.DataFrame, names: Mapping[str, str]) -> str:
    """Say which side is ahead; of several titles nothing is said in a sentence."""
    if sides["title"].n_unique() > 1:
        return ""
    best = sides.sort("effect", descending=True).row(0, named=True)
    name = names.get(best["side"], best["side"])
    if best["low"] <= 0:
        return f"No side is shown to be ahead: {name} by {best['effect']:.0f} points, {best['low']:.0f} to {best['high']:.0f}."
    chance = f", and wins {best['chance']:.0%} of games between equals" if best["chance"] is not None else ""
    return f"{name} is ahead by {best['effect']:.0f} points ({best['low']:.0f} to {best['high']:.0f}){chance}."


def worth_note(sides: pl.DataFrame) -> str:
    """Say what the figures of sides and bids are."""
    without = " without bids" if sides["usual_bid"].count() else ""
    bids = (
        " The usual bid is the root mean square of all bids of the title; what it is worth is added to the side that has it. Where nothing "
        "is known of a bid, none is counted."
        if without
        else ""
    )
    return (
        f"How many points of rating a side is worth{without} beside the mean of the others, and its share of wins between equal players, "
        f"with 95% intervals, estimated together with the skill of the players.{bids}"
    )


def undated_note(history: pl.DataFrame) -> str:
    """Say when games count as played that have no date; empty where there are none."""
    days = history.select("game_id", "played").unique()["played"]
    undated = int((days == "").sum())
    if not undated:
        return ""
    have = "1 game has no date" if undated == 1 else f"{undated:,} games have no date"
    if undated == days.len():
        return f"{have}, so nothing shows whether anybody improved."
    return f"{have} and {'counts' if undated == 1 else 'count'} as played when the players began."


def ratings_note(players: int) -> str:
    """Say what the lines of ratings of so many players are."""
    line = "The line is the rating at the time of each of a player's rated games, by all games, earlier and later ones."
    if players > BANDED:
        return f"{line} Point at a mark to see its 95% interval; one or two lines are drawn with a band of it."
    return f"{line} The band is its 95% interval."


def met_count(among: pl.DataFrame) -> str:
    """Say how often these players met."""
    return counted(int(among.filter(pl.col("player") < pl.col("opponent"))["games"].sum()), "meeting")


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
    )


def without_luck(told: pl.DataFrame, players: list[str]) -> pl.DataFrame:
    """Return measure `luck_in_value_by_player` of these players with what a battle brought them, the best without luck first.

    Columns: player, games, battles, a_battle (swing), luck, without_luck; values of a battle, on average.
    """
    rows = told.filter(pl.col("player").is_in(players))
    each = {
        name: pl.col(column) / pl.col("battles")
        for name, column in (("a_battle", "swing"), ("luck", "luck"), ("without_luck", "swing_without_luck"))
    }
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
