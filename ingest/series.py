"""Playing many games of a title between bots, on all cores or on a cluster."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from engine.invariants import violations
from engine.simulation import simulate
from engine.title.model import Title
from ingest.log.writer import write_log
from ingest.workers import Workers


class Series(msgspec.Struct, frozen=True):
    """What is played, and by whom: the arguments of `engine.simulation.simulate` that all games share.

    Attributes:
        overlays: names of those that `title` has, for the headers. checked: whether each event is checked against the invariants.
    """

    title: Title
    bots: dict[str, str] | str = "greedy"
    scenario: str = ""
    options: dict[str, str] = {}
    rounds: int = 15
    overlays: tuple[str, ...] = ()
    checked: bool = False


class Played(NamedTuple):
    """A game: its seed, its log, who won and how, its last round, the number of its events, and what does not add up."""

    seed: int
    log: bytes
    winners: tuple[str, ...]
    how: str
    rounds: int
    events: int
    wrong: tuple[str, ...]


def play_series(series: Series, seeds: Sequence[int], workers: Workers) -> Iterator[Played]:
    """Play a game for each seed and yield them in this order: the same on any number of workers.

    Raises:
        LookupError, SitrepError: as `engine.simulation.simulate` and `Workers.in_order`.
    """
    packed = pickle.dumps(series)
    yield from workers.in_order(play_one, ((packed, seed) for seed in seeds))


def play_one(packed: bytes, seed: int) -> Played:
    """Play one game of a packed series."""
    series = _unpacked(packed)
    recording, game = simulate(
        series.title,
        seed,
        series.bots,
        scenario=series.scenario,
        options=series.options,
        round_limit=series.rounds,
        overlays=series.overlays,
    )
    state, wrong = game.state, violations(series.title, game.events) if series.checked else ()
    return Played(
        seed,
        write_log(recording),
        tuple(state.winners),
        state.how,
        state.clock.round,
        len(game.events),
        tuple(map(str, wrong)),
    )


@lru_cache(maxsize=2)
def _unpacked(packed: bytes) -> Series:
    series: Series = pickle.loads(packed)
    return series
