"""The history of a save with each player's turn in one piece.

On some maps two players act step by step beside each other (World War II v3: the Americans, the Chinese). Titles have one turn after the
other, so the steps of a round are put together by player, in the order in which they first act, with their changes. The state at the
end is the save's: such players do not touch each other's units, and where one would, the changes that do not fit are found.

Where a game was saved while the first of them had not ended its turn, the other has not begun its own: its steps are set aside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec.structs import replace

from ingest.triplea.changes import Change
from ingest.triplea.history import Event, Round, Step
from ingest.triplea.model import Save
from ingest.triplea.title.tables import step_kind

ASIDE = "aside"
"""The delegate of steps that are set aside; they are nobody's."""
END = "endTurn"
"""What the delegate is called, or begins with, that ends a turn."""


def in_turn(save: Save, leads: Mapping[str, str] = MappingProxyType({})) -> Save:
    """Return a save whose players act one after the other in each round; the same one when they do already.

    `leads`: player -> whose turn its steps are part of, where that is another's: they stay where they are.
    """
    parts, guests = save.history.rounds, beside(save, leads)
    ordered = [[*_ordered(part.steps, guests if part is parts[-1] else {}, leads)] for part in parts]
    if all([*part.steps] == steps for part, steps in zip(parts, ordered, strict=True)):
        return save
    old, changes, rounds = save.history.changes, list[Change](), list[Round]()
    for part, steps in zip(parts, ordered, strict=True):
        start = len(changes)
        changes += old[part.start : part.steps[0].start if part.steps else part.stop]
        found = []
        for step in steps:
            found.append(_moved(step, len(changes) - step.start))
            changes += old[step.start : step.stop]
        rounds.append(replace(part, start=start, stop=len(changes), steps=tuple(found)))
    return replace(save, history=replace(save.history, rounds=tuple(rounds), changes=tuple(changes)))


def is_set_aside(save: Save) -> bool:
    """Return whether steps were set aside."""
    return bool(save.history.rounds) and any(step.delegate == ASIDE for step in save.history.rounds[-1].steps)


def beside(save: Save, leads: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """Return player -> the one within whose turn its own begins, by the map's sequence of steps."""
    players = (step.player for step in save.sequence if step.player and not is_bid(step.name))
    found, order = dict[str, str](), [leads.get(player, player) for player in players]
    for player in dict.fromkeys(order):
        first, last = order.index(player), len(order) - order[::-1].index(player)
        found |= {other: player for other in order[first:last] if order.index(other) > first and other not in found}
    return found


def _ordered(steps: tuple[Step, ...], guests: Mapping[str, str], leads: Mapping[str, str]) -> Iterator[Step]:
    """Yield the steps of a round by player; those of nobody and bids stay between the others.

    Args:
        guests: players whose steps are set aside where the turn of the one that they act beside is not over.
    """
    waiting: dict[str, list[Step]] = {}
    for step in steps:
        if step.player is None or is_bid(step.name):
            yield from (one for found in waiting.values() for one in found)
            waiting = {}
            yield step
        else:
            waiting.setdefault(leads.get(step.player, step.player), []).append(step)
    for player, found in waiting.items():
        host = waiting.get(guests.get(player, ""))
        over = host is None or host[-1].delegate.startswith(END)
        yield from (step if over else replace(step, player=None, delegate=ASIDE) for step in found)


def is_bid(step: str) -> bool:
    """Return whether a step is one of the bids before the game, by its name."""
    kind = step_kind(step)
    return kind is not None and kind.phase.startswith("bid-")


def _moved(step: Step, by: int) -> Step:
    events = tuple(_event(event, by) for event in step.events)
    return replace(step, start=step.start + by, stop=step.stop + by, events=events)


def _event(event: Event, by: int) -> Event:
    return replace(event, start=event.start + by, stop=event.stop + by)
