"""The history of a save with each player's turn in one piece.

On some maps two players act step by step beside each other (World War II v3: the Americans, the Chinese). Titles have one turn after the
other, so the steps of a round are put together by player, in the order in which they first act, with their changes. The state at the
end is the save's: such players do not touch each other's units, and where one would, the changes that do not fit are found.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ingest.triplea.changes import Change
from ingest.triplea.history import Event, Round, Step
from ingest.triplea.model import Save
from ingest.triplea.title.tables import step_kind


def in_turn(save: Save) -> Save:
    """Return a save whose players act one after the other in each round; the same one when they do already."""
    ordered = [(part, [*_ordered(part.steps)]) for part in save.history.rounds]
    if all([*part.steps] == steps for part, steps in ordered):
        return save
    old, changes, rounds = save.history.changes, list[Change](), list[Round]()
    for part, steps in ordered:
        start = len(changes)
        changes += old[part.start : part.steps[0].start if part.steps else part.stop]
        found = []
        for step in steps:
            found.append(_moved(step, len(changes) - step.start))
            changes += old[step.start : step.stop]
        rounds.append(replace(part, start=start, stop=len(changes), steps=tuple(found)))
    return replace(save, history=replace(save.history, rounds=tuple(rounds), changes=tuple(changes)))


def _ordered(steps: tuple[Step, ...]) -> Iterator[Step]:
    """Yield the steps of a round by player; those of nobody and bids stay between the others."""
    waiting: dict[str, list[Step]] = {}
    for step in steps:
        if step.player is None or _is_bid(step):
            yield from (one for found in waiting.values() for one in found)
            waiting = {}
            yield step
        else:
            waiting.setdefault(step.player, []).append(step)
    yield from (one for found in waiting.values() for one in found)


def _is_bid(step: Step) -> bool:
    kind = step_kind(step.name)
    return kind is not None and kind.phase.startswith("bid-")


def _moved(step: Step, by: int) -> Step:
    events = tuple(_event(event, by) for event in step.events)
    return replace(step, start=step.start + by, stop=step.stop + by, events=events)


def _event(event: Event, by: int) -> Event:
    return replace(event, start=event.start + by, stop=event.stop + by)
