"""One movement of the history as orders.

What TripleA moves in one go can be several orders here: a load or an offload for each transport, a move for each load
that ships carry. Cargo is not named: it goes with its ship.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from engine.families.axis_allies.orders import Load, Move, Offload
from engine.forces import show_units
from engine.orders import EMPTY, Order, join_path
from ingest.triplea.changes import Change, Composite, UnitProperty
from ingest.triplea.history import Event
from ingest.triplea.orders.names import Names
from ingest.triplea.rendering import Move as Shown
from ingest.triplea.state import TripleaState, UnitState

Raids = Mapping[str, Counter[str]]
"""Area -> unit -> how many are still to be sent on a raid there; "" for bombers of any type."""


class MoveReader:
    """Makes orders of the movements of a player's turn; `state` is the save's, before the event."""

    def __init__(self, names: Names, state: TripleaState, changes: tuple[Change, ...], player: str) -> None:
        self.names, self.state, self.changes, self.player = names, state, changes, player
        self.targets: dict[str, str] = {}

    def orders(self, event: Event, raids: Raids) -> Iterator[Order]:
        """Yield the orders of a movement. `raids`: what is still to be sent on raids; counted down."""
        shown = event.shown
        if not isinstance(shown, Shown):
            return
        path = self.names.path(shown.route)
        units = [self.state.units[ident] for ident in shown.units]
        sea = [self.names.title.areas[area].kind == "sea" for area in path]
        land = [unit for unit in units if self._class(unit) == "land"]
        if any(sent_by_air(self.changes[event.start : event.stop])):
            yield Move(self.text(units), join_path(path), drop=True)
        elif land and not sea[0] and sea[-1]:
            yield from self._loads(event, land, path)
        elif land and sea[0] and not sea[-1]:
            yield from self._offloads(land, path)
        else:
            yield from self._moves(units, path, raids)

    def crosses(self, event: Event) -> bool:
        """Return whether a movement takes land units over a coast."""
        if not isinstance(event.shown, Shown):
            return False
        kinds = {self.names.title.areas[area].kind for area in self.names.path(event.shown.route)}
        return len(kinds) > 1 and any(self._class(self.state.units[ident]) == "land" for ident in event.shown.units)

    def plan(self, event: Event, raids: Raids) -> Planned | None:
        """Return the orders of a movement with the units that it concerns; None for an event that is none."""
        orders = tuple(self.orders(event, raids))
        ships = (ship for _, ship in carried(self.changes[event.start : event.stop]))
        return Planned(frozenset((*event.shown.units, *ships)), orders) if isinstance(event.shown, Shown) else None

    def _class(self, unit: UnitState) -> str:
        return self.names.title.units[self.names.units[unit.type]].cls

    def _loads(self, event: Event, land: list[UnitState], path: tuple[str, ...]) -> Iterator[Order]:
        ships = dict(carried(self.changes[event.start : event.stop]))
        by_ship: dict[str, list[UnitState]] = {}
        for unit in land:
            by_ship.setdefault(ships.get(unit.id) or "", []).append(unit)
        for ship, cargo in by_ship.items():
            yield Load(self.text(cargo), join_path(path), self._owner(ship, cargo[0]), self._load(ship) or EMPTY)

    def _offloads(self, land: list[UnitState], path: tuple[str, ...]) -> Iterator[Order]:
        by_ship: dict[str, list[UnitState]] = {}
        for unit in land:
            by_ship.setdefault(str(unit.properties.get("transportedBy") or ""), []).append(unit)
        for ship, cargo in by_ship.items():
            yield Offload(self.text(cargo), join_path(path), self._owner(ship, cargo[0]), self._load(ship))

    def _owner(self, ship: str, cargo: UnitState) -> str:
        held = self.state.units.get(ship)
        owners = self.names.owners
        return owners[held.owner] if held and owners[held.owner] != owners[cargo.owner] else ""

    def _moves(self, units: list[UnitState], path: tuple[str, ...], raids: Raids) -> Iterator[Order]:
        aboard = {unit.id for unit in units if unit.properties.get("transportedBy")}
        ships: dict[str, list[UnitState]] = {}
        raiders, others = [], []
        guests = [unit for unit in units if self.names.owners[unit.owner] != self.names.owners[self.player]]
        for unit in units:
            if unit.id in aboard or unit in guests:
                continue
            load = self._load(unit.id) if self._class(unit) == "sea" else ""
            if load:
                ships.setdefault(load, []).append(unit)
            elif self._raids(unit, raids.get(path[-1], Counter())):
                raiders.append(unit)
            else:
                others.append(unit)
        yield from self._with_guests(others, [unit for unit in guests if unit.id not in aboard], path)
        if raiders:
            yield Move(self.text(raiders), join_path(path), raid=True, target=self._target(raiders, path[-1]))
        for load, loaded in sorted(ships.items()):
            yield Move(self.text(loaded), join_path(path), cargo=load)

    def _with_guests(self, units: list[UnitState], guests: list[UnitState], path: tuple[str, ...]) -> Iterator[Order]:
        """Yield a move for each carrier that takes allied aircraft along, then one for all the others."""
        carriers = [unit for unit in units if self._room(unit)]
        rest = list(units)
        while guests and carriers:
            carrier = carriers.pop(0)
            rest.remove(carrier)
            taken, guests = guests[: self._room(carrier)], guests[self._room(carrier) :]
            counts = Counter((self.names.units[unit.type], self.names.owners[unit.owner]) for unit in taken)
            cargo = show_units((unit, n, power) for (unit, power), n in sorted(counts.items()))
            yield Move(self.text([carrier]), join_path(path), cargo)
        if rest:
            yield Move(self.text(rest), join_path(path))

    def _raids(self, unit: UnitState, left: Counter[str]) -> bool:
        """Return whether a unit is one of those that still go on a raid, and count it."""
        row = self.names.title.units[self.names.units[unit.type]]
        bombs = row.has("strategic-bombing") or row.has("bombs-bases")
        found = row.unit if left[row.unit] else "" if bombs and left[""] else None
        if found is not None:
            left[found] -= 1
        return found is not None

    def _target(self, raiders: list[UnitState], area: str) -> str:
        """Return the facility that is raided; where the history names none, and bombers of bases alone go, a base."""
        units = self.names.title.units
        rows = [units[self.names.units[unit.type]] for unit in raiders]
        if area in self.targets or any(row.has("strategic-bombing") for row in rows):
            return self.targets.get(area, "")
        there = [self.names.units[unit.type] for unit in self.state.units.values() if self._stands(unit, area)]
        return next((unit for unit in units if unit in there and units[unit].cls == "facility" and not units[unit].has("produces")), "")

    def _stands(self, unit: UnitState, area: str) -> bool:
        return unit.holder is not None and unit.holder[0] == "territory" and self.names.areas[unit.holder[1]] == area

    def _room(self, unit: UnitState) -> int:
        row = self.names.title.units[self.names.units[unit.type]]
        return row.number("carries-aircraft") if row.has("carries-aircraft") else 0

    def _load(self, ship: str) -> str:
        """Return what a ship carries, as orders write it; powers are named where they are not the ship's own."""
        held = self.state.units.get(ship)
        if held is None or held.holder is None:
            return ""
        here = self.state.held_at[held.holder].values()
        cargo = [unit for unit in here if unit.properties.get("transportedBy") == ship]
        counts = Counter((self.names.units[unit.type], self.names.owners[unit.owner]) for unit in cargo)
        return show_units((unit, n, power) for (unit, power), n in sorted(counts.items()))

    def text(self, units: list[UnitState]) -> str:
        """Return units as the text of an order."""
        counts = Counter(self.names.units[unit.type] for unit in units)
        return show_units((unit, counts[unit]) for unit in self.names.title.units if counts[unit])


