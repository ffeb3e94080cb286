"""The ladder: every bot against every other on every title, each pair of games with seats changed; ratings, and who graduates.

A pair is two games of one seed with the same dice: in one a bot plays the title's first side and its opponent all others, in the other
the seats are changed. The pair is won by who has done better in the first side's seat: by winning the game, by winning it sooner or
losing it later, or else by its share of the board when the game is stopped.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import StringIO
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import polars as pl

from engine.decoding import read_text, read_toml
from engine.errors import SitrepError
from engine.mechanics.set_up import check_scenario
from engine.rules import NEUTRAL, Position
from engine.simulation import check_bot, simulate
from engine.tally import strengths
from engine.titles import load_title
from ingest.log.lines import MAX_NUMBER
from ingest.log.messages import brief
from ingest.workers import Workers
from warehouse.expressions import rate
from warehouse.ratings.plackett_luce import course, latest
from warehouse.whole_files import one_writer, put_whole

BOARD = ("title", "scenario", "rounds")
COLUMNS = (*BOARD, "pair", "first", "others", "winners", "how", "round", "score")
PAIRS = 10_000
"""Pairs of a board, at most."""
GRADUATES, OVER_RANDOM = 0.6, 0.95
"""The share of pairs that a bot must win against another to stand above it, and against the random one."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played of a title: its scenario (the first if empty), rounds, pairs of each two bots, and which bots if not all."""

    title: str
    rounds: int
    pairs: int
    scenario: str = ""
    bots: tuple[str, ...] = ()

    @property
    def played_scenario(self) -> str:
        """The scenario, also where the file leaves it to the title."""
        return self.scenario or next(iter(load_title(self.title).scenarios))

    @property
    def key(self) -> dict[str, str | int]:
        """What its results are known by."""
        return {
            "title": self.title,
            "scenario": self.played_scenario,
            "rounds": self.rounds,
        }


class Ladder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ladder's file: `bots`, from the weakest as it is expected, `board` (a table of TOML each), and `notes` for its page (Markdown)."""

    bots: tuple[str, ...]
    board: tuple[Board, ...]
    notes: str = ""

    def players(self, board: Board) -> tuple[str, ...]:
        """Return the bots of a board, from the weakest as it is expected."""
        return board.bots or self.bots

    def equals(self, board: Board) -> str:
        """Return the bot that plays a board on both sides."""
        known = [bot for bot in self.players(board) if bot in self.bots]
        return (known or self.bots)[-1]


class Bout(NamedTuple):
    """A game to be played: `first` plays the title's first side, `others` all others."""

    title: str
    scenario: str
    rounds: int
    pair: int
    first: str
    others: str


def read_ladder(path: Path) -> Ladder:
    """Read a ladder's file.

    Raises:
        SitrepError: it is none, names a bot, title or scenario that is not there, or a board has no pairs or no two bots.
    """
    try:
        found = msgspec.convert(read_toml(path), Ladder)
        for board in found.board:
            _check(board, found.players(board))
        if len({tuple(board.key.values()) for board in found.board}) < len(found.board):
            raise SitrepError("two boards have the same title, scenario and rounds; expected different ones")
    except (msgspec.ValidationError, LookupError, SitrepError) as error:
        raise SitrepError(f"{path}: {error.args[0] if error.args else error}") from None
    return found


def _check(board: Board, bots: Sequence[str]) -> None:
    check_scenario(load_title(board.title), board.played_scenario)
    for name, value, most in (("pairs", board.pairs, PAIRS), ("rounds", board.rounds, MAX_NUMBER)):
        if not 1 <= value <= most:
            raise SitrepError(f"board {board.title}: {name} = {brief(value)}; expected 1 to {most:,}")
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise SitrepError(f"board {board.title}: bots are {', '.join(bots) or 'none'}; expected two or more different ones")
    for bot in bots:
        check_bot(bot)


