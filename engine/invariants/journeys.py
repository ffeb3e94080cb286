"""What each unit does in a turn, kept from the events alone: how it moves, and how many spaces it goes.

Units of one stack are alike, so where some of them have done more than others, those that have done least are taken to go on:
nothing is found that may be right.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from engine import events as ev
from engine.state import GameState, Stack
from engine.title.model import Title

WALK, LOAD, ASHORE, CARRIED = "walks", "is loaded", "is put ashore", "is carried"
STEPS = frozenset({"move", "noncombat", "blitz", "crossing", "annexation"})
"""Causes of a move by which units go on foot, or sail, from space to space."""

CARRIERS = frozenset({"airborne", "transfer"})
"""Causes of a move over land in which units are carried: by aircraft, or by rail."""


class Journey(NamedTuple):
    """What a unit has done in this turn, in order, and how many spaces it has gone."""

    acts: tuple[str, ...] = ()
    spaces: int = 0


class Journeys:
    """The journeys of units that have moved in this turn; all others have none.

    Args:
        most: unit type to the most spaces that land units and ships of it may ever go in a turn.
    """

    def __init__(self, title: Title, most: Mapping[str, int]) -> None:
        self.title, self.most = title, most
        self.made: defaultdict[Stack, Counter[Journey]] = defaultdict(Counter)

    def turn(self) -> None:
        """Forget all journeys: a turn begins."""
        self.made.clear()

    def moved(self, event: ev.UnitsMoved, state: GameState, onward: bool = False) -> list[str]:
        """Add a move to the journeys of who makes it; return what is wrong. `onward`: whether units that were carried may walk on."""
        before = Stack(event.origin, event.power, event.unit, event.strength, event.condition)
        after = Stack(event.destination, event.power, event.unit, event.strength, event.becomes)
        act = self._act(event)
        spaces = max(1, len(event.path) - 1) if act == WALK else 0
        wrong = []
        for journey, count in self._take(before, event.count, state.stacks.get(before, 0)).items():
            longer = Journey((*journey.acts, act) if act else journey.acts, journey.spaces + spaces)
            self.made[after][longer] += count
            wrong += self._judge(event.unit, longer, onward) if act else []
        return wrong

    def changed(self, event: ev.UnitsChanged, state: GameState) -> None:
        """Let units whose stack changes keep their journeys."""
        before = Stack(event.area, event.power, event.unit, event.strength, event.condition)
        after = Stack(event.area, event.to_power or event.power, event.to_unit or event.unit,
                      event.to_strength or event.strength, event.becomes)  # fmt: skip
        if before != after:
            self.made[after].update(self._take(before, event.count, state.stacks.get(before, 0)))

    def removed(self, event: ev.UnitsRemoved) -> None:
        """Forget units that are lost, those that have done most first."""
        made = self.made.get(Stack(event.area, event.power, event.unit, event.strength, event.condition))
        for journey in sorted(made or (), reverse=True)[: event.count]:
            if made:
                made[journey] = max(0, made[journey] - event.count)

    def _take(self, key: Stack, count: int, rest: int) -> Counter[Journey]:
        """Take `count` units out of a stack of which `rest` are left: those that have done least."""
        made = self.made.get(key)
        if not made:
            return Counter({Journey(): count})
        taken = Counter({Journey(): min(count, max(0, count + rest - made.total()))})
        for journey in sorted(made, key=lambda one: (len(one.acts), one)):
            n = min(made[journey], count - taken.total())
            taken[journey] += n
            made[journey] -= n
        return +taken

    def _act(self, event: ev.UnitsMoved) -> str:
        cls = self.title.units[event.unit].cls
        if cls == "sea":
            return WALK if event.cause in STEPS else ""
        if cls != "land":
            return ""
        kinds = self.title.areas[event.origin].kind, self.title.areas[event.destination].kind
        if kinds == ("land", "land"):
            return WALK if event.cause in STEPS else CARRIED if event.cause in CARRIERS else ""
        return {("land", "sea"): LOAD, ("sea", "land"): ASHORE}.get(kinds, "") if event.cause != "called-off" else ""

    def _judge(self, unit: str, journey: Journey, onward: bool) -> list[str]:
        *before, act = journey.acts
        wrong = []
        if journey.spaces > self.most[unit]:
            wrong.append(f"{unit} goes {journey.spaces} spaces in a turn; expected at most {self.most[unit]}")
        if act == WALK and not onward and {ASHORE, CARRIED} & set(before):
            wrong.append(f"{unit} {act} after it {next(one for one in before if one in (ASHORE, CARRIED))}")
        if act in (LOAD, CARRIED) and before:
            wrong.append(f"{unit} {act} after it {before[-1]}")
        return wrong
