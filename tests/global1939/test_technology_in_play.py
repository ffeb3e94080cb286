"""Games between bots whose powers begin with many technologies: the invariants hold after every event.

SITREP_SEEDS sets how many games are played (default 1).
"""

from __future__ import annotations

import os
from random import Random

import pytest

from engine.play import Play
from engine.recording import Header
from engine.simulation import make_bot
from engine.simulation.simulate import Simulation
from engine.titles.global_1939.research import mark_development
from tests.global1939.positions import TITLE
from tests.play.games import watch

SEEDS = range(int(os.environ.get("SITREP_SEEDS", "1")))


@pytest.mark.slow
@pytest.mark.section("Revised Tech Tree")
@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("seed", SEEDS)
def test_games_with_technologies_from_the_start_keep_the_invariants(seed: int, bot: str) -> None:
    game = Simulation(TITLE, Header(TITLE.slug, scenario="1939", round_limit=2), seed, dict.fromkeys(TITLE.turns, make_bot(bot, seed)))
    rng = Random(seed)

    def develop(play: Play) -> None:
        for power in TITLE.turns:
            for tech in rng.sample(list(TITLE.technologies), 14):
                mark_development(play, power, tech)

    assert watch(game, develop).wrong == []
