"""The games that ship replay to their exact known end, and are made again to the byte."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest

from engine.events import (
    BattleEnded,
    ConvoyRaided,
    PhaseStarted,
    PowerChanged,
    ResourceChanged,
    TechAdvanced,
    UnitsMoved,
    decode_event,
    encode_event,
)
from engine.replay import replay
from engine.strictness import Strictness
from engine.titles.loader import load_title
from ingest.formats import read_recording
from ingest.log.writer import write_log
from ingest.samples import HERE, SAMPLES, Sample, make, packing, samples

LARGEST = 120_000
"""Bytes that no sample may exceed."""


class End(NamedTuple):
    """How a game ended: `round` is the one the clock stands at, which a round limit has just begun."""

    winners: tuple[str, ...]
    how: str
    round: int
    events: int
    cities: dict[str, int]
    banks: dict[str, int]


KNOWN = {
    "axis-takes-moscow.jsonl": End(
        ("axis",),
        "moderate",
        7,
        3027,
        {"axis": 9, "allies": 3},
        {"soviet-union": 0, "germany": 52, "united-kingdom": 37, "japan": 46, "united-states": 40},
    ),
    "allies-take-berlin.jsonl.zst": End(
        ("allies",),
        "major",
        8,
        3603,
        {"axis": 2, "allies": 10},
        {"soviet-union": 42, "germany": 0, "united-kingdom": 59, "japan": 24, "united-states": 45},
    ),
    "five-at-the-table.jsonl.gz": End(
        (),
        "round-limit",
        9,
        3239,
        {"axis": 8, "allies": 4},
        {"soviet-union": 11, "germany": 50, "united-kingdom": 27, "japan": 42, "united-states": 41},
    ),
    "war-over-europe.jsonl.zst": End(
        (),
        "round-limit",
        8,
        5595,
        {"germany-italy": 25, "japan": 8, "soviet-union": 13, "united-kingdom": 14, "united-states": 6},
        {"germany": 45, "france": 0, "soviet-union": 29, "china": 7, "japan": 25, "united-kingdom": 32, "italy": 18,
         "united-states": 45},
    ),
    "arsenal-of-democracy.jsonl.gz": End(
        (),
        "round-limit",
        6,
        4087,
        {"germany-italy": 20, "japan": 8, "soviet-union": 13, "united-kingdom": 14, "united-states": 6},
        {"germany": 39, "france": 4, "soviet-union": 30, "china": 7, "japan": 18, "united-kingdom": 32, "italy": 11,
         "united-states": 41},
    ),
    "paris-and-moscow-fall.jsonl.zst": End(
        ("axis",),
        "points-germany-italy",
        7,
        7195,
        {"germany-italy": 38, "japan": 9, "soviet-union": 2, "united-kingdom": 11, "united-states": 6},
        {"germany": 65, "france": 0, "soviet-union": 0, "china": 0, "japan": 14, "united-kingdom": 28, "italy": 23,
         "united-states": 47},
    ),
    "warsaw-holds.jsonl": End(
        (),
        "tie",
        2,
        988,
        {"axis": 2, "western-allies": 7, "soviets": 7},
        {"germany": 0, "italy": 0, "france": 0, "great-britain": 0,
         "united-states": 0, "soviet-union": 0},
    ),
    "barbarossa.jsonl.zst": End(
        ("axis",),
        "strategic-power",
        3,
        2747,
        {"axis": 7, "western-allies": 2, "soviets": 5},
        {"germany": 0, "italy": 5, "france": 0, "great-britain": 0,
         "united-states": 0, "soviet-union": 0},
    ),
    "rise-and-fall.jsonl.zst": End(
        ("soviets",),
        "strategic",
        14,
        6526,
        {"axis": 1, "western-allies": 7, "soviets": 10},
        {"germany": 4, "italy": 0, "france": 0, "great-britain": 0,
         "united-states": 0, "soviet-union": 0},
    ),
}  # fmt: skip
INTERDICTED = {
    "war-over-europe.jsonl.zst": 50,
    "arsenal-of-democracy.jsonl.gz": 21,
    "paris-and-moscow-fall.jsonl.zst": 12,
}
"""Lend-lease lost at sea in the games that have it, in IPC."""


def end_of(game) -> End:
    state, title = game.state, game.title
    banks = {power: state.resources.get((power, title.resource), 0) for power in title.turns}
    victory = title.settings["victory"]
    measure = victory["measure"] if "measure" in victory else victory["condition"][0]["measure"]
    cities = {who: total for (who, what), total in state.points.items() if what == measure}
    return End(state.winners, state.how, state.clock.round, len(game.events), cities, banks)


@cache
def made(file: str) -> tuple[bytes, list[bytes]]:
    """Play a sample's game once for all tests: the bytes of its file, and its events."""
    sample = next(sample for sample in SAMPLES if sample.file == file)
    recording, game = make(sample)
    return write_log(recording, packing(sample)), [encode_event(event) for event in game.events]


