"""Which stacks stand in which area: kept in step with a game's events, because rules ask for it all the time."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import Event, UnitsChanged, UnitsMoved, UnitsPlaced, UnitsRemoved
from engine.state import GameState, Key, Stack

_make = tuple.__new__


def _placed(event: UnitsPlaced) -> tuple[Key, ...]:
    return ((event.area, event.power, event.unit, event.strength, event.condition),)


def _moved(event: UnitsMoved) -> tuple[Key, ...]:
    power, unit, strength = event.power, event.unit, event.strength
    return (event.origin, power, unit, strength, event.condition), (
        event.destination,
        power,
        unit,
        strength,
        event.becomes,
    )


def _removed(event: UnitsRemoved) -> tuple[Key, ...]:
    return ((event.area, event.power, event.unit, event.strength, event.condition),)


def _changed(event: UnitsChanged) -> tuple[Key, ...]:
    area, power, unit, strength = event.area, event.power, event.unit, event.strength
    to = (area, event.to_power or power, event.to_unit or unit, event.to_strength or strength, event.becomes)
    return (area, power, unit, strength, event.condition), to


KEYS: dict[type[Event], Callable[..., tuple[Key, ...]]] = {
    UnitsPlaced: _placed,
    UnitsMoved: _moved,
    UnitsRemoved: _removed,
    UnitsChanged: _changed,
}
"""Kind of event to a function that names the stacks it changes: those whose count may be another one now."""


class StackIndex:
    """The stacks of a state by area.

    Args:
        state: whose stacks; it goes on changing, and answers are always those of its present state.
    """

    def __init__(self, state: GameState) -> None:
        self._state, self._shifts = state, -1
        self._areas: dict[str, dict[Stack, int]] = {}
        self._sorted: dict[str, list[tuple[Stack, int]]] = {}
        self._owned: dict[str, dict[str, list[tuple[Stack, int]]]] = {}
        self._names: list[str] | None = None
        self._powers: dict[str, list[tuple[Stack, int]]] = {}
        self._places: dict[str, frozenset[str]] = {}
        """Power to the areas it has, or had, stacks in; empty until somebody asks for a power's stacks."""
        self._board: dict[str, list[tuple[Stack, int]]] | None = None

    def fork(self, state: GameState) -> StackIndex:
        """Return an index of a copy of the state, which has not changed yet; both go their own ways from now on."""
        other = StackIndex(state)
        if self._shifts == state.shifts:
            # Nothing changes the dictionary of an area in place, so that both may hold it.
            other._areas, other._sorted, other._owned = self._areas.copy(), self._sorted.copy(), self._owned.copy()
            other._names, other._powers, other._board = self._names, self._powers.copy(), self._board
            other._places = self._places.copy()
            other._shifts = self._shifts
        return other

    def stacks(self, area: str) -> list[tuple[Stack, int]]:
        """Return the (key, count) of every stack in an area, sorted by key."""
        if self._shifts != self._state.shifts:
            self._make()
        found = self._sorted.get(area)
        if found is None:
            found = self._sorted[area] = sorted(self._areas[area].items()) if area in self._areas else []
        return found

    def owned(self, area: str) -> dict[str, list[tuple[Stack, int]]]:
        """Return power to its stacks in an area; powers and stacks are sorted as in `stacks`."""
        if self._shifts != self._state.shifts:
            self._make()
        found = self._owned.get(area)
        if found is None:
            found = self._owned[area] = {}
            for item in self.stacks(area):
                found.setdefault(item[0][1], []).append(item)
        return found

    def of(self, power: str) -> list[tuple[Stack, int]]:
        """Return the stacks of a power on the whole board, sorted by key."""
        if self._shifts != self._state.shifts:
            self._make()
        if not self._places:
            self._find_places()
        found = self._powers.get(power)
        if found is None:
            places = sorted(self._places.get(power, ()))
            found = self._powers[power] = [item for area in places for item in self.owned(area).get(power, ())]
        return found

    def _find_places(self) -> None:
        found: dict[str, set[str]] = {}
        for area in self._areas:
            for power in self.owned(area):
                found.setdefault(power, set()).add(area)
        self._places = {power: frozenset(places) for power, places in found.items()}

    def board(self) -> dict[str, list[tuple[Stack, int]]]:
        """Return area to its stacks, both sorted; a dictionary of its own after each change of the stacks."""
        if self._shifts != self._state.shifts:
            self._make()
        if self._board is None:
            known = self._sorted
            self._board = {area: known[area] if area in known else self.stacks(area) for area in self._in_order()}
        return self._board

    def _in_order(self) -> list[str]:
        """Return the areas with stacks, sorted."""
        if self._names is None:
            self._names = sorted(self._areas)
        return self._names

    def follow(self, event: Event) -> None:
        """Keep up with an event that the state has folded just now.

        Whoever folds without saying so, or an event that changes stacks everywhere, costs a new index at the next question.
        """
        keys = KEYS.get(type(event))
        if keys is None or self._shifts != self._state.shifts - 1:
            return
        for key in keys(event):
            self._count(key)
        self._board, self._shifts = None, self._state.shifts

    def _count(self, key: Key) -> None:
        stack = _make(Stack, key)
        area, count = stack.area, self._state.stacks.get(stack)
        there = self._areas.get(area, {}).copy()
        if count is None:
            there.pop(stack, None)
        else:
            there[stack] = count
        if not there or area not in self._areas:
            self._names = None
        if there:
            self._areas[area] = there
        else:
            self._areas.pop(area, None)
        self._sorted.pop(area, None)
        self._owned.pop(area, None)
        power = key[1]
        self._powers.pop(power, None)
        if count is not None and self._places:
            places = self._places.get(power, frozenset())
            if area not in places:  # one that it has left stays in: it has no stacks to add
                self._places[power] = places | {area}

    def _make(self) -> None:
        areas: dict[str, dict[Stack, int]] = {}
        for key, count in self._state.stacks.items():
            area = key.area
            if area in areas:
                areas[area][key] = count
            else:
                areas[area] = {key: count}
        self._areas, self._names, self._sorted, self._owned = areas, None, {}, {}
        self._powers, self._places, self._board, self._shifts = {}, {}, None, self._state.shifts
