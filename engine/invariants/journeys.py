"""What each unit does in a turn, kept from the events alone: its acts in order, and how far it goes.

Each family of titles says which events are acts, and which acts may follow each other, in few lines that read its rule book once more
and call none of its rules. Units of one stack are alike, so where some of them have done more than others, those that have done least are
taken to go on, and those that have done most to be lost: nothing is found that may be right.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import NamedTuple

from engine import events as ev
from engine.state import GameState, Stack
from engine.title.model import Title


class Act(NamedTuple):
    """Something that a unit does: in which phase, what, from which area, and how many spaces it goes."""

    phase: str
    what: str
    area: str
    spaces: int = 0


Journey = tuple[Act, ...]
"""What a unit has done since journeys began, in order."""


class Journeys:
    """The journeys of units that have done something; all others have done nothing.

    Pass `phase`, `moved`, `changed` and `removed` every event of their kind, right after the state has folded it.
    """

    def __init__(self, title: Title) -> None:
        self.title, self.now, self.turn = title, "", 0
        self.made: defaultdict[Stack, Counter[Journey]] = defaultdict(Counter)
        self.near = {area: set(near) for area, near in title.neighbours.items()}
        for row in title.borders:  # crossings, routes and roads join areas that are not linked
            self.near[row.area].add(row.to)
            self.near[row.to].add(row.area)

    # What a family adds

    def act(self, event: ev.UnitsMoved | ev.UnitsChanged, state: GameState) -> Act | None:
        """Return what units do in an event, None when it is nothing that counts."""
        raise NotImplementedError

    def judge(self, key: Stack, journey: Journey, state: GameState) -> list[str]:
        """Return what is wrong with the last act of a journey of units that are now in the stack `key`."""
        raise NotImplementedError

    def way(self, event: ev.UnitsMoved, act: Act) -> list[str]:
        """Return what is wrong with a path that has as many steps as the units go spaces: areas that do not touch."""
        steps = list(pairwise(event.path))
        if len(steps) != act.spaces:
            return []
        return [f"{event.unit} goes from {one} to {two}, which do not touch" for one, two in steps if two not in self.near[one]]

    def rest(self, state: GameState) -> list[str]:
        """Return what is wrong with where units have come to as journeys end."""
        return []

    def ends(self, event: ev.PhaseStarted) -> bool:
        """Return whether all journeys end as a phase begins: by default, when a turn does."""
        return event.turn != self.turn

    # After every event

    def phase(self, event: ev.PhaseStarted, state: GameState) -> list[str]:
        """Begin a phase, and new journeys when the old ones are over."""
        wrong = []
        if self.ends(event):
            wrong = self.rest(state)
            self.made.clear()
        self.now, self.turn = event.phase, event.turn
        return wrong

    def moved(self, event: ev.UnitsMoved, state: GameState) -> list[str]:
        """Add a move to the journeys of who makes it; return what is wrong."""
        after = Stack(event.destination, event.power, event.unit, event.strength, event.becomes)
        return self._goes_on(event, after, state)

    def changed(self, event: ev.UnitsChanged, state: GameState) -> list[str]:
        """Let units whose stack changes keep their journeys, which the change may add to; return what is wrong."""
        after = Stack(
            event.area, event.to_power or event.power, event.to_unit or event.unit, event.to_strength or event.strength, event.becomes
        )
        return self._goes_on(event, after, state)

    def removed(self, event: ev.UnitsRemoved) -> None:
        """Forget units that are lost, those that have done most first."""
        made = self.made.get(Stack(event.area, event.power, event.unit, event.strength, event.condition), Counter())
        gone = event.count
        for journey in sorted(made, key=self._size, reverse=True):
            lost = min(gone, made[journey])
            made[journey] -= lost
            gone -= lost

    def _goes_on(self, event: ev.UnitsMoved | ev.UnitsChanged, after: Stack, state: GameState) -> list[str]:
        area = event.origin if isinstance(event, ev.UnitsMoved) else event.area
        before = Stack(area, event.power, event.unit, event.strength, event.condition)
        act = self.act(event, state)
        wrong = dict.fromkeys(self.way(event, act) if act and isinstance(event, ev.UnitsMoved) else [])
        rest = state.stacks.get(before, 0) - (event.count if after == before else 0)
        taken = self._take(before, event.count, rest)
        for journey, count in taken.items():
            longer = (*journey, act) if act else journey
            self.made[after][longer] += count
            wrong |= dict.fromkeys(self.judge(after, longer, state) if act else [])
        return list(wrong)

    def _take(self, key: Stack, count: int, rest: int) -> Counter[Journey]:
        """Take `count` units out of a stack of which `rest` are left: those that have done least."""
        made = self.made.get(key)
        if not made:
            return Counter[Journey]({(): count})
        taken = Counter[Journey]({(): min(count, max(0, count + rest - made.total()))})
        for journey in sorted(made, key=self._size):
            n = min(made[journey], count - taken.total())
            taken[journey] += n
            made[journey] -= n
        return +taken

    def _size(self, journey: Journey) -> tuple[int, int, list[int], Journey]:
        """Return how much units have done: of as many acts and spaces those in later phases bind them less."""
        phases = self.title.phases
        return len(journey), spaces(journey), [-phases.index(act.phase) for act in journey if act.phase in phases], journey


def spaces(journey: Journey, *phases: str) -> int:
    """Return how many spaces units have gone, in all phases or in those named."""
    return sum(act.spaces for act in journey if act.phase in phases or not phases)
