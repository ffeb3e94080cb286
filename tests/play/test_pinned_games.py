"""The same seed gives the same game, today and on every machine, and its log tells exactly that game."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from engine.events import encode_event
from engine.replay import replay
from engine.strictness import Strictness
from engine.title.loader import load_title
from engine.titles import titles
from ingest.formats import read_recording
from ingest.log.writer import write_log
from tests.play.pinned import Pinned, pinned, play
from tests.slow import slow_among

CURE = "bots or rules play another game than before; if that is meant: python -m tests.play.pinned"


@pytest.mark.parametrize("one", slow_among([one for one in pinned() if one.seed != "1"], pinned()), ids=lambda one: one.name)
def test_a_game_is_played_again_to_the_byte_and_read_back_to_the_event(one: Pinned, tmp_path: Path) -> None:
    recording, game = play(one)
    log = write_log(recording)
    assert (str(len(game.events)), sha256(log).hexdigest()) == (one.events, one.digest), CURE
    (tmp_path / "game.jsonl").write_bytes(log)
    again = replay(read_recording(tmp_path / "game.jsonl"), load_title(one.title), Strictness.RAISE)
    assert [encode_event(event) for event in again.events] == [encode_event(event) for event in game.events]


def test_games_of_every_title_are_pinned() -> None:
    assert {one.title for one in pinned()} == set(titles())
