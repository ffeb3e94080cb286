"""A ledger kept alongside the fold from the events alone: the invariants of every game of every title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias

from engine import events as ev
from engine.state import GameState, Stack
from engine.title.model import Title

Check: TypeAlias = Callable[[Any, GameState], list[str]]
"""Says what is wrong after an event of the type that it is listed for."""


class LedgerChecks:
    """Checks one game as it is played; pass it every event, in order, right after the state has folded it.

    Each family of titles has a subclass, which adds checks of events (`checks`), of new stacks (`check_stack`), of
    completed orders (`check_settled`) and of the end of a turn (`check_rest`).

    Args:
        title: the title being played.
    """

    def __init__(self, title: Title) -> None:
        self.title = title
        self.units: Counter[tuple[str, str]] = Counter()
        self.pool: Counter[tuple[str, str]] = Counter()
        self.money: Counter[tuple[str, str]] = Counter()
        self.points: Counter[tuple[str, str]] = Counter()
        self.control: dict[str, str] = {}
        self.turn = 0
        self.over = False
        self.seq = 0
        self._checks: dict[type[ev.Event], Check] = {
            ev.UnitsPlaced: self.placed,
            ev.UnitsMoved: self.moved,
            ev.UnitsRemoved: self.removed,
            ev.UnitsChanged: self.changed,
            ev.UnitsPurchased: self.purchased,
            ev.ControlChanged: self.controlled,
            ev.ResourceChanged: self.paid,
            ev.ConvoyRaided: self.raided,
            ev.PhaseStarted: self.phase,
            ev.VictoryPointsScored: self.scored,
            ev.GameEnded: self.ended,
            **self.checks(),
        }

    def after(self, event: ev.Event, state: GameState) -> list[str]:
        """Return what is wrong now that `state` has folded `event`; each text begins with the event's number and type."""
        self.seq += 1
        wrong = []
        if self.over and not isinstance(event, ev.DefectFound):
            wrong.append("an event after the end of the game")
        if state.seq != self.seq:
            wrong.append(f"the state has folded {state.seq} events; expected {self.seq}")
        check = self._checks.get(type(event))
        if check:
            wrong += check(event, state)
        return [f"event {self.seq} {event!r}: {text}" for text in wrong]

    def settled(self, state: GameState) -> list[str]:
        """Return what is wrong after an order has been carried out completely."""
        wrong = [*self._check_books(state), *self.check_settled(state)]
        return [f"after event {self.seq}: {text}" for text in wrong]

    # What a family adds

    def checks(self) -> dict[type[ev.Event], Check]:
        """Return the family's own event checks, in addition to those of every title."""
        return {}

    def check_stack(self, state: GameState, key: Stack) -> list[str]:
        """Return what is wrong with a stack that has just been created."""
        return []

    def check_settled(self, state: GameState) -> list[str]:
        """Return what else is wrong once an order is complete."""
        return []

    def check_rest(self, state: GameState) -> list[str]:
        """Return what is wrong at the end of a turn; called as the next one begins."""
        return []

    def can_be_held(self, area: str) -> bool:
        """Return whether an area can be controlled."""
        row = self.title.areas.get(area)
        return row is not None and row.kind == "land" and row.terrain != "impassable"

    def can_be_nobodys(self, area: str) -> bool:
        """Return whether a controlled area may become uncontrolled."""
        return False

    def may_go_on(self, phase: str) -> bool:
        """Return whether a battle may still be open as a phase begins."""
        return False

    # After every event

    def placed(self, event: ev.UnitsPlaced, state: GameState) -> list[str]:
        """Count units that come onto the board."""
        self.units[event.power, event.unit] += event.count
        if event.cause == "mobilize":
            self.pool[event.power, event.unit] -= event.count
        key = Stack(event.area, event.power, event.unit, event.strength, event.condition)
        return self._check_key(state, key) + self._check_pool(state, event.power, event.unit)

    def moved(self, event: ev.UnitsMoved, state: GameState) -> list[str]:
        """Check a move."""
        wrong = self._check_key(state, Stack(event.destination, event.power, event.unit, event.strength, event.becomes))
        ends = event.path[:1] + event.path[-1:]
        if ends and ends != (event.origin, event.destination):
            wrong.append(f"a path from {ends[0]} to {ends[-1]}")
        return wrong + ([] if event.count > 0 else ["a count that is not above 0"])

    def removed(self, event: ev.UnitsRemoved, state: GameState) -> list[str]:
        """Count units that leave the board."""
        self.units[event.power, event.unit] -= event.count
        return [] if event.count > 0 else ["a count that is not above 0"]

    def changed(self, event: ev.UnitsChanged, state: GameState) -> list[str]:
        """Count units that change their type, owner, strength or condition."""
        power, unit = event.to_power or event.power, event.to_unit or event.unit
        self.units[event.power, event.unit] -= event.count
        self.units[power, unit] += event.count
        return self._check_key(state, Stack(event.area, power, unit, event.to_strength or event.strength, event.becomes))

    def purchased(self, event: ev.UnitsPurchased, state: GameState) -> list[str]:
        """Count units that are bought."""
        self.pool[event.power, event.unit] += event.count
        return self._check_pool(state, event.power, event.unit)

    def controlled(self, event: ev.ControlChanged, state: GameState) -> list[str]:
        """Record an area that changes hands."""
        wrong = []
        if self.control.get(event.area, "") != event.before:
            wrong.append(f"{event.area} was held by {self.control.get(event.area, 'nobody')}")
        if event.after:
            self.control[event.area] = event.after
        else:
            self.control.pop(event.area, None)
        if not self.can_be_held(event.area):
            wrong.append(f"{event.area} is an area that nobody can control")
        nobodys = not event.after and self.can_be_nobodys(event.area)
        if (event.after not in self.title.powers and not nobodys) or event.after == event.before:
            wrong.append(f"controller {event.after!r}; expected a power other than {event.before!r}")
        return wrong

    def paid(self, event: ev.ResourceChanged, state: GameState) -> list[str]:
        """Add up money."""
        key = (event.power, event.resource)
        self.money[key] += event.delta
        if not self.money[key] == event.balance == state.resources.get(key):
            return [f"the changes add up to {self.money[key]}, the state holds {state.resources.get(key)}"]
        return [] if event.balance >= 0 else ["a negative balance"]

    def scored(self, event: ev.VictoryPointsScored, state: GameState) -> list[str]:
        """Add up points."""
        key = (event.contender, event.measure)
        self.points[key] += event.delta
        if not self.points[key] == event.total == state.points.get(key):
            return [f"the points scored add up to {self.points[key]}, the state holds {state.points.get(key)}"]
        return []

    def raided(self, event: ev.ConvoyRaided, state: GameState) -> list[str]:
        """Check a raid on convoys."""
        return [] if 0 < event.loss <= event.cap else [f"a loss of {event.loss}; expected 1 to {event.cap}"]

    def phase(self, event: ev.PhaseStarted, state: GameState) -> list[str]:
        """Check the order of turns and phases."""
        wrong = []
        if state.battle and not self.may_go_on(event.phase):
            wrong.append(f"battle {state.battle} is still open")
        if self.turn and event.turn not in (self.turn, self.turn + 1):
            wrong.append(f"turn {event.turn} follows turn {self.turn}")
        if event.turn != self.turn:
            wrong += self.check_rest(state)
        self.turn = event.turn
        return wrong

    def ended(self, event: ev.GameEnded, state: GameState) -> list[str]:
        """Note the end of the game."""
        self.over = True
        return []

    def _check_pool(self, state: GameState, power: str, unit: str) -> list[str]:
        booked, held = self.pool[power, unit], state.pool.get((power, unit), 0)
        return [] if booked == held >= 0 else [f"{power} has {held} {unit} waiting; expected {booked}"]

    def _check_key(self, state: GameState, key: Stack) -> list[str]:
        area, power, unit, _, _ = key
        if area not in self.title.areas or unit not in self.title.units or power not in self.title.powers:
            return [f"unknown area, power or unit in {key}"]
        wrong = [f"no stack {key}"] if state.stacks.get(key, 0) < 1 else []
        return wrong + self.check_stack(state, key)

    # When an order has been carried out

    def _check_books(self, state: GameState) -> list[str]:
        standing: Counter[tuple[str, str]] = Counter()
        for key, count in state.stacks.items():
            standing[key.power, key.unit] += count
        wrong = [f"stack {key} counts {count}" for key, count in state.stacks.items() if count < 1]
        wrong += [
            f"{units}: {standing[units]} on the board; placed minus removed is {self.units[units]}"
            for units in sorted({*standing, *self.units})
            if standing[units] != self.units[units]
        ]
        wrong += [f"{units}: {count} wait to be placed" for units, count in state.pool.items() if count < 1]
        if state.control != self.control:
            wrong.append("control differs from the sum of its changes")
        return wrong
