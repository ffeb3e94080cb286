"""Whole games of global-1939 between bots: the invariants hold after every event, and a record replays to the same bytes.

SITREP_SEEDS sets how many random games are played (default 2), SITREP_ROUNDS how many rounds each has (default 3).
"""

from __future__ import annotations

import os
from copy import deepcopy
from functools import cache

import pytest
from msgspec.structs import replace

from engine.events import (
    BattleEnded,
    Event,
    GameEnded,
    PhaseStarted,
    PowerChanged,
    RelationChanged,
    ResourceChanged,
    UnitsMoved,
    VictoryPointsScored,
    encode_event,
)
from engine.recording import Header
from engine.replay import replay
from engine.simulation import make_bot
from engine.simulation.simulate import Simulation
from engine.state import Clock, GameState
from engine.strictness import Strictness
from engine.title.contenders import HELD, contenders
from engine.title.model import Title
from tests.global1939.positions import TITLE
from tests.play.games import Played, watch
from tests.slow import slow_after
from warehouse.snapshots import Snapshots

SEEDS = range(int(os.environ.get("SITREP_SEEDS", "2")))
ROUNDS = int(os.environ.get("SITREP_ROUNDS", "2"))


def played(bot: str, seed: int, rounds: int, options: dict[str, str] | None = None, title: Title = TITLE) -> Played:
    header = Header(title.slug, scenario="1939", options=options or {}, round_limit=rounds)
    return watch(Simulation(title, header, seed, dict.fromkeys(title.turns, make_bot(bot, seed))))


@cache
def won() -> Played:
    """A greedy game in which Germany and Italy need their 24 points and no capital, so that it ends before the night does."""
    settings = deepcopy(TITLE.settings)
    row = next(row for row in settings["victory"]["contender"] if row["slug"] == "germany-italy")
    del row["one_of"]
    return played("greedy", 1, 8, title=replace(TITLE, settings=settings))


@pytest.mark.parametrize("seed", slow_after(1, SEEDS))
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


@pytest.mark.section("Victory Conditions")
def test_a_bots_game_is_won_by_who_has_held_the_points_for_a_complete_turn() -> None:
    game = won()
    assert game.wrong == []
    assert (game.state.winners, game.state.how) == (("axis",), "points-germany-italy")
    assert game.state.points["germany-italy", HELD] == len(TITLE.turns)
    totals = [
        (clock, event.total)
        for clock, event in told(game, VictoryPointsScored)
        if event.contender == "germany-italy" and event.measure == "points"
    ]
    end = game.state.clock
    # A complete turn goes from the end of one power's turn to the end of its next; who is conquered has none in between.
    began = max(clock.turn for clock, _ in told(game, PhaseStarted) if (clock.round, clock.power) == (end.round - 1, end.power))
    assert [total for clock, total in totals if clock.turn <= began][-1] >= 24
    assert all(total >= 24 for clock, total in totals if clock.turn > began)
    assert game.events[-1] == GameEnded(("axis",), "points-germany-italy")


@pytest.mark.section("United States")
def test_in_a_bots_game_the_united_states_stand_still_until_they_enter_the_war_on_turn_4() -> None:
    game = won()
    entry = [clock.round for clock, event in told(game, PowerChanged) if event.power == "united-states" and event.after == "active"]
    assert len(entry) == 1 and entry[0] <= 4
    moved = {clock.round for clock, event in told(game, UnitsMoved) if event.power == "united-states"}
    assert moved and min(moved) >= entry[0]
    paid = {
        clock.round: event.delta
        for clock, event in told(game, ResourceChanged)
        if (event.power, event.cause, event.resource) == ("united-states", "income", "ipc")
    }
    assert paid[4] >= 30 - 5 and all(paid.get(early, 20) <= 20 for early in (1, 2, 3))


def told(game: Played, kind: type) -> list[tuple[Clock, Event]]:
    """Return each event of a kind with the clock at which it was told, set-up left out."""
    state, found = GameState(), []
    for event in game.events:
        state.apply(event)
        if isinstance(event, kind) and state.clock.turn:
            found.append((state.clock, event))
    return found


@pytest.mark.section("Victory Conditions")
def test_the_races_show_every_contender_with_its_threshold_and_how_long_it_has_held_out() -> None:
    game = played("random", 0, 1)
    snapshots = Snapshots("game", TITLE, game.events)
    snapshots.take(game.state, 1)
    rows = {(row[7], row[8]): row[9:] for row in snapshots.tables["races"]}
    assert rows["germany-italy", "points"][4:] == ("Germany and Italy", "axis", False, False)
    points = game.state.points
    assert {slug: rows[slug, "points"][:3] for slug in ("japan", "germany-italy", "soviet-union")} == {
        "japan": (points["japan", "points"], 18, 1),
        "germany-italy": (points["germany-italy", "points"], 24, 1),
        "soviet-union": (points["soviet-union", "points"], 24, 0),
    }
    assert {slug for slug, _ in rows} == set(contenders(TITLE))
    assert {measure for _, measure in rows} == {"points", "all-of", "one-of"}
