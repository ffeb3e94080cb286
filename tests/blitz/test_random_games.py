"""Random games of every scenario: the invariants hold after every event, a record of each replays to the same bytes."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from engine.events import BattleEnded, PhaseStarted, UnitsChanged, UnitsRemoved, encode_event
from engine.recording import Header
from engine.replay import replay
from engine.simulation import make_bot
from engine.simulation.simulate import Simulation
from engine.strictness import Strictness
from tests.blitz.table import TITLE
from tests.play.games import Played, watch
from tests.slow import slow_after

ROUNDS = {"campaign": 2, "rise-and-fall": 2, "barbarossa": 3, "rising-sun": 3, "atlantic": 4}
pytestmark = pytest.mark.section(
    "Scenario A. The Blitz of Western Europe",
    "Scenario B. The Longest Day",
    "Scenario C. The Battle of the Atlantic",
    "Scenario D. Barbarossa",
    "Scenario E. Empire of the Rising Sun",
    "Scenario F. Rise and Fall of Fascism",
)
ALL_OPTIONS = 13
OPTIONS = {slug: "yes" for slug, option in TITLE.options.items() if "yes" in option.values}
ONCE = [(scenario, 11) for scenario in TITLE.scenarios] + [("campaign", ALL_OPTIONS)]
AGAIN = [(scenario, seed) for seed in (12, ALL_OPTIONS) for scenario in TITLE.scenarios if (scenario, seed) not in ONCE]
PLAYED = [*ONCE, *AGAIN, ("rise-and-fall", 5)]
"""In the last of them Resources are bombed, which random play seldom does."""
GAMES = slow_after(len(ONCE), PLAYED)


@cache
def game(scenario: str, seed: int) -> Played:
    """Play a random game, to its end where it is short; with every optional rule when the seed is that one's."""
    told = OPTIONS if seed == ALL_OPTIONS else {}
    header = Header(TITLE.slug, scenario=scenario, options=told, round_limit=ROUNDS.get(scenario, 0))
    return watch(Simulation(TITLE, header, seed, dict.fromkeys(TITLE.order, make_bot("random", seed))))


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_the_invariants_hold_after_every_event(scenario: str, seed: int) -> None:
    assert game(scenario, seed).wrong == [] and game(scenario, seed).state.ended


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_a_recording_replays_to_the_same_bytes(scenario: str, seed: int) -> None:
    played = game(scenario, seed)
    again = replay(played.recording, TITLE, Strictness.RAISE)
    assert [encode_event(event) for event in again.events] == [encode_event(event) for event in played.events]


def test_turns_are_counted_one_by_one() -> None:
    """From the first to the last, also those in which powers build one after another."""
    for scenario, seed in ONCE:
        turns = [event.turn for event in game(scenario, seed).events if isinstance(event, PhaseStarted)]
        assert {later - turn for turn, later in pairwise(turns)} <= {0, 1}, (scenario, seed)
        assert turns[0] == 1 and turns[-1] > 4


@pytest.mark.section("6.5")
def test_6_5_a_battle_tells_as_lost_what_its_events_take() -> None:
    """Sizes by battle and side: removals and changes of Size with the battle's number, against the end of the battle."""
    battles = 0
    for scenario, seed in ONCE:
        taken: Counter[tuple[int, str]] = Counter()
        for event in game(scenario, seed).events:
            if isinstance(event, UnitsRemoved | UnitsChanged) and event.battle:
                left = event.to_strength or event.strength if isinstance(event, UnitsChanged) else 0
                taken[event.battle, TITLE.side_of[event.power]] += event.strength - left
            elif isinstance(event, BattleEnded):
                sides = TITLE.side_of[event.attacker], TITLE.side_of[event.defender]
                told = (event.attacker_lost, event.defender_lost)
                assert told == tuple(taken[event.battle, side] for side in sides), (scenario, seed, event)
                battles += 1
    assert battles > 80


@pytest.mark.slow
def test_random_play_walks_through_the_rules() -> None:
    """The games together hold what the book has special rules for; else the tests above prove little."""
    events = [event for scenario, seed in PLAYED for event in game(scenario, seed).events]
    kinds = {event.kind for event in events if type(event).__name__ == "BattleEnded"}
    causes = {event.cause for event in events if type(event).__name__ in ("UnitsMoved", "UnitsRemoved", "UnitsChanged")}
    purposes = {event.purpose for event in events if type(event).__name__ == "DiceRolled"}
    assert kinds == {"sea", "ground", "factory", "port"}
    assert {
        "overrun",
        "rebase",
        "embark",
        "landed",
        "fly-in",
        "developed",
        "build",
        "replaced",
    } <= causes
    assert {"air", "land", "naval", "strategic", "blockade", "research", "partisans", "sabotage"} <= purposes
