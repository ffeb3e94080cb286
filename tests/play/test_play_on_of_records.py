"""Playing on from real records: a sample of every title that has rules, or a game of bots, and saves of World War II v4."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.replay import Game
from engine.simulation import Continuation, moment, play_on, simulate
from engine.title.loader import load_title
from engine.titles import titles
from ingest import read_recording, replay_file
from ingest.samples import samples
from tests.slow import slow_after

SAVES = ("ai-ww2v4-g1-fast", "ai-ww2v4-g2-mix")


def smallest() -> dict[str, Path]:
    """Return the smallest sample of each title."""
    found: dict[str, Path] = {}
    for path in sorted(samples(), key=lambda path: -path.stat().st_size):
        found[read_recording(path).header.title] = path
    return found


def played_on(game: Game, at: int) -> Continuation:
    """Play a game on from an event for the rest of its round, twice alike, and check what must be so of any continuation."""
    start = moment(game, at)
    assert start.seq <= at < len(game.events)
    found = play_on(start, 1, 3, rounds=1)
    assert found == play_on(start, 1, 3, rounds=1)
    assert found.rounds == start.state.clock.round or found.winners
    assert found.winners or {one.side for one in found.strengths} <= set(start.title.sides)
    assert found.orders > 0 and all(one.tuv > 0 for one in found.strengths[:1])
    return found


@pytest.mark.parametrize("slug", slow_after(3, list(titles())))
def test_a_sample_of_each_title_is_played_on(slug: str) -> None:
    sample = smallest().get(slug)
    game = replay_file(sample) if sample else simulate(load_title(slug), 1, round_limit=2)[1]
    played_on(game, 2 * len(game.events) // 3)


@pytest.mark.shared
@pytest.mark.parametrize("name", slow_after(1, SAVES))
def test_a_save_of_world_war_ii_v4_is_played_on(shared: Path, name: str) -> None:
    game = replay_file(shared / "saves" / f"{name}.tsvg")
    for part in (4, 2):
        played_on(game, len(game.events) // part)
