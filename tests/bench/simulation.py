"""Games a minute of the greedy bot on one core."""

from __future__ import annotations

import time

from engine.simulation import simulate
from engine.titles import load_title
from tests.bench.clock import Timing


def lines(games: int = 3, rounds: int = 8) -> list[Timing]:
    """Return games a minute, and turns a second, over a few seeded games."""
    title = load_title("aa1942")
    start, turns = time.perf_counter(), 0
    for seed in range(1, games + 1):
        _, game = simulate(title, seed, "greedy", round_limit=rounds)
        turns += game.state.clock.turn
    seconds = time.perf_counter() - start
    return [
        Timing(
            "simulate, greedy bot",
            games * 60 / seconds,
            "games/min",
            f"{games} games of at most {rounds} rounds, one core",
        ),
        Timing("simulate, greedy bot", turns / seconds, "turns/s", f"{turns} turns"),
    ]
