"""Every step of every game that TripleA played out, against the state that TripleA itself shows there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ingest.triplea.history import Event, Round, Step
from ingest.triplea.replay import Replay
from ingest.triplea.state import TripleaState
from ingest.triplea.summary import summary
from tests.triplea.saves import ALL, EXACT, PLAYED, by_size, lines_of, save_of, steps_of

pytestmark = pytest.mark.shared


def test_no_save_is_left_out(shared: Path) -> None:
    folder = shared / "saves"
    found = sorted(str(path.relative_to(folder).with_suffix("")) for path in folder.rglob("*.tsvg"))
    assert found == sorted(ALL), "add the new save to tests/triplea/saves.py"


@pytest.mark.parametrize("name", by_size(EXACT))
def test_state_at_every_round_and_step(shared: Path, name: str) -> None:
    expected = lines_of(shared, name, "oracle")
    compared = 0
    for line, found in zip(expected, described(shared, name), strict=True):
        assert found.keys() == line.keys()
        wrong = {key: (found[key], value) for key, value in line.items() if found[key] != value}
        assert not wrong, f"{name}, node {line['node_index']}: (found, expected) of {wrong}"
        compared += 1
    assert compared == len(expected) > (150 if name in PLAYED else 15)


def described(shared: Path, name: str) -> Iterator[dict[str, Any]]:
    """The oracle's lines, made from a replay."""
    save = save_of(shared, name)
    replay, steps = Replay(save), 0
    here: dict[str, Any] = {}
    for node, state in steps_of(replay):
        if isinstance(node, Event):
            continue
        if isinstance(node, Round):
            here = {"kind": "round", "round": node.number, "step": None, "player": None, "delegate": None}
        else:
            steps += 1
            here |= {"kind": "step", "step": node.name, "player": node.player, "delegate": node.delegate}
        yield {
            **here,
            "node_index": node.index,
            "change_index": node.start,
            "step_no": steps,
            "title": node.title,
            **summary(state),
        }
    last, at = list(save.history.walk())[-1], save.sequence[save.step]
    yield {
        "kind": "end",
        "node_index": last.index,
        "change_index": len(save.history.changes),
        "round": save.round,
        "step": at.name,
        "player": at.player,
        "delegate": at.delegate,
        "step_no": steps,
        "title": "(live state of the save)",
        **summary(replay.finish()),
    }


@pytest.mark.parametrize("name", by_size(EXACT))
def test_state_after_every_event(shared: Path, name: str) -> None:
    expected = lines_of(shared, name, "events")
    before: dict[str, Any] = {}
    replay = Replay(save_of(shared, name))
    for line, (node, state) in zip(expected[:-1], steps_of(replay), strict=True):
        now = summary(state)
        kind = {Round: "round", Step: "step", Event: "event"}[type(node)]
        at = node.stop if kind == "event" else node.start
        assert (kind, node.index, at, node.title) == (
            line["kind"],
            line["node_index"],
            line["change_index"],
            line["title"],
        )
        assert difference(before, now) == line["delta"], f"{name}, node {node.index}: {node.title}"
        before = now
    assert difference(before, summary(replay.finish())) == expected[-1]["delta"]


def difference(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """What of `now` differs from `before`, two levels deep; a key that is gone is None."""
    if not before:
        return now
    out: dict[str, Any] = {}
    for key, value in now.items():
        old = before[key]
        if value == old:
            continue
        if isinstance(value, dict):
            changed = {k: v for k, v in value.items() if k not in old or old[k] != v}
            out[key] = changed | {k: None for k in old if k not in value}
        else:
            out[key] = value
    return out


def test_a_wrong_state_would_be_seen(shared: Path) -> None:
    """The comparison is not blind: one unit lost on the way shows in the next line."""
    save = save_of(shared, PLAYED[0])
    state = TripleaState(save)
    before = summary(state)
    place = next(held for (kind, _), held in state.held_at.items() if kind == "territory" and held)
    place.popitem()
    assert summary(state)["unit_total"] == before["unit_total"] - 1
    assert difference(before, summary(state)).keys() == {"units", "unit_total"}
