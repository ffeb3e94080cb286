"""Which steps of a log were taken back: neither they nor the taking back are told.

VASSAL writes the taking back as a step of its own, with the opposite commands between two `UNDO`; a line of chat that is taken
back comes again as `UNDO: ...`. It is always the last step standing that can be taken back. Which steps can differs between
versions (newer ones count chat), so that the step is found by what it did: to the same pieces, properties or lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ingest.vassal import commands as do
from ingest.vassal.steps import Step

_UNDONE = "UNDO: "


class Undone(NamedTuple):
    """`step` is taken back by `by`, both counted from 0."""

    step: int
    by: int


def undone(steps: Sequence[Step]) -> list[Undone]:
    """Return what was taken back, in the order in which it was."""
    found: list[Undone] = []
    standing: list[tuple[int, frozenset[str]]] = []
    for at, step in enumerate(steps):
        did = _did(step)
        if not any(isinstance(c, do.Undo) and c.begins for _, c in step.commands):
            standing.append((at, did))
            continue
        back = next((n for n in range(len(standing) - 1, -1, -1) if standing[n][1] & did), None)
        if back is not None:
            found.append(Undone(standing.pop(back)[0], at))
    return found


def _did(step: Step) -> frozenset[str]:
    """What a step changed: pieces, properties, trackers, lines of chat."""
    found = set()
    for _, command in step.commands:
        if isinstance(command, (do.AddPiece, do.RemovePiece, do.ChangePiece, do.MovePiece)):
            found.add(f"piece {command.id}")
        elif isinstance(command, do.Property):
            found.add(f"property {command.container} {command.key}")
        elif isinstance(command, do.Turn):
            found.add(f"turn {command.tracker}")
        elif isinstance(command, do.Chat):
            found.add(f"chat {command.text.removeprefix('* ').replace(_UNDONE, '', 1).removeprefix('* ')}")
    return frozenset(found)