@pytest.fixture(params=SAMPLES, ids=lambda sample: sample.file)
def sample(request: pytest.FixtureRequest) -> Sample:
    return request.param


@pytest.mark.parametrize("strictness", [Strictness.RAISE, Strictness.COLLECT])
def test_a_sample_replays_to_its_known_end(sample: Sample, strictness: Strictness) -> None:
    game = replay(read_recording(HERE / sample.file), load_title(sample.title), strictness)
    assert end_of(game) == KNOWN[sample.file]
    assert game.state.defects == 0


def test_a_sample_is_made_again_to_the_byte(sample: Sample) -> None:
    assert made(sample.file)[0] == (HERE / sample.file).read_bytes()


def test_reading_a_sample_gives_the_events_that_were_played(sample: Sample) -> None:
    game = replay(read_recording(HERE / sample.file), load_title(sample.title), Strictness.RAISE)
    assert [encode_event(event) for event in game.events] == made(sample.file)[1]


@pytest.mark.parametrize("file", INTERDICTED)
def test_games_of_1939_lose_lend_lease_at_sea_and_develop_technologies(file: str) -> None:
    events = [decode_event(line) for line in made(file)[1]]
    assert sum(event.loss for event in events if isinstance(event, ConvoyRaided)) == INTERDICTED[file]
    assert any(isinstance(event, TechAdvanced) for event in events)


def test_a_sample_seats_its_players(sample: Sample) -> None:
    header = read_recording(HERE / sample.file).header
    assert set(header.players.values()) == set(sample.players)
    assert header.about and header.round_limit == sample.round_limit


def test_samples_are_small_and_differ() -> None:
    assert all(path.stat().st_size <= LARGEST for path in samples())
    ends = [KNOWN[sample.file] for sample in SAMPLES]
    assert len({(end.winners, end.how, end.round) for end in ends}) == len(SAMPLES) == 9
    levels = {sample.options.get("victory") for sample in SAMPLES if sample.title == "aa1942"}
    assert levels == {"moderate", "major", "total"}
    assert {len(sample.players) for sample in SAMPLES} == {2, 3, 5}


def test_games_of_blocks_hold_what_their_title_has_rules_for() -> None:
    """Between them: raids on convoys, strategic bombing, an armistice or surrender, Blitz Discs, landings and the blitz phase."""
    files = [sample.file for sample in SAMPLES if sample.title == "black-swan"]
    events = [decode_event(line) for file in files for line in made(file)[1]]
    kinds = {event.kind for event in events if isinstance(event, BattleEnded)}
    causes = {event.cause for event in events if isinstance(event, (ResourceChanged, UnitsMoved, PowerChanged))}
    assert {"land", "sea", "strategic-air", "strategic-naval"} <= kinds
    assert {
        "income",
        "garrison",
        "bombing",
        "convoy",
        "blitz-disc",
        "reinforce",
        "surrender",
        "strategic",
        "retreat",
    } <= causes
    assert any(isinstance(event, PhaseStarted) and event.phase == "blitz" for event in events)