def bouts(ladder: Ladder) -> Iterator[Bout]:
    """Yield the games of a ladder: pair by pair of every board, so that one that is cut short has some of each."""
    most = max((board.pairs for board in ladder.board), default=0)
    for pair in range(1, most + 1):
        for board in ladder.board:
            if pair > board.pairs:
                continue
            bout = partial(Bout, board.title, board.played_scenario, board.rounds, pair)
            for one, two in combinations(ladder.players(board), 2):
                yield bout(one, two)
                yield bout(two, one)
            yield bout(ladder.equals(board), ladder.equals(board))


def climb(ladder: Ladder, results: Path, workers: Workers, on_game: Callable[[int, int], None] = lambda *_: None) -> pl.DataFrame:
    """Play what is missing, line by line into a CSV file, and return all results; a half line of a killed run is cut off.

    Raises:
        SitrepError: a bot is stuck or breaks a rule, or another process plays a ladder into this folder.
    """
    with one_writer(results.parent, "results of a ladder"):
        return _climbed(ladder, results, workers, on_game)


def _climbed(ladder: Ladder, results: Path, workers: Workers, on_game: Callable[[int, int], None]) -> pl.DataFrame:
    there = _read(results)
    every = list(bouts(ladder))
    done = {tuple(row[name] for name in COLUMNS[:6]) for row in there}
    missing = [bout for bout in every if tuple(map(str, bout)) not in done]
    _keep(results, there)
    with results.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        for at, row in enumerate(workers.in_order(play, zip(missing, strict=True)), 1):
            writer.writerow(row)
            file.flush()
            on_game(at, len(missing))
    return results_of(ladder, results)


def _keep(results: Path, there: list[dict[str, str]]) -> None:
    """Write the results that are there, so that whoever is killed meanwhile loses none."""
    text = StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(there)
    put_whole(results, text.getvalue().encode())


def results_of(ladder: Ladder, results: Path) -> pl.DataFrame:
    """Return what a file of results has of a ladder's games; columns as in COLUMNS."""
    asked = {tuple(map(str, bout)) for bout in bouts(ladder)}
    kept = [row for row in _read(results) if tuple(row[name] for name in COLUMNS[:6]) in asked]
    read = pl.DataFrame(kept, schema=dict.fromkeys(COLUMNS, pl.String), orient="row")
    try:
        return read.with_columns(pl.col("pair", "rounds", "round").cast(pl.Int64), pl.col("score").cast(pl.Float64))
    except pl.exceptions.InvalidOperationError as error:
        raise SitrepError(f"{results}: {str(error).splitlines()[0]}; put it back from a copy, or delete it and play again") from None


def _read(results: Path) -> list[dict[str, str]]:
    if not results.is_file():
        return []
    try:
        rows = csv.DictReader(read_text(results).rpartition("\n")[0].splitlines())
        if rows.fieldnames and tuple(rows.fieldnames) != COLUMNS:
            raise SitrepError(f"columns are {','.join(rows.fieldnames)}; expected {','.join(COLUMNS)}")
        return [row for row in rows if None not in row and None not in row.values()]
    except (SitrepError, csv.Error) as error:
        raise SitrepError(f"{results}: cannot be read: {error}; put it back from a copy, or delete it and play again") from None


def play(bout: Bout) -> dict[str, str | int | float]:
    """Play one game and return its row: `score` is the first side's, 1 for a win, 0 for another's, else its share of the board."""
    title = load_title(bout.title)
    first, *others = title.sides
    cast = {first: bout.first, **dict.fromkeys(others, bout.others)}
    _, game = simulate(title, bout.pair, cast, scenario=bout.scenario, round_limit=bout.rounds, paired=True)
    state = game.state
    worth = {side: one.strength for side, one in strengths(Position(title, state)).items()}
    share = worth.get(first, 0) / max(sum(worth.values()), 1)
    score = float(first in state.winners) / len(state.winners) if state.winners else share
    row = (*bout, " ".join(state.winners), state.how, state.clock.round, round(score, 4))
    return dict(zip(COLUMNS, row, strict=True))


