"""Where the saves of the reference material show each mechanism of their maps, counted from the events of each.

`referee/mechanisms.csv` says which events show a mechanism, and which tests prove its rules; `python -m tests.triplea.refereed` writes
`referee/seen.csv`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from engine.events import Event, RoundStarted
from ingest.read import replay_file

HERE = Path(__file__).parent / "referee"
MECHANISMS, SEEN = HERE / "mechanisms.csv", HERE / "seen.csv"


class Mechanism(NamedTuple):
    """A mechanism, shown by events of a type whose field has a value (any, where none is named); `tests` prove its rules."""

    mechanism: str
    event: str
    field: str
    value: str
    tests: str

    def shown_by(self, event: Event) -> bool:
        """Return whether an event shows it."""
        return type(event).__name__ == self.event and (not self.field or getattr(event, self.field) == self.value)


class Seen(NamedTuple):
    """How often a save shows a mechanism, and the first round in which it does."""

    save: str
    mechanism: str
    times: str
    round: str


@lru_cache(maxsize=1)
def mechanisms() -> tuple[Mechanism, ...]:
    """Return the rows of mechanisms.csv."""
    with MECHANISMS.open(encoding="utf-8", newline="") as file:
        return tuple(Mechanism(**row) for row in csv.DictReader(file))


@lru_cache(maxsize=1)
def table() -> tuple[Seen, ...]:
    """Return the rows of seen.csv."""
    with SEEN.open(encoding="utf-8", newline="") as file:
        return tuple(Seen(**row) for row in csv.DictReader(file))


def events_of(shared: Path, name: str) -> tuple[Event, ...]:
    """Return the events of a save of the reference material."""
    return tuple(replay_file(shared / "saves" / f"{name}.tsvg").events)


def seen(name: str, events: Iterable[Event]) -> list[Seen]:
    """Return what a save's events show, in the order of mechanisms.csv."""
    times, first, round_ = dict[str, int](), dict[str, int](), 0
    for event in events:
        if isinstance(event, RoundStarted):
            round_ = event.round
        for one in mechanisms() if round_ else ():  # before the first round stands the set-up
            if one.shown_by(event):
                times[one.mechanism] = times.get(one.mechanism, 0) + 1
                first.setdefault(one.mechanism, round_)
    shown = (one.mechanism for one in mechanisms() if one.mechanism in times)
    return [Seen(name, one, str(times[one]), str(first[one])) for one in shown]
