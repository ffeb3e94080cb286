"""The games that ship replay to their exact known end, and are made again to the byte."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.events import (
    BattleEnded,
    ConvoyRaided,
    Event,
    PhaseStarted,
    PowerChanged,
    ResourceChanged,
    TechAdvanced,
    UnitsMoved,
)
from engine.replay import replay
from engine.strictness import Strictness
from engine.title.loader import load_title
from ingest.formats import read_recording
from ingest.samples import HERE, SAMPLES, Sample, samples
from tests.one_of_each import one_of_each_title
from tests.slow import slow_after, slow_among

LARGEST = 120_000
"""Bytes that no sample may exceed."""


class End(NamedTuple):
    """How a game ended.

    Attributes:
        winners: sides. how: as GameEnded has it. round: the one the clock stands at, the last that was begun.
        events: how many. sunk: what raids on convoys cost. techs: technologies that were developed.
        cities: contender to cities or points.
        banks: power to what it has in hand.
    """

    winners: tuple[str, ...]
    how: str
    round: int
    events: int
    sunk: int
    techs: int
    cities: dict[str, int]
    banks: dict[str, int]


def known() -> dict[str, End]:
    """Return file to how its game ends, as sample_ends.csv has it."""
    with Path(__file__).with_name("sample_ends.csv").open(encoding="utf-8") as file:
        return {row["file"]: _end(row) for row in csv.DictReader(file)}


def _end(row: dict[str, str]) -> End:
    numbers = (int(row[name]) for name in ("round", "events", "sunk", "techs"))
    return End(tuple(row["winners"].split()), row["how"], *numbers, _counts(row["cities"]), _counts(row["banks"]))


def _counts(text: str) -> dict[str, int]:
    return {name: int(number) for name, _, number in (part.partition("=") for part in text.split())}


KNOWN = known()


def end_of(game) -> End:
    state, title = game.state, game.title
    banks = {power: state.resources.get((power, title.resource), 0) for power in title.turns}
    victory = title.settings["victory"]
    measure = victory["measure"] if "measure" in victory else victory["condition"][0]["measure"]
    cities = {who: total for (who, what), total in state.points.items() if what == measure}
    sunk = sum(event.loss for event in game.events if isinstance(event, ConvoyRaided))
    techs = sum(isinstance(event, TechAdvanced) for event in game.events)
    return End(state.winners, state.how, state.clock.round, len(game.events), sunk, techs, cities, banks)


@cache
def told(file: str) -> list[Event]:
    """Return the events of a sample as its file tells them."""
    sample = next(sample for sample in SAMPLES if sample.file == file)
    return replay(read_recording(HERE / file), load_title(sample.title)).events


OTHERS = [one for one in SAMPLES if HERE / one.file not in one_of_each_title()]


@pytest.fixture(params=slow_among(OTHERS, SAMPLES), ids=lambda sample: sample.file)
def sample(request: pytest.FixtureRequest) -> Sample:
    return request.param


@pytest.mark.parametrize("strictness", slow_after(1, [Strictness.RAISE, Strictness.COLLECT]))
def test_a_sample_replays_to_its_known_end(sample: Sample, strictness: Strictness) -> None:
    game = replay(read_recording(HERE / sample.file), load_title(sample.title), strictness)
    assert end_of(game) == KNOWN[sample.file]
    assert game.state.defects == 0


@pytest.mark.parametrize("file", slow_after(1, [sample.file for sample in SAMPLES if sample.title == "global-1939"]))
def test_games_of_1939_lose_lend_lease_at_sea_and_look_for_technologies(file: str) -> None:
    events = told(file)
    assert any(isinstance(event, ConvoyRaided) and event.area == "lend-lease" for event in events)
    assert any(isinstance(event, ResourceChanged) and event.cause == "research" for event in events)


def test_games_of_1939_develop_technologies_but_for_the_one_whose_dice_fail() -> None:
    found = {sample.file: KNOWN[sample.file].techs > 0 for sample in SAMPLES if sample.title == "global-1939"}
    assert sorted(found.values()) == [False, True, True]


def test_a_sample_seats_its_players(sample: Sample) -> None:
    header = read_recording(HERE / sample.file).header
    assert set(header.players.values()) == set(sample.players)
    assert header.about and header.round_limit == sample.round_limit


def test_samples_are_small_and_differ() -> None:
    assert all(path.stat().st_size <= LARGEST for path in samples())
    ends = [(sample.title, sample.scenario, KNOWN[sample.file]) for sample in SAMPLES]
    assert len({(*what, end.winners, end.how, end.round) for *what, end in ends}) == len(SAMPLES) == 15
    levels = {sample.options.get("victory") for sample in SAMPLES if sample.title == "aa1942"}
    assert levels == {"moderate", "major", "total"}
    assert {len(sample.players) for sample in SAMPLES} == {2, 3, 5}


def test_games_of_blocks_hold_what_their_title_has_rules_for() -> None:
    """Between them: raids on convoys, strategic bombing, an armistice or surrender, Blitz Discs, landings and the blitz phase."""
    files = [sample.file for sample in SAMPLES if sample.title == "black-swan"]
    events = [event for file in files for event in told(file)]
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