class Planned(NamedTuple):
    """The orders of one movement, and the units that it concerns: those that move, and the ships they board."""

    units: frozenset[str]
    orders: tuple[Order, ...]


def together(plan: list[Planned], at: int) -> list[Planned]:
    """Return the plan with the movement `at` and all before it that concern its units brought to the front.

    Moves of a phase take place at the same time (Phase 2: Combat Move), so their order is free. Ships that an order
    cannot tell apart are told apart by what moves first.
    """
    units, chain = plan[at].units, [at]
    for n in range(at - 1, -1, -1):
        if plan[n].units & units:
            units |= plan[n].units
            chain.append(n)
    return [plan[n] for n in sorted(chain)] + [one for n, one in enumerate(plan) if n not in chain]


def joined(events: tuple[Event, ...], crosses: Callable[[Event], bool]) -> list[tuple[Event, int]]:
    """Return movements, those that take the same units on at once joined to one, each with where its changes end.

    An order that names the whole way says which of two ships goes: the one that can go so far. `crosses`: whether a
    movement is a load or an offload, which is never joined.
    """
    found: list[tuple[Event, int]] = []
    for event in events:
        before = found[-1][0] if found else None
        on = _gone_on(before, event) if before else None
        if before and on and not crosses(before) and not crosses(event):
            found[-1] = replace(before, shown=on), event.stop
        else:
            found.append((event, event.stop))
    return found


def _gone_on(before: Event, after: Event) -> Shown | None:
    """Return the whole way of units that two movements take on, one after the other."""
    one, two = before.shown, after.shown
    if not (isinstance(one, Shown) and isinstance(two, Shown)) or sorted(one.units) != sorted(two.units) or one.route[-1] != two.route[0]:
        return None
    return replace(one, route=one.route + two.route[1:])


def sent_by_air(changes: tuple[Change, ...]) -> Iterator[bool]:
    """Yield True for each unit that a base sends by air in some changes."""
    for change in changes:
        if isinstance(change, Composite):
            yield from sent_by_air(change.changes)
        elif isinstance(change, UnitProperty) and change.name == "airborne" and change.new:
            yield True


def carried(changes: tuple[Change, ...]) -> Iterator[tuple[str, str]]:
    """Yield (cargo, transport) of everything that goes aboard in some changes."""
    for change in changes:
        if isinstance(change, Composite):
            yield from carried(change.changes)
        elif isinstance(change, UnitProperty) and change.name == "transportedBy" and change.new:
            yield change.unit, str(change.new)
