"""The history of a save, cut into turns; within a turn, the events of each phase of the title's."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from ingest.triplea.events.undone import standing
from ingest.triplea.history import Event, Step
from ingest.triplea.model import Save

PHASES = {
    "tech": "research",
    "purchase": "purchase-units",
    "purchaseNoPU": "purchase-units",
    "battle": "conduct-combat",
    "place": "mobilize-units",
    "endTurn": "collect-income",
    "endTurnNoPU": "collect-income",
}
"""TripleA's delegate -> phase of the title. The delegate `move` has two steps, told apart by their name."""


class Part(NamedTuple):
    """The steps of one phase: its events, and how many changes had been made when it was over."""

    phase: str
    events: tuple[Event, ...]
    stop: int


class Turn(NamedTuple):
    """One player's turn; a phase in which nothing happened has no part."""

    round: int
    player: str
    parts: tuple[Part, ...]


def turns(save: Save, phases: Container[str]) -> Iterator[Turn]:
    """Yield the turns in order, with what happened in these phases; one in which nothing at all happened leaves no trace."""
    for part in save.history.rounds:
        found: list[Part] = []
        player = ""
        for step in part.steps:
            phase = phase_of(step)
            if step.delegate == "tech_activation" and found and found[-1].phase == "research":
                found[-1] = found[-1]._replace(stop=step.stop)  # where what is developed works at once
            if phase not in phases or step.player is None:
                continue
            if step.player != player and found:
                yield Turn(part.number, player, tuple(found))
                found = []
            player = step.player
            found.append(Part(phase, standing(step), step.stop))
        if found:
            yield Turn(part.number, player, tuple(found))


def phase_of(step: Step) -> str:
    """Return the title's phase that a step is, or nothing."""
    if step.delegate == "move":
        return "noncombat-move" if step.name.endswith("NonCombatMove") else "combat-move"
    return PHASES.get(step.delegate, "")
