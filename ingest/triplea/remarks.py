"""What a save's history shows of itself that an umpire asks for: edits, moves taken back after dice, dice put in by hand, a cut.

Nothing here says why it was done. The program writes `EDIT: ` before every line that is made while its edit mode is on, dice among
them; it never lets a move be taken back over dice; it numbers rounds by one, and plays the steps of a round in the order of its map.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from ingest.triplea.changes import OptionValue
from ingest.triplea.events.lines import LONGEST, means
from ingest.triplea.events.undone import undone
from ingest.triplea.history import Event, EventChild, History, Round, Step
from ingest.triplea.model import Save
from ingest.triplea.rendering import Dice

EDIT, EDIT_DICE, UNDO_AFTER_DICE, CUT, MISFIT = "edit", "dice-by-hand", "undo-after-dice", "cut", "dice-do-not-fit"
"""Kinds of remarks; what they mean stands in `ingest/audit/kinds.csv`."""
EDITED, EDIT_MODE = "EDIT: ", "EditMode"
AUDIT = "audit/"
"""How the rules of remarks begin that stand among the events of a game."""


class Remark(NamedTuple):
    """Something to know: its kind, where it stands (`node` as in `history`, -1 for none), and what the history says there."""

    kind: str
    round: int
    power: str
    phase: str
    node: int
    what: str


def remarks(save: Save) -> list[Remark]:
    """Return what a save's history shows of itself, in order."""
    order = {step.name: at for at, step in enumerate(save.sequence)}
    found: list[Remark] = []
    before = None
    for part in save.history.rounds:
        if before is not None and part.number != before + 1:
            what = f"round {part.number} comes after round {before}"
            found.append(Remark(CUT, part.number, "", "", part.index, what))
        before = part.number
        found += _out_of_order(part, order)
        for step in part.steps:
            found += sorted([*_edits(part, step, save.history), *_taken_back(part, step), *_misfit(part, step)], key=lambda one: one.node)
    return found


def _edits(part: Round, step: Step, history: History) -> Iterator[Remark]:
    for event in step.events:
        switched = _switched(event, history)
        for node in event.lines:
            if not node.title.startswith(EDITED) and not (node is event and switched):
                continue
            kind = EDIT_DICE if isinstance(node.shown, Dice) else EDIT
            yield _remark(kind, part, step, node, _quoted(node.title) + _faces(node))


def _switched(event: Event, history: History) -> bool:
    """Return whether edit mode is switched on or off in an event."""
    return any(type(one) is OptionValue and one.name == EDIT_MODE for one in history.changes[event.start : event.stop])


def _taken_back(part: Round, step: Step) -> Iterator[Remark]:
    """Yield moves and placements that were taken back after dice that were rolled since."""
    rolls = [node.index for event in step.events for node in event.lines if isinstance(node.shown, Dice)]
    events = {event.index: event for event in step.events}
    for by, moved in undone(step).items():
        between = [roll for roll in rolls if moved < roll < by]
        if between:
            what = f"{_quoted(events[by].title)} takes back {_quoted(events[moved].title)}, after {len(between)} rolls of dice"
            yield _remark(UNDO_AFTER_DICE, part, step, events[by], what.replace(" 1 rolls ", " a roll "))


def _misfit(part: Round, step: Step) -> Iterator[Remark]:
    """Yield rolls whose dice are not what is noted of their hits; dice that hit for sure (low luck) are not among the dice."""
    for event in step.events:
        for node in event.lines:
            if not isinstance(node.shown, Dice):
                continue
            above = means("event", node.title, "tech-roll")  # only the highest face succeeds there
            judged = [die for die in node.shown.dice if die.kind in ("hit", "miss")]
            wrong = [die for die in judged if ((die.pips > die.hits_on) if above else (die.pips <= die.hits_on)) != (die.kind == "hit")]
            hits = sum(die.kind == "hit" for die in node.shown.dice)
            if wrong or node.shown.hits < hits:
                noted = ", ".join(f"{die.pips} as a {die.kind} on {die.hits_on}" for die in wrong) or f"{node.shown.hits} hits of {hits}"
                yield _remark(MISFIT, part, step, node, f"{_quoted(node.title)} notes {noted}{_faces(node)}")


def _out_of_order(part: Round, order: dict[str, int]) -> Iterator[Remark]:
    """Yield steps of a round that come before one they should follow."""
    known = [step for step in part.steps if step.name in order]
    for before, step in itertools.pairwise(known):
        if order[step.name] < order[before.name]:
            what = f"step {step.name} comes after {before.name}, which the order of play has behind it"
            yield Remark(CUT, part.number, step.player or "", step.name, step.index, what)


def _remark(kind: str, part: Round, step: Step, node: Event | EventChild, what: str) -> Remark:
    return Remark(kind, part.number, step.player or "", step.title or step.name, node.index, what)


def _faces(node: Event | EventChild) -> str:
    return f", dice {', '.join(str(die.pips) for die in node.shown.dice)}" if isinstance(node.shown, Dice) else ""


def _quoted(title: str) -> str:
    return f"“{title[: LONGEST // 4]}”"
