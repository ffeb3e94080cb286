"""A game written, read and replayed gives the same events, to the byte."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from engine.events import encode_event
from engine.recording import Recording
from engine.replay import Game, replay
from engine.simulation import simulate
from engine.strictness import Strictness
from engine.titles import load_title
from ingest import check, replay_file
from ingest.log.reader import parse_log
from ingest.log.writer import save_log, write_log
from tests.ingest.example import example
from tests.slow import slow_after

TITLE = load_title("aa1942")


@cache
def simulated(bot: str, seed: int) -> tuple[Recording, Game]:
    return simulate(TITLE, seed, bot, round_limit=2)


def as_bytes(game: Game) -> list[bytes]:
    return [encode_event(event) for event in game.events]


@pytest.mark.parametrize("strictness", slow_after(1, [Strictness.RAISE, Strictness.COLLECT, Strictness.IGNORE]))
@pytest.mark.parametrize(("bot", "seed"), [("random", 1), ("random", 2), ("greedy", 1)])
def test_a_simulated_game_is_the_same_after_writing_and_reading(bot: str, seed: int, strictness: Strictness) -> None:
    recording, game = simulated(bot, seed)
    again = replay(parse_log(write_log(recording)), TITLE, strictness)
    assert as_bytes(again) == as_bytes(game)
    assert again.state == game.state
    assert again.header == game.header


@pytest.mark.parametrize("name", ["game.jsonl", "game.jsonl.gz", "game.jsonl.zst"])
def test_a_saved_game_is_the_same_from_its_file(name: str, tmp_path: Path) -> None:
    recording, game = simulated("random", 1)
    path = save_log(recording, tmp_path / name)
    assert as_bytes(replay_file(path, Strictness.RAISE)) == as_bytes(game)
    assert check(path).defects == []
    assert check(path, strict=True).defects == []


def with_wrong_turns(log: list[str]) -> list[str]:
    """The log with a wrong order, its dice and a note taken back at once before each order, and two together at the end."""
    out = log[:1]
    for line in log[1:]:
        if line.startswith('{"do"'):
            out += ['{"do":"battle","area":"russia"}', '{"dice":[1,2,3]}', '{"note":"no"}', '{"undo":1}']
        out.append(line)
    return [*out, '{"do":"buy","units":"tank"}', '{"do":"end"}', '{"undo":2}']


def test_what_is_taken_back_leaves_no_trace() -> None:
    log = example()
    plain, undone = (replay(parse_log("\n".join(lines).encode()), TITLE, Strictness.RAISE) for lines in (log, with_wrong_turns(log)))
    assert as_bytes(undone) == as_bytes(plain)


def test_observations_that_hold_leave_no_trace_and_those_that_do_not_are_defects() -> None:
    seen = (
        '{"see":"bank","power":"soviet-union","amount":26}',
        '{"see":"owner","area":"west-russia","power":"soviet-union"}',
        '{"see":"owner","area":"turkey"}',
        '{"see":"units","area":"russia","power":"soviet-union",'
        '"units":"3 tank, 3 infantry, fighter, anti-aircraft-gun, industrial-complex"}',
        '{"see":"units","area":"russia","power":"germany"}',
    )
    plain = replay(parse_log("\n".join(example()).encode()), TITLE)
    held = replay(parse_log("\n".join([*example(), *seen]).encode()), TITLE, Strictness.RAISE)
    assert as_bytes(held) == as_bytes(plain)
    false = (
        '{"see":"bank","power":"soviet-union","amount":2}',
        '{"see":"owner","area":"west-russia"}',
        '{"see":"units","area":"russia","power":"soviet-union","units":"tank"}',
        '{"see":"winner","side":"axis"}',
    )
    told = replay(parse_log("\n".join([*example(), *false]).encode(), "log"), TITLE)
    assert [(event.rule, event.where, event.found, event.expected) for event in told.events[-4:]] == [
        ("observation", "log:28", "2", "26"),
        ("observation", "log:29", "nobody", "soviet-union"),
        ("observation", "log:30", "tank", "3 infantry, 3 tank, anti-aircraft-gun, industrial-complex, fighter"),
        ("observation", "log:31", "axis", "game not over"),
    ]
