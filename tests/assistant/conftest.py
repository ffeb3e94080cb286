"""A lake of three short samples, a session that asks it, and the events of its games as their records tell them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.events import Event, RoundStarted
from ingest import replay_file
from ingest.samples import HERE
from tests.assistant.asking import Asker, asker_of
from tests.kept import kept, rows_of
from warehouse import Lake

MOSCOW, WARSAW, ATLANTIC = "axis-takes-moscow", "warsaw-holds", "convoys-of-the-atlantic"
FILES = {name: HERE / f"{name}.jsonl" for name in (MOSCOW, WARSAW, ATLANTIC)}


class Played(NamedTuple):
    """A game as its record tells it: its header, and its events with the round of each."""

    header: dict
    events: list[tuple[int, Event]]

    def of(self, kind_: type[Event], **wanted: object) -> list[tuple[int, Event]]:
        """Events of a kind whose fields have some values."""
        return [
            (round_, event)
            for round_, event in self.events
            if isinstance(event, kind_) and all(getattr(event, name) == value for name, value in wanted.items())
        ]


def _played(path: Path) -> Played:
    header = json.loads(path.read_text(encoding="utf-8").partition("\n")[0])
    rounds, now = [], 0
    for event in replay_file(path).events:
        now = event.round if isinstance(event, RoundStarted) else now
        rounds.append((now, event))
    return Played(header, rounds)


@pytest.fixture(scope="session")
def played() -> dict[str, Played]:
    """The games, read without a lake."""
    return kept("assistant's games", lambda: {name: _played(path) for name, path in FILES.items()})


@pytest.fixture(scope="session")
def lake_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake of the three."""
    path = tmp_path_factory.mktemp("assistant") / "lake"
    Lake.create(path).write([rows_of(file) for file in FILES.values()])
    return path


@pytest.fixture(scope="session")
def ask(lake_path: Path) -> Iterator[Asker]:
    """The session of all tests."""
    with asker_of(lake_path) as asker:
        yield asker
