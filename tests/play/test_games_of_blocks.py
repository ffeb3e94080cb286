"""Games of black-swan between bots: every scenario comes to an end, keeps the invariants, and can be cut and replayed anywhere.

SITREP_SEEDS sets how many random games of each scenario are played (default 2), SITREP_ROUNDS how many rounds of the
campaign (default 0: to its end).
"""

from __future__ import annotations

import os
from itertools import chain
from random import Random

import pytest

from engine import events as ev
from engine.families.blocks.combat import orders as orders_combat
from engine.families.blocks.land import orders as orders_land
from engine.families.blocks.politics import orders as orders_war
from engine.families.blocks.production import orders as orders_production
from engine.families.blocks.sea import orders as orders_sea
from engine.recording import OrderEntry
from engine.replay import replay
from engine.state import state_at
from engine.strictness import Strictness
from tests.play.games import Played, block_game
from tests.play.test_random_play import as_bytes, cuts, go_on
from tests.slow import slow_after

SCENARIOS = ("1939", "1941", "1942", "1943", "1944")
SEEDS = range(int(os.environ.get("SITREP_SEEDS", "2")))
ROUNDS = int(os.environ.get("SITREP_ROUNDS", "0"))
BY_POWER = {"tie", "total", "decisive", "strategic", "economic", "strategic-power", "economic-power"}
ENDS = {"1939": {"tie", "both-capitals"}, **{scenario: BY_POWER for scenario in SCENARIOS[1:]}}
"""How a game of each scenario can end."""

PLAYED = [(scenario, seed) for seed in SEEDS for scenario in SCENARIOS]
RANDOM = slow_after(2, PLAYED)


def random_game(scenario: str, seed: int) -> Played:
    return block_game(scenario, "random", seed)


@pytest.mark.parametrize(("scenario", "seed"), RANDOM)
def test_random_play_ends_and_keeps_the_invariants_after_every_event(scenario: str, seed: int) -> None:
    game = random_game(scenario, seed)
    assert game.wrong == []
    assert game.state.ended and game.state.how in ENDS[scenario]


@pytest.mark.parametrize("strictness", [Strictness.RAISE, Strictness.COLLECT])
@pytest.mark.parametrize(("scenario", "seed"), RANDOM)
def test_a_recording_replays_to_the_same_bytes(scenario: str, seed: int, strictness: Strictness) -> None:
    game = random_game(scenario, seed)
    again = replay(game.recording, game.title, strictness)
    assert as_bytes(again.events) == as_bytes(game.events)
    assert again.state == game.state and again.state.defects == 0


@pytest.mark.parametrize(("scenario", "seed"), RANDOM)
def test_prefix_and_rest_make_the_same_game(scenario: str, seed: int) -> None:
    """A game taken up again from nothing but its events goes on exactly as it did, also from the midst of a battle."""
    game = random_game(scenario, seed)
    for cut in cuts(game, Random(seed)):
        entries, events = game.marks[cut]
        made = go_on(game, state_at(game.events, events), game.recording.entries[entries:])
        assert as_bytes(made) == as_bytes(game.events[events:]), f"cut before order {cut}"


@pytest.mark.parametrize("scenario", slow_after(2, SCENARIOS))
def test_the_greedy_player_plays_every_scenario_to_its_end(scenario: str) -> None:
    game = block_game(scenario, "greedy", 1)
    assert game.wrong == []
    assert game.state.ended and game.state.how in ENDS[scenario]
    assert any(isinstance(event, ev.BattleEnded) and event.winner == "attacker" for event in game.events)
    assert any(isinstance(event, ev.ControlChanged) and event.how == "captured" for event in game.events)


@pytest.mark.slow
@pytest.mark.parametrize("bot", slow_after(1, ["greedy", "random"]))
def test_the_campaign_of_1939_is_played_to_its_end(bot: str) -> None:
    game = block_game("campaign-1939", bot, 1, ROUNDS)
    assert game.wrong == []
    assert game.state.ended and game.state.how in BY_POWER | {"fall-of-france"} | ({"round-limit"} if ROUNDS else set())
    standing = {event.power for event in game.events if isinstance(event, ev.PowerChanged) and event.after == "surrendered"}
    assert bot == "random" or "poland" in standing


@pytest.mark.slow
def test_random_play_walks_through_the_rules() -> None:
    """The games together hold what the book has special rules for; else the tests above prove little."""
    games = [random_game(*one) for one in PLAYED] + [block_game("campaign-1939", "random", 1, ROUNDS)]
    orders = {type(entry.order) for game in games for entry in game.recording.entries if isinstance(entry, OrderEntry)}
    events = list(chain.from_iterable(game.events for game in games))
    causes = {event.cause for event in events if isinstance(event, (ev.UnitsMoved, ev.UnitsChanged, ev.UnitsRemoved, ev.UnitsPlaced))}
    wanted = {
        orders_production.BuyDisc, orders_production.Draw, orders_production.Deploy, orders_production.Reinforce, orders_sea.Sail,
        orders_land.March, orders_land.StrategicMove, orders_land.Recall, orders_combat.ResolveCombat, orders_combat.Withdraw,
        orders_war.DeclareWar,
    }  # fmt: skip
    assert wanted - orders == set()
    assert {
        "combat",
        "retreat",
        "strategic",
        "reinforce",
        "mobilize",
        "force-pool",
        "strategic-warfare",
    } - causes == set()
    kinds = {event.kind for event in events if isinstance(event, ev.BattleEnded)}
    assert {"land", "sea"} <= kinds and any(kind.startswith("strategic") for kind in kinds)
    assert any(isinstance(event, ev.ConvoyRaided) for event in events)
    assert any(isinstance(event, ev.ControlChanged) and event.how == "sea-control" for event in events)
