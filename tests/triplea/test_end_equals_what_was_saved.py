"""A replay's end against the saved state: every unit with all its properties, every figure that a change has set."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.triplea.replay import Replay
from ingest.triplea.state import TripleaState
from tests.triplea.reconcile import Gap, gaps, reconcile
from tests.triplea.saves import ALL, NEWER, PLAYED, by_size, save_of

pytestmark = pytest.mark.shared


@pytest.mark.parametrize("name", by_size(ALL))
def test_nothing_is_left_over(shared: Path, name: str) -> None:
    save = save_of(shared, name)
    assert reconcile(save) == []
    replay = Replay(save)
    assert replay.misfits_back == []
    replay.finish()
    assert replay.misfits == []
    assert save.unknown == {}


@pytest.mark.parametrize("name", (PLAYED[0], *NEWER))
def test_a_gap_is_found(shared: Path, name: str) -> None:
    save = save_of(shared, name)
    one, two = TripleaState(save), TripleaState(save)
    unit = next(unit for unit in one.units.values() if unit.holder is not None)
    unit.hits += 1
    unit.properties["alreadyMoved"] = 7
    assert list(gaps(one, two)) == [
        Gap("units", (unit.id, "hits"), 1 + two.units[unit.id].hits, two.units[unit.id].hits),
        Gap("units", (unit.id, "alreadyMoved"), 7, two.units[unit.id].properties.get("alreadyMoved")),
    ]


def test_a_copy_is_independent(shared: Path) -> None:
    replay = Replay(save_of(shared, PLAYED[4]))
    start = replay.state.copy()
    held = {place: set(units) for place, units in start.held_at.items()}
    replay.finish()
    assert {place: set(units) for place, units in start.held_at.items()} == held
    assert list(gaps(replay.state, start))
