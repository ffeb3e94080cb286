"""The trail of a TripleA save: rounds, steps and events of its history with their dice and changes, and its positions."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from ingest.audit.finding import Finding
from ingest.audit.positions import MOST, differing, told
from ingest.audit.trail import Deed, Position, Trail
from ingest.triplea.history import Event, EventChild, History, Step
from ingest.triplea.model import Save
from ingest.triplea.remarks import EDITED, remarks
from ingest.triplea.rendering import Dice
from ingest.triplea.replay import Replay, start_state
from ingest.triplea.state import TripleaState
from ingest.triplea.summary import summary

PARTS = ("resources", "owners", "units", "units_held", "hits", "factory_damage", "tech", "relationships", "production_frontier")
"""Parts of a summary that make a position; who plays a power may change, and what a territory pays follows from its owner."""


def trail_of(save: Save, file: str) -> Trail:
    """Return the trail of a save."""
    history = save.history
    start, misfits = start_state(save)
    replay = Replay(save)
    ends, saved = _position(replay.finish()), _position(TripleaState(save))
    found = [Finding(one.kind, file, one.round, one.power, one.phase, one.what) for one in remarks(save)]
    wrong = [*misfits, *replay.misfits]
    if wrong:
        at = _place(history, wrong[0].change)
        what = "; ".join(f"{one.what} (found {one.found}, expected {one.expected})" for one in wrong[:MOST])
        more = f"; and {len(wrong) - MOST} more" if len(wrong) > MOST else ""
        found.append(Finding("does-not-fit", file, *at, f"change {wrong[0].change}: {what}{more}"[:600]))
    if apart := differing(ends, saved):
        found.append(Finding("ends-otherwise", file, save.round, "", "", told(apart, "by the history", "saved")))
    made: list[Any] = []

    def position(at: int) -> Position:
        if not made or made[0].at > at:
            made[:] = [Replay(save)]
        return _position(made[0].advance(at))

    last = history.rounds[-1].number if history.rounds else 0
    deeds = tuple(_deeds(history))
    moment = (max(save.round, last), save.step, len(deeds))
    return Trail(file, f"TripleA {save.game}", _marks(start), moment, deeds, tuple(found), _position(start), saved, position)


def _marks(start: TripleaState) -> frozenset[str]:
    """Return the ids of the units that the game began with: the program makes new ones for each game."""
    return frozenset(unit.id for held in start.held_at.values() for unit in held.values())


def _position(state: TripleaState) -> Position:
    whole = summary(state)
    return {part: dict(whole[part]) for part in PARTS}


def _place(history: History, change: int) -> tuple[int, str, str]:
    for part in history.rounds:
        for step in part.steps:
            if step.start <= change < step.stop:
                return part.number, step.player or "", step.title or step.name
    return 0, "", ""


def _deeds(history: History) -> Iterator[Deed]:
    for part in history.rounds:
        yield Deed(part.number, "", "", part.title, ((part.title,),), at=part.start)
        for step in part.steps:
            first = step.events[0].start if step.events else step.stop
            head = (f"{step.name} {step.player}",)
            yield _deed(part.number, step, step.title or step.name, head, (), history.changes[step.start : first], first)
            for event in step.events:
                shown = (f"{event.title} {event.shown!r}",)
                yield _deed(
                    part.number, step, event.title, shown, (event, *event.children), history.changes[event.start : event.stop], event.stop
                )


def _deed(
    number: int,
    step: Step,
    what: str,
    head: tuple[str, ...],
    nodes: tuple[Event | EventChild, ...],
    changes: tuple[Any, ...],
    at: int,
) -> Deed:
    lines = tuple(_digest(f"{node.title} {node.shown!r}") for node in nodes[1:])
    made = tuple(_digest(repr(change)) for change in changes)
    rolls = tuple((node.title, tuple(die.pips for die in node.shown.dice)) for node in nodes if isinstance(node.shown, Dice))
    edited = what.startswith(EDITED) or any(node.title.startswith(EDITED) for node in nodes)
    return Deed(number, step.player or "", step.title or step.name, what, (head, lines, made), rolls, edited, at)


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()
