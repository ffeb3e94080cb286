"""Folding events into states."""

from __future__ import annotations

from engine.replay import Game
from engine.state import GameState
from tests.bench.clock import Timing, best


def lines(games: list[Game]) -> list[Timing]:
    """Return events a second, folded over the sample games, with a copy of the state each round for time travel beside."""
    events = [game.events for game in games]
    total = sum(map(len, events))
    seconds = best(lambda: [GameState().apply_all(one) for one in events], 5)
    states = [GameState().apply_all(one) for one in events]
    copies = best(lambda: _copy(states)) / (1000 * len(states))
    return [
        Timing("fold events", total / seconds, "events/s", f"{total:,} events of {len(games)} games; aim 1,000,000"),
        Timing("copy a state", 1 / copies, "copies/s", "what a check that looks ahead pays"),
    ]


def _copy(states: list[GameState]) -> None:
    """Copy each state a thousand times and drop each copy at once, as a check that looks ahead does."""
    for state in states:
        for _ in range(1000):
            state.copy()
