"""The history of a save, cut into turns; within a turn, the events of each phase of the title's."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple

from ingest.triplea.events.undone import standing
from ingest.triplea.history import Event, Step
from ingest.triplea.model import Save

PHASES = {
    "tech": "research",
    "purchase": "purchase-units",
    "purchaseNoPU": "purchase-units",
    "specialCombatMove": "combat-move",
    "battle": "conduct-combat",
    "politics": "politics",
    "place": "mobilize-units",
    "placeNoAirCheck": "mobilize-units",
    "endTurn": "collect-income",
    "endTurnNoPU": "collect-income",
}
"""TripleA's delegate -> phase of the title. The delegate `move` has two steps, told apart by their name."""


class Part(NamedTuple):
    """The steps of one phase: its events, how many changes were made when it was over and as it began, whose step each event is of."""

    phase: str
    events: tuple[Event, ...]
    stop: int
    start: int = 0
    players: tuple[str, ...] = ()


class Turn(NamedTuple):
    """One player's turn; a phase in which nothing happened has no part."""

    round: int
    player: str
    parts: tuple[Part, ...]


def turns(save: Save, phases: Container[str], leads: Mapping[str, str]) -> Iterator[Turn]:
    """Yield the turns in order, with what happened in these phases; one in which nothing at all happened leaves no trace.

    `leads`: player -> whose turn its steps are in, where that is another's.
    """
    for part in save.history.rounds:
        found: list[Part] = []
        player = ""
        for step in part.steps:
            phase = phase_of(step)
            if step.delegate == "tech_activation" and found and found[-1].phase == "research":
                found[-1] = found[-1]._replace(stop=step.stop)  # where what is developed works at once
            if phase not in phases or step.player is None:
                continue
            whose = leads.get(step.player, step.player)
            if whose != player and found:
                yield Turn(part.number, player, joined(found))
                found = []
            player, events = whose, standing(step)
            found.append(Part(phase, events, step.stop, step.start, (step.player,) * len(events)))
        if found:
            yield Turn(part.number, player, joined(found))


def joined(parts: list[Part]) -> tuple[Part, ...]:
    """Return parts with those of one phase as one."""
    found: dict[str, Part] = {}
    for part in parts:
        if before := found.get(part.phase):
            part = Part(part.phase, before.events + part.events, part.stop, before.start, before.players + part.players)
        found[part.phase] = part
    return tuple(found.values())


def phase_of(step: Step) -> str:
    """Return the title's phase that a step is, or nothing."""
    if step.delegate == "move":
        return "noncombat-move" if step.name.endswith("NonCombatMove") else "combat-move"
    return PHASES.get(step.delegate, "")
