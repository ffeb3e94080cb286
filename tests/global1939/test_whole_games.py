"""Whole games of global-1939 between bots: the invariants hold after every event, and a record replays to the same bytes.

SITREP_SEEDS sets how many random games are played (default 2), SITREP_ROUNDS how many rounds each has (default 4).
"""

from __future__ import annotations

import os

import pytest

from engine.bots import make_bot
from engine.events import BattleEnded, PowerChanged, RelationChanged, VictoryPointsScored, encode_event
from engine.mechanics.victory import contenders
from engine.recording import Header
from engine.replay import replay
from engine.simulate import Simulation
from engine.strictness import Strictness
from tests.global1939.positions import TITLE
from tests.play.games import Played, watch
from warehouse.snapshots import Snapshots

SEEDS = range(int(os.environ.get("SITREP_SEEDS", "2")))
ROUNDS = int(os.environ.get("SITREP_ROUNDS", "4"))


def played(bot: str, seed: int, rounds: int, options: dict[str, str] | None = None) -> Played:
    header = Header(TITLE.slug, scenario="1939", options=options or {}, round_limit=rounds)
    return watch(Simulation(TITLE, header, seed, dict.fromkeys(TITLE.turns, make_bot(bot, seed))))


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_keep_the_invariants_and_replay_to_the_same_bytes(seed: int) -> None:
    options = {"american-income": "sixty", "lend-lease-limit": "30"} if seed % 2 else {}
    game = played("random", seed, ROUNDS, options)
    assert game.wrong == []
    again = replay(game.recording, TITLE, Strictness.COLLECT)
    assert [encode_event(event) for event in again.events] == [encode_event(event) for event in game.events]
    assert again.state.defects == 0


def test_a_greedy_game_has_wars_and_conquests_and_comes_to_an_end() -> None:
    game = played("greedy", 1, 3)
    assert game.wrong == []
    events = game.events
    assert any(isinstance(event, RelationChanged) and event.after == "war" for event in events)
    assert any(isinstance(event, BattleEnded) and event.winner == "attacker" for event in events)
    assert any(isinstance(event, PowerChanged) and event.cause == "round 3" for event in events)
    assert any(isinstance(event, VictoryPointsScored) and event.reason != "setup" for event in events)
    assert game.state.how == "round-limit"


def test_the_races_show_every_contender_with_its_threshold_and_how_long_it_has_held_out() -> None:
    game = played("random", 0, 1)
    snapshots = Snapshots("game", TITLE, game.events)
    snapshots.take(game.state, 1)
    rows = {(row[7], row[8]): row[9:] for row in snapshots.tables["races"]}
    assert rows["germany-italy", "points"][4:] == ("Germany and Italy", "axis", False)
    points = game.state.points
    assert {slug: rows[slug, "points"][:3] for slug in ("japan", "germany-italy", "soviet-union")} == {
        "japan": (points["japan", "points"], 18, 1),
        "germany-italy": (points["germany-italy", "points"], 24, 1),
        "soviet-union": (points["soviet-union", "points"], 24, 0),
    }
    assert {slug for slug, _ in rows} == set(contenders(TITLE))
    assert {measure for _, measure in rows} == {"points", "all-of", "one-of"}
