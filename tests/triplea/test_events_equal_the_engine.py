"""The events of a save, folded, against the state that TripleA itself shows at every round and step of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from engine import events as ev
from engine.state import GameState
from ingest.triplea.events.agreement import differences
from ingest.triplea.events.ledger import relation
from ingest.triplea.events.save_replay import events_of
from ingest.triplea.model import Save
from ingest.triplea.plain import NEUTRAL
from ingest.triplea.state import TripleaState
from ingest.triplea.title.names import slug
from ingest.triplea.title.reading import Reading, read_title
from tests.triplea.saves import ALL, EXACT, PLAYED, by_size, lines_of, save_of

pytestmark = pytest.mark.shared


@lru_cache(maxsize=2)
def told(shared: Path, name: str) -> tuple[Save, Reading, list[ev.Event]]:
    save = save_of(shared, name)
    reading = read_title(save)
    return save, reading, events_of(save, reading)


@pytest.mark.parametrize("name", by_size(EXACT))
def test_state_at_every_round_and_step(shared: Path, name: str) -> None:
    _, reading, events = told(shared, name)
    expected = lines_of(shared, name, "oracle")
    compared = 0
    for line, found in zip(expected, _summaries(reading, events), strict=True):
        wrong = {key: (found[key], line[key]) for key in found if found[key] != line[key]}
        assert not wrong, f"{name}, node {line['node_index']} {line['title']}: (found, expected) of {wrong}"
        compared += 1
    assert compared == len(expected) > (150 if name in PLAYED else 15)


def _summaries(reading: Reading, events: list[ev.Event]) -> Iterator[dict[str, Any]]:
    """The state just before every round and phase, which is how the engine shows them, and at the end."""
    state = GameState()
    back = _Back(reading)
    for event in events:
        if isinstance(event, (ev.RoundStarted, ev.PhaseStarted)):
            yield back.summary(state)
        state.apply(event)
    yield back.summary(state)


class _Back:
    """A state of the events in the engine's own words."""

    def __init__(self, reading: Reading) -> None:
        title, names = reading.title, reading.names
        self.strength = {row.triplea: row.strength for row in title.units.values()}
        self.areas = {key: row.triplea for key, row in title.areas.items()}
        self.units = {key: row.triplea for key, row in title.units.items()}
        self.powers = {key: row.triplea for key, row in title.powers.items()}
        self.players = {key: player for key, player in self.powers.items() if player != NEUTRAL}
        self.resources = {key: name for name, key in names.resources.items()}
        self.techs = {key: name for name, key in names.technologies.items()}

    def summary(self, state: GameState) -> dict[str, Any]:
        units: dict[str, dict[str, Counter[str]]] = {}
        hits: dict[str, dict[str, Counter[str]]] = {}
        for (area, power, unit, strength, _), count in state.stacks.items():
            where, who, what = self.areas[area], self.powers[power], self.units[unit]
            units.setdefault(where, {}).setdefault(who, Counter())[what] += count
            if strength < self.strength[what]:
                taken = (self.strength[what] - strength) * count
                hits.setdefault(where, {}).setdefault(who, Counter())[what] += taken
        return {
            "units": units,
            "hits": hits,
            "unit_total": sum(state.stacks.values()),
            "units_held": self._held(state),
            "owners": {name: self.powers.get(state.control.get(key, "")) for key, name in self.areas.items()},
            "resources": {
                player: {name: state.resources.get((power, key), 0) for key, name in self.resources.items()}
                for power, player in self.players.items()
            },
            "factory_damage": self._damage(state),
            "tech": self._techs(state),
        }

    def _held(self, state: GameState) -> dict[str, dict[str, int]]:
        held: dict[str, dict[str, int]] = {}
        for (power, unit), count in state.pool.items():
            held.setdefault(self.powers[power], {})[self.units[unit]] = count
        return held

    def _damage(self, state: GameState) -> dict[str, int]:
        damage: Counter[str] = Counter()
        for (area, _), points in state.damage.items():
            damage[self.areas[area]] += points
        return damage

    def _techs(self, state: GameState) -> dict[str, list[str]]:
        techs: dict[str, list[str]] = {}
        for (power, tech), level in state.techs.items():
            if level:
                techs.setdefault(self.powers[power], []).append(self.techs[tech])
        return {player: sorted(known) for player, known in techs.items()}


@pytest.mark.parametrize("name", by_size(EXACT))
def test_relationships_at_every_round_and_step(shared: Path, name: str) -> None:
    _, reading, events = told(shared, name)
    lines = iter(lines_of(shared, name, "oracle"))
    state, power = GameState(), reading.names.power
    for event in events:
        if isinstance(event, (ev.RoundStarted, ev.PhaseStarted)):
            line = next(lines)
            pairs = {tuple(sorted(map(power, pair.split("|")))): kind for pair, kind in line["relationships"].items()}
            assert state.relations == {pair: relation(kind) for pair, kind in pairs.items()}, line["title"]
        state.apply(event)


@pytest.mark.parametrize("name", by_size(ALL))
def test_the_end_is_the_saved_state(shared: Path, name: str) -> None:
    save, reading, events = told(shared, name)
    state = GameState().apply_all(events)
    assert list(differences(state, TripleaState(save), reading)) == []
    assert state.defects == 0
    assert not [event for event in events if isinstance(event, ev.DefectFound) and event.severity == "error"]


def test_a_difference_is_found(shared: Path) -> None:
    save, reading, events = told(shared, PLAYED[4])
    state = GameState().apply_all(events)
    key = next(iter(state.stacks))
    state.stacks[key] += 1
    state.resources["germany", "ipc"] += 3
    found = list(differences(state, TripleaState(save), reading))
    assert [(part, saw - saved) for part, _, saw, saved in found] == [("units", 1), ("resources", 3)]


def test_slugs_are_sitreps(shared: Path) -> None:
    assert slug("16 Sea Zone") == "sea-zone-16"
    assert slug("aaGun") == "aa-gun"
