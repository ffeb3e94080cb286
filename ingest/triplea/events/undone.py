"""Moves and placements that a player took back: the history keeps both, the game has neither.

The program writes the move, and later in the same step `Germans undo move 3.` with the very move, or placement, that it takes
back. An undone action has no effect, so neither event is reported: no unit moved, nothing was placed.
"""

from __future__ import annotations

from ingest.triplea.events.lines import read_line
from ingest.triplea.history import Event, Step
from ingest.triplea.rendering import Move, Placement

UNDO = "undo"
"""What a line means that takes something back."""


def undone(step: Step) -> dict[int, int]:
    """Return index of an undoing event -> index of the event that it takes back, for those of a step that are found."""
    found: dict[int, int] = {}
    standing: list[Event] = []
    for event in step.events:
        if read_line("event", event.title).means != UNDO:
            if isinstance(event.shown, (Move, Placement)):
                standing.append(event)
            continue
        back = next((one for one in reversed(standing) if _same(one, event)), None)
        if back is not None:
            standing.remove(back)
            found[event.index] = back.index
    return found


def standing(step: Step) -> tuple[Event, ...]:
    """Return the events of a step without those that were taken back, and their taking back."""
    pairs = undone(step)
    gone = {*pairs, *pairs.values()}
    return tuple(event for event in step.events if event.index not in gone)


def _same(one: Event, other: Event) -> bool:
    """Return whether two events show the same: ships that units board may be noted on one of them only."""
    a, b = one.shown, other.shown
    if isinstance(a, Move) and isinstance(b, Move):
        return (sorted(a.units), a.route) == (sorted(b.units), b.route)
    if isinstance(a, Placement) and isinstance(b, Placement):
        return (sorted(a.units), a.territory) == (sorted(b.units), b.territory)
    return False
