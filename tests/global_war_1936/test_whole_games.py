"""Whole games of Global War 1936-1945 between bots: the invariants hold, a record replays to the same bytes, the books add up.

SITREP_SEEDS sets how many games are played of each kind (default 1), SITREP_ROUNDS how many rounds each has (default 2).
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from engine import events as ev
from engine.recording import Header
from engine.replay import replay
from engine.simulation import make_bot
from engine.simulation.simulate import Simulation
from engine.strictness import Strictness
from engine.titles.global_war_1936.settings import convoys
from tests.global_war_1936.positions import TITLE
from tests.play.games import Played, watch
from tests.slow import slow_after

SEEDS = range(int(os.environ.get("SITREP_SEEDS", "1")))
ROUNDS = int(os.environ.get("SITREP_ROUNDS", "2"))
EXTRAS = {
    "site-bombing": "on", "forced-straits": "on", "slovakia": "guarded", "ships-begun": "shipyard", "early-fighters": "on",
    "canal-bombing": "on", "captured-bases": "on", "capital-damage": "rolled", "minor-control": "shared", "escorts": "small",
    "variable-end": "rolled", "canal-combat": "anyone", "carrier-aircraft": "advanced",
}  # fmt: skip
"""The optional rules that are not played by default."""
KINDS = [
    (bot, scenario, seed, options)
    for bot, scenario, options in (
        ("greedy", "1936", EXTRAS),
        ("random", "1939", {}),
        ("random", "1936", EXTRAS),
        ("greedy", "1939", {}),
    )
    for seed in SEEDS
]
"""Each option once, both bots and both scenarios at least once among the first two."""


def played(bot: str, scenario: str, seed: int, options: dict[str, str]) -> Played:
    header = Header(TITLE.slug, scenario=scenario, round_limit=ROUNDS, options=options)
    return watch(Simulation(TITLE, header, seed, dict.fromkeys(TITLE.turns, make_bot(bot, seed))))


@pytest.mark.parametrize(("bot", "scenario", "seed", "options"), slow_after(1, KINDS))
@pytest.mark.section("6.2")
def test_games_keep_the_invariants_and_replay_to_the_same_bytes(bot: str, scenario: str, seed: int, options: dict[str, str]) -> None:
    game = played(bot, scenario, seed, options)
    assert game.wrong == []
    again = replay(game.recording, TITLE, Strictness.RAISE)
    assert [ev.encode_event(event) for event in again.events] == [ev.encode_event(event) for event in game.events]
    assert overdrawn(game.events) == [] and on_rails(game.events) == []


def overdrawn(events: list[ev.Event]) -> list[str]:
    """Lines on which a nation has lost more than it is worth to it in a calendar turn, the way round the Cape counted."""
    lines, lost, wrong = convoys(TITLE), Counter[tuple[str, str]](), []
    for event in events:
        if isinstance(event, ev.RoundStarted):
            lost.clear()
        if isinstance(event, ev.ConvoyRaided) and event.area in lines:
            lost[event.area, event.victim] += event.loss
            if lost[event.area, event.victim] > lines[event.area].values[event.victim] + 3:
                wrong.append(str(event))
    return wrong


def on_rails(events: list[ev.Event]) -> list[str]:
    """Turns in which more units went by rail than all regions together carry."""
    sent, wrong = 0, []
    for event in events:
        if isinstance(event, ev.PhaseStarted) and event.phase == "production":
            sent = 0
        if isinstance(event, ev.UnitsMoved) and event.cause == "transfer":
            sent += event.count
            if sent > 14:
                wrong.append(str(event))
    return wrong
