"""Games between bots whose powers begin with many technologies: the invariants hold after every event.

SITREP_SEEDS sets how many games are played (default 1).
"""

from __future__ import annotations

import os
from random import Random

import pytest

from engine.bots import make_bot
from engine.invariants import invariants
from engine.mechanics.research import mark_development
from engine.recording import Header
from engine.simulate import Simulation
from engine.state import GameState
from tests.global1939.positions import TITLE

SEEDS = range(int(os.environ.get("SITREP_SEEDS", "1")))


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("seed", SEEDS)
def test_games_with_technologies_from_the_start_keep_the_invariants(seed: int, bot: str) -> None:
    game = Simulation(TITLE, Header(TITLE.slug, scenario="1939", round_limit=2), seed,
                      dict.fromkeys(TITLE.turns, make_bot(bot, seed)))  # fmt: skip
    play, books, beside, wrong, at = game.play, invariants(TITLE), GameState(), [], 0
    play.start("1939")
    rng = Random(seed)
    for power in TITLE.turns:
        for tech in rng.sample(list(TITLE.technologies), 14):
            mark_development(play, power, tech)
    while not play.state.ended:
        game.step()
        for event in play.events[at:]:
            beside.apply(event)
            wrong += books.after(event, beside)
        at = len(play.events)
        wrong += books.settled(beside)
        assert wrong == []
    assert beside == play.state
