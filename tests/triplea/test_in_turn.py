"""A history in which two players act beside each other, put in turns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ingest.samples import samples
from ingest.triplea.history import Event, History, Round, Step
from ingest.triplea.model import Save, SequenceStep
from ingest.triplea.orders.in_turn import ASIDE, beside, in_turn, is_set_aside
from ingest.triplea.replay import Replay
from ingest.triplea.save import read_save
from tests.triplea.saves import save_of

SAMPLE = next(path for path in samples() if path.suffix == ".tsvg")
SEQUENCE = (
    ("aBid", "bid", "A"), ("bBid", "bid", "B"), ("zPurchase", "purchase", "Z"), ("zEndTurn", "endTurn", "Z"),
    ("aPurchase", "purchase", "A"), ("bPurchase", "purchaseNoPU", "B"), ("aCombatMove", "move", "A"), ("bCombatMove", "move", "B"),
    ("bEndTurn", "endTurnNoPU", "B"), ("aEndTurn", "endTurn", "A"),
)  # fmt: skip


@pytest.fixture(scope="module")
def sample() -> Save:
    return read_save(SAMPLE)


def made(sample: Save, *rounds: str) -> Save:
    """A save whose rounds have these steps of the sequence, two changes each, with an event at the second."""
    steps = {name: (delegate, player) for name, delegate, player in SEQUENCE}
    changes: list[Any] = []
    found = []
    for number, text in enumerate(rounds, start=1):
        start, told = len(changes), []
        for name in text.split():
            delegate, player = steps.get(name, ("endRound", None))
            at = len(changes)
            changes += [f"{number} {name} 1", f"{number} {name} 2"]
            told.append(Step(at, name, name, delegate, player, at, at + 2, (Event(at, name, None, at + 1, at + 2, ()),)))
        found.append(Round(0, number, start, len(changes), tuple(told)))
    sequence = tuple(SequenceStep(name, name, delegate, player, 0, {}) for name, delegate, player in SEQUENCE)
    return replace(sample, sequence=sequence, history=History(tuple(found), tuple(changes)))


def order(save: Save, at: int) -> list[str]:
    return [step.name for step in save.history.rounds[at].steps]


def test_who_acts_within_whose_turn_is_said_by_the_sequence(sample: Save) -> None:
    assert beside(made(sample)) == {"B": "A"}
    assert beside(sample) == {}


def test_steps_are_put_together_by_player_with_their_changes(sample: Save) -> None:
    save = made(sample, "aBid bBid zPurchase zEndTurn aPurchase bPurchase aCombatMove bCombatMove aEndTurn endRound", "zPurchase zEndTurn")
    found = in_turn(save)
    assert order(found, 0) == [
        "aBid", "bBid", "zPurchase", "zEndTurn", "aPurchase", "aCombatMove", "aEndTurn", "bPurchase", "bCombatMove", "endRound",
    ]  # fmt: skip
    assert sorted(found.history.changes) == sorted(save.history.changes)  # type: ignore[type-var]  # changes are texts here
    for part in found.history.rounds:
        for step in part.steps:
            assert list(found.history.changes[step.start : step.stop]) == [f"{part.number} {step.name} {n}" for n in (1, 2)]
            assert [found.history.changes[event.start] for event in step.events] == [f"{part.number} {step.name} 2"]
    assert [(part.start, part.stop) for part in found.history.rounds] == [(0, 20), (20, 24)]
    assert not is_set_aside(found)


def test_a_history_that_is_in_turn_stays_what_it_is(sample: Save) -> None:
    assert in_turn(sample) is sample
    save = made(sample, "zPurchase zEndTurn aPurchase aCombatMove aEndTurn bPurchase bCombatMove endRound")
    assert in_turn(save) is save


def test_what_is_done_beside_a_turn_that_is_not_over_is_set_aside(sample: Save) -> None:
    whole = "zPurchase zEndTurn aPurchase bPurchase aCombatMove bCombatMove aEndTurn"
    for last in ("zPurchase zEndTurn aPurchase bPurchase", "aPurchase bPurchase aCombatMove bCombatMove"):
        found = in_turn(made(sample, whole, last))
        assert is_set_aside(found)
        assert [(step.player, step.delegate) for step in found.history.rounds[1].steps if step.name[0] == "b"] == [
            (None, ASIDE)
        ] * last.count(" b")
        assert {step.player for step in found.history.rounds[0].steps} == {"Z", "A", "B"}
    assert not is_set_aside(in_turn(made(sample, whole, "zPurchase")))


@pytest.mark.shared
def test_the_changes_of_a_real_game_fit_in_this_order_and_end_in_what_was_saved(shared: Path) -> None:
    save = save_of(shared, "newest/h_ww2v3_g6_tech")
    found = in_turn(save)
    assert found is not save
    run = Replay(found)
    end = run.finish()
    assert not run.misfits and not run.misfits_back
    assert end.owners == Replay(save).finish().owners
    assert {ident: unit.holder for ident, unit in end.units.items()} == {
        ident: unit.holder for ident, unit in Replay(save).finish().units.items()
    }
