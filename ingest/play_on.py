"""Playing a recorded game on many times, on all cores or on a cluster, and what the games have in common."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import lru_cache
from statistics import median
from typing import NamedTuple

import msgspec
import polars as pl

from engine.errors import RecordError
from engine.play import ROUND_LIMIT
from engine.recording import CorrectionEntry, ObservationEntry, OrderEntry
from engine.rules import load_rules
from engine.simulation import Continuation, Moment, play_on
from engine.simulation.changes import Change
from engine.simulation.flip import Flip
from engine.simulation.play_on import ROUNDS
from engine.title.model import Title
from ingest.limits import timed
from ingest.log.grammar import Grammar
from ingest.log.lines import lines_of
from ingest.log.messages import Wrong
from ingest.workers import Workers
from warehouse.expressions import rate

SMALLER = "play on for fewer rounds, or from a board with fewer units"
"""What helps a game that takes too long."""


class Plan(msgspec.Struct, frozen=True):
    """What is played on, and how: the arguments of `engine.simulation.play_on` that all games share; `seconds` bounds each of them."""

    start: Moment
    seed: int | str = 1
    bots: dict[str, str] | str = "greedy"
    rounds: int = ROUNDS
    changes: tuple[Change, ...] = ()
    options: dict[str, str] = {}
    flip: Flip | None = None
    seconds: float | None = None


def play_many(plan: Plan, games: int, workers: Workers, on_game: Callable[[Continuation], object] = lambda _: None) -> list[Continuation]:
    """Play a plan so many times and return the games by number: the same on any number of workers.

    Raises:
        LookupError, SitrepError: as `engine.simulation.play_on` and `Workers.in_order`; or a game took longer than it may.
    """
    packed = pickle.dumps(plan)
    done = []
    for game in workers.in_order(play_one, ((packed, number) for number in range(1, games + 1))):
        done.append(game)
        on_game(game)
    return done


def play_one(packed: bytes, number: int) -> Continuation:
    """Play one game of a packed plan.

    Raises:
        LookupError, SitrepError: as `play_many`.
    """
    plan = _unpacked(packed)
    bound = timed(plan.seconds, f"game {number} was not played", SMALLER) if plan.seconds else nullcontext()
    with bound:
        return _played(plan, number)


def _played(plan: Plan, number: int) -> Continuation:
    return play_on(plan.start, number, plan.seed, plan.bots, rounds=plan.rounds, changes=plan.changes, options=plan.options, flip=plan.flip)


@lru_cache(maxsize=2)
def _unpacked(packed: bytes) -> Plan:
    plan: Plan = pickle.loads(packed)
    return plan


def changes_of(title: Title, text: str, name: str = "") -> tuple[Change, ...]:
    """Return the changes that lines of a log name: `do` and `set` lines, and `see` lines, which are made true as well.

    Raises:
        RecordError: a line is no such line of this title.
    """
    grammar, found = Grammar(title, load_rules(title).orders), list[Change]()
    for line in lines_of(text.encode(), name):
        try:
            entry = grammar.entry(line)
        except Wrong as wrong:
            raise RecordError(wrong.message, file=name, line=line.number, column=wrong.field) from None
        if isinstance(entry, OrderEntry):
            found.append(entry.order)
        elif isinstance(entry, (ObservationEntry, CorrectionEntry)):
            found.append(entry.observation)
        else:
            raise RecordError("expected a line of 'do', 'set' or 'see': only they change a board", file=name, line=line.number)
    return tuple(found)


class Ends(NamedTuple):
    """How many games ended with winners, how many in a draw, how many were stopped; and the median round of those that ended."""

    won: int
    drawn: int
    stopped: int
    length: float | None


def ends(games: Sequence[Continuation]) -> Ends:
    """Return how games ended; `length` is None if none did."""
    stopped = sum(game.how == ROUND_LIMIT for game in games)
    won = sum(bool(game.winners) for game in games)
    rounds = [game.rounds for game in games if game.how != ROUND_LIMIT]
    return Ends(won, len(games) - won - stopped, stopped, median(rounds) if rounds else None)


def wins(games: Sequence[Continuation], sides: Sequence[str]) -> pl.DataFrame:
    """Return how often each side wins among all games: side, won, games, rate, and its 95 % Wilson interval."""
    rows = [(side, sum(side in game.winners for game in games), len(games)) for side in sides]
    found = pl.DataFrame(rows, schema=["side", "won", "decided"], orient="row").with_columns(rate())
    return found.rename({"decided": "games"})


def course(games: Sequence[Continuation]) -> pl.DataFrame:
    """Return the typical course: for each round and side, the games still going and the medians and quartiles of its strength."""
    rows = [
        {"round": one.round, "side": one.side, "tuv": one.tuv, "production": one.production} for game in games for one in game.strengths
    ]
    if not rows:
        return pl.DataFrame(schema={"round": pl.Int64, "side": pl.String, "games": pl.UInt32})
    strength = pl.col("tuv") + pl.col("production")
    return (
        pl.DataFrame(rows)
        .group_by("round", "side")
        .agg(
            games=pl.len(),
            tuv=pl.col("tuv").median(),
            production=pl.col("production").median(),
            low=strength.quantile(0.25),
            strength=strength.median(),
            high=strength.quantile(0.75),
        )
        .sort("round", "side")
    )


def falls(games: Sequence[Continuation]) -> pl.DataFrame:
    """Return which capitals are taken, by whom, in how many games, and the median round of the first time."""
    first: dict[tuple[str, str], dict[int, int]] = {}
    for game in games:
        for fall in game.falls:
            first.setdefault((fall.capital, fall.taker), {}).setdefault(game.number, fall.round)
    rows = [(*key, len(rounds), float(median(rounds.values()))) for key, rounds in first.items()]
    schema = {"capital": pl.String, "taker": pl.String, "games": pl.Int64, "round": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row").sort("games", "capital", "taker", descending=[True, False, False])
