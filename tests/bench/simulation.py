"""Games a minute of the greedy bot: of every title on one core, and of one on all of them."""

from __future__ import annotations

import time
from typing import NamedTuple

from engine.machine import cores
from engine.simulation import simulate
from engine.titles import load_title
from ingest.series import Series, play_series
from ingest.workers import local
from tests.bench.clock import Timing


class Played(NamedTuple):
    """Games of a title that are played: how many, to which round, and from which scenario; the title's first if none is named."""

    title: str
    games: int
    rounds: int
    scenario: str = ""


GAMES = (
    Played("aa1942", 3, 8),
    Played("global-1939", 1, 6),
    Played("global-war-1936", 1, 18),
    Played("black-swan", 2, 8, "campaign-1939"),
    Played("blitz", 1, 6),
)


def lines() -> list[Timing]:
    """Return games a minute, and turns a second, of every title; and games a minute of one core and of all, by the clock."""
    return [line for game in GAMES for line in of_title(*game)] + at_once(8)


def of_title(slug: str, games: int, rounds: int, scenario: str = "") -> list[Timing]:
    """Return games a minute of processor time, and turns a second, over a few seeded games; the first scenario if none is named."""
    title = load_title(slug)
    start, turns = time.process_time(), 0
    for seed in range(1, games + 1):
        _, game = simulate(title, seed, "greedy", round_limit=rounds, scenario=scenario)
        turns += game.state.clock.turn
    seconds = time.process_time() - start
    played = f"{games} game{'' if games == 1 else 's'} of at most {rounds} rounds, one core"
    return [
        Timing(f"simulate {slug}, greedy bot", games * 60 / seconds, "games/min", played),
        Timing(f"simulate {slug}, greedy bot", turns / seconds, "turns/s", f"{turns} turns"),
    ]


def at_once(games: int) -> list[Timing]:
    """Return games a minute of a short game, in this process and in one for each core; the same games, but for the time to begin."""
    series, found = Series(load_title("aa1942"), rounds=4), []
    for jobs in (0, cores()):
        with local(jobs) as workers:
            list(play_series(series, range(1, 2 + jobs), workers))  # each process loads what it needs
            start = time.perf_counter()
            list(play_series(series, range(1, games + 1), workers))
            minutes = (time.perf_counter() - start) / 60
        where = f"{jobs} processes" if jobs else "this process"
        found.append(Timing("simulate aa1942, 4 rounds", games / minutes, "games/min", f"{games} games, {where}"))
    return found