def of_board(rows: pl.DataFrame, board: Board) -> pl.DataFrame:
    """Return the rows of a board."""
    return rows.filter(*(pl.col(name) == value for name, value in board.key.items()))


def pairs(results: pl.DataFrame) -> pl.DataFrame:
    """Return the pairs of which both games are there: title, scenario, rounds, pair, one, two, score.

    The score is 1 if `one` has won the pair, 0.5 for a draw, else 0.
    """
    games = results.filter(pl.col("first") != pl.col("others")).with_columns(score=_graded())
    on = [*BOARD, "pair"]
    both = games.join(games, left_on=[*on, "first", "others"], right_on=[*on, "others", "first"], suffix="_back")
    better = pl.col("score") - pl.col("score_back")
    won = pl.when(better > 0).then(1.0).when(better < 0).then(0.0).otherwise(0.5)
    return both.select(*on, one="first", two="others", score=won).sort(*on, "one", "two")


def _graded() -> pl.Expr:
    """Return the score of a game: a win counts for more the sooner it comes, another's win for less."""
    soon = 1 / (1 + pl.col("round"))
    won = pl.when(pl.col("score") > 0).then(pl.col("score") + soon).otherwise(-soon)
    return pl.when(pl.col("winners") != "").then(won).otherwise(pl.col("score"))


def duels(found: pl.DataFrame) -> pl.DataFrame:
    """Return how each bot fares against each other: BOARD, one, two, decided (pairs), won, rate, low, high (95 % Wilson)."""
    return (
        found.group_by(*BOARD, "one", "two")
        .agg(decided=pl.len(), won=pl.col("score").sum())
        .with_columns(rate())
        .sort(*BOARD, "one", "two")
    )


def graduates(duel: dict[str, Any]) -> bool:
    """Return whether one bot stands above another: enough pairs won, and the interval clear of a half."""
    needed = OVER_RANDOM if duel["two"] == "random" else GRADUATES
    return bool(duel["rate"] >= needed and duel["low"] > 0.5)


def standings(found: pl.DataFrame, bots: Sequence[str]) -> pl.DataFrame:
    """Return the ratings of the bots after all pairs of a title: place, player, games (pairs), mu, sigma; see `plackett_luce`."""
    seats = []
    once = found.filter(
        pl.col("one").replace_strict({bot: at for at, bot in enumerate(bots)}, return_dtype=pl.Int64)
        < pl.col("two").replace_strict({bot: at for at, bot in enumerate(bots)}, return_dtype=pl.Int64)
    )
    for number, row in enumerate(once.sort("pair", "one", "two").iter_rows(named=True)):
        outcome = {1.0: ("won", "lost"), 0.0: ("lost", "won"), 0.5: ("drawn", "drawn")}[row["score"]]
        for side, (player, how) in enumerate(zip((row["one"], row["two"]), outcome, strict=True)):
            seats.append(("", f"{number:06}", row["title"], str(side), player, how))
    return latest(course(seats))


def balance(results: pl.DataFrame) -> pl.DataFrame:
    """Return how sides fare between equals: BOARD, side, games, decided, won, rate, low, high (of the decided games).

    `first` is the mean score of the title's first side; `length` the mean rounds of decided games, null without any.
    """
    mirror = results.filter(pl.col("first") == pl.col("others"))
    ended = pl.col("winners") != ""
    told = mirror.group_by(*BOARD).agg(
        games=pl.len(), decided=ended.sum(), first=pl.col("score").mean(), length=pl.col("round").filter(ended).mean()
    )
    seats = pl.DataFrame(
        [(title, side) for title in told["title"].unique() for side in load_title(title).sides if side != NEUTRAL],
        schema={"title": pl.String, "side": pl.String},
        orient="row",
    )
    wins = (
        mirror.join(seats, on="title")
        .group_by(*BOARD, "side")
        .agg(won=pl.col("winners").str.split(" ").list.contains(pl.col("side")).sum())
    )
    return told.join(wins, on=BOARD).with_columns(rate()).sort(*BOARD, "side")
