"""The whole history tree of every game, against the text of TripleA's own history panel: titles, dice, units, moves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ingest.triplea.history import Event, EventChild, Node, Round, Step
from ingest.triplea.model import Save
from ingest.triplea.rendering import Dice, Move, Place, Placement, Units
from ingest.triplea.replay import Replay
from ingest.triplea.state import TripleaState
from tests.triplea.saves import EXACT, by_size, history_of, save_of, steps_of

pytestmark = pytest.mark.shared

NO_UNITS = {"type": "other", "n": 0}
DEPTH = {Round: 1, Step: 2, Event: 3, EventChild: 4}


@pytest.mark.parametrize("name", by_size(EXACT))
def test_every_node(shared: Path, name: str) -> None:
    save = save_of(shared, name)
    rows = history_of(shared, name)[1:]  # the first is the root
    for row, (node, state) in zip(rows, with_states(save), strict=True):
        depth, index, kind, span, title = row[:5]
        assert (int(depth), int(index), kind) == (DEPTH[type(node)], node.index, type(node).__name__)
        assert node.title == title.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\")
        if span:
            start, stop = span.split("..")
            assert node.start == int(start)
            assert stop == "-1" or node.stop == int(stop), f"{name}, node {node.index}: {title}"
        expected = json.loads(row[5]) if row[5] else None
        found = rendered(getattr(node, "shown", None), state, alone=bool(expected) and expected["type"] == "unit")
        if found == NO_UNITS:
            expected = {key: value for key, value in (expected or {}).items() if key != "class"}  # of Java's list
        assert found == expected, f"{name}, node {node.index}: {title}"


def with_states(save: Save) -> Iterator[tuple[Node, TripleaState]]:
    """Every node with the state that the panel shows beside it: for a line below an event, that after the event."""
    replay = Replay(save)
    for node, state in steps_of(replay):
        yield node, state
        if isinstance(node, Event):
            for child in node.children:
                yield child, state


def rendered(shown: Any, state: TripleaState, alone: bool) -> dict[str, Any] | None:
    """What is shown, as the oracle's program writes it; `alone`: one unit, not a list of one."""
    match shown:
        case None:
            return None
        case Dice():
            dice = [[die.pips, die.hits_on, die.kind.upper()] for die in shown.dice]
            return {"type": "dice", "hits": shown.hits, "dice": dice}
        case Units(units=()):
            return NO_UNITS
        case Units(units=(ident,)) if alone:
            return {"type": "unit", "unit": state.units[ident].type, "owner": state.units[ident].owner}
        case Units():
            return {"type": "units", "units": counted(shown.units, state), "n": len(shown.units)}
        case Move():
            return {"type": "move", "units": counted(shown.units, state), "route": list(shown.route)}
        case Placement():
            return {"type": "placement", "units": counted(shown.units, state), "territory": shown.territory}
        case Place():
            return {"type": "territory", "name": shown.territory}
    raise AssertionError(f"not expected in these games: {shown}")


def counted(units: tuple[str, ...], state: TripleaState) -> dict[str, dict[str, int]]:
    out: dict[str, dict[str, int]] = {}
    for ident in units:
        unit = state.units[ident]
        types = out.setdefault(unit.owner, {})
        types[unit.type] = types.get(unit.type, 0) + 1
    return out
