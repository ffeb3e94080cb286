"""Games between bots with the invariants asked after every event, and with the marks needed to cut them anywhere."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from engine.events import Event
from engine.invariants import invariants
from engine.play import Play
from engine.recording import Header, Recording
from engine.simulation import make_bot
from engine.simulation.simulate import Simulation
from engine.state import GameState
from engine.title.loader import load_title
from engine.title.model import Title

SEEDS = range(int(os.environ.get("SITREP_SEEDS", "8")))
ROUNDS = int(os.environ.get("SITREP_ROUNDS", "3"))


class Played(NamedTuple):
    """A game as it was played: `marks` are (entries, events) written before each order; `wrong` what was found wrong."""

    title: Title
    recording: Recording
    events: list[Event]
    state: GameState
    marks: list[tuple[int, int]]
    wrong: list[str]


@cache
def random_game(seed: int) -> Played:
    """Play a random game of aa1942 and check every event of it; every fourth game closes the Turkish Straits."""
    title = load_title("aa1942")
    options = {"turkish-straits": "closed"} if seed % 4 == 3 else {}
    header = Header(title.slug, scenario="standard", options=options, round_limit=ROUNDS)
    bot = make_bot("random", seed)
    game = Simulation(title, header, seed, dict.fromkeys(title.order, bot))
    return watch(game)


@cache
def block_game(scenario: str, bot: str, seed: int, rounds: int = 0) -> Played:
    """Play a game of black-swan between bots and check every event of it; to its end without a limit of rounds."""
    title = load_title("black-swan")
    header = Header(title.slug, scenario=scenario, round_limit=rounds)
    return watch(Simulation(title, header, seed, dict.fromkeys(title.order, make_bot(bot, seed))))


def watch(game: Simulation, begun: Callable[[Play], None] = lambda play: None) -> Played:
    """Play a game order by order, folding its events a second time beside it, with the invariants asked after each.

    Args:
        game: not yet begun. begun: adds to its start, before the first order.
    """
    header, play, checks, beside = game.header, game.play, invariants(game.play.title), GameState()
    marks: list[tuple[int, int]] = []
    wrong: list[str] = []
    seen = 0
    play.start(header.scenario, header.options, header.players)
    begun(play)
    while not play.state.ended:
        marks.append((len(game.recorder.entries), len(play.events)))
        game.step()
        for event in play.events[seen:]:
            beside.apply(event)
            wrong += checks.after(event, beside)
        seen = len(play.events)
        wrong += checks.settled(beside)
    if beside != play.state:
        wrong.append("the events folded again make another state")
    return Played(play.title, game.recording(), play.events, play.state, marks, wrong)
