"""Loads that transports could land in an assault this turn, each with all its orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.condition import Condition
from engine.families.axis_allies.board import is_hostile_sea
from engine.families.axis_allies.bots.distances import route
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Load, Move, Offload
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.state import Stack

CARRIED = 2
"""Land units that a transport carries: one of any size and a light one (`pick_load`)."""


class Lot(NamedTuple):
    """Land units that one transport brings: `risk` is the ship's value where the enemy could sink it, else 0.

    `toll` is what of it the title's bots expect to lose there whether or not the landing succeeds, 0 where they do not ask.
    """

    units: Counter[str]
    orders: list[Order]
    risk: float
    toll: float = 0.0


class Ship(NamedTuple):
    """One transport that has not moved, and what is aboard."""

    key: Stack
    condition: Condition

    @property
    def zone(self) -> str:
        """Its sea zone."""
        return self.key.area


def lots(view: View, target: str) -> list[Lot]:
    """Return the loads that the power's transports can land in an area this turn, the most useful first."""
    zones = [zone for zone in view.coast_of(target) if not is_hostile_sea(view.position, zone, view.power)]
    left: dict[str, Counter[str]] = {}
    found = []
    for ship in ships(view):
        lot = _laden(view, ship, zones, target) if ship.condition.cargo else _fetch(view, ship, zones, target, left)
        if lot:
            found.append(lot)
    return sorted(found, key=lambda lot: (lot.toll, lot.risk, len(lot.orders), -sum(lot.units.values())))


def ships(view: View) -> Iterator[Ship]:
    """Yield the power's transports that have not moved, one by one."""
    for key, count, condition in view.all_idle("sea"):
        if view.title.units[key.unit].has("carries-land") and not is_hostile_sea(view.position, key.area, view.power):
            for _ in range(count):
                yield Ship(key, condition)


def empty_ships(view: View, zone: str) -> int:
    """Return how many of the power's transports in a zone have not moved and carry nothing."""
    return sum(1 for ship in ships(view) if ship.zone == zone and not ship.condition.cargo)


def load_words(power: str, units: Counter[str]) -> str:
    """Return own units as the load of a ship."""
    return show_units((unit, units[unit], power) for unit in sorted(units))


def sailing(view: View, ship: Ship, start: str, goal: str, load: str) -> list[Order]:
    """Return the move of one transport with its load between two sea zones in its reach; no order when it is there."""
    if start == goal:
        return []
    move = view.title.units[ship.key.unit].move
    path = route(view.title, start, goal, view.sails, move)
    return [Move(ship.key.unit, join_path(path), load)] if path else []


def _laden(view: View, ship: Ship, zones: list[str], target: str) -> Lot | None:
    """A load that is aboard already."""
    if any(power != view.power or not view.title.units[unit].attack for power, unit in ship.condition.cargo):
        return None
    units = Counter(unit for _, unit in ship.condition.cargo)
    load = load_words(view.power, units)
    reach = view.reach_at_sea(ship.zone, view.title.units[ship.key.unit].move)
    for zone in _landing_zones(view, ship, reach, zones)[:1]:
        sail = sailing(view, ship, ship.zone, zone, load)
        shore = Offload(show_units(sorted(units.items())), join_path([zone, target]), cargo=load)
        return Lot(units, [*sail, shore], _risk(view, ship, zone), _toll(view, ship, zone))
    return None


def _landing_zones(view: View, ship: Ship, reach: Iterable[str], zones: list[str]) -> list[str]:
    """Return the zones in reach from which a ship could land troops: where it is least expected to be lost, then the nearest, first."""
    return sorted((zone for zone in reach if zone in zones), key=lambda zone: _toll(view, ship, zone))


def _toll(view: View, ship: Ship, zone: str) -> float:
    """Return what the title's bots expect to lose of a ship that ends in a zone."""
    return view.toll(view, ship.key.unit, zone) if view.toll else 0.0


def _fetch(view: View, ship: Ship, zones: list[str], target: str, left: dict[str, Counter[str]]) -> Lot | None:
    """A load to be picked up on the way: sail, load, sail, offload, within the ship's movement."""
    move = view.title.units[ship.key.unit].move
    near = view.reach_at_sea(ship.zone, move)
    for pick, first in near.items() if not near.keys().isdisjoint(zones) else ():
        onward = view.reach_at_sea(pick, move - first)
        for zone in _landing_zones(view, ship, onward, zones):
            for shore in view.shores_of(pick):
                if shore != target and view.friendly(shore):
                    units = pick_load(view, left.setdefault(shore, Counter(view.spare(shore))))
                    if units:
                        left[shore] = left[shore] - units
                        orders = _voyage(view, ship, pick, zone, shore, target, units)
                        return Lot(units, orders, _risk(view, ship, zone), _toll(view, ship, zone))
    return None


def pick_load(view: View, units: Counter[str]) -> Counter[str]:
    """Return the best load for one ship: one unit of any size plus one light unit; who keeps to its home country stays there."""
    rows = view.title.units
    fit = sorted(
        (unit for unit in +units if rows[unit].has("cargo") and rows[unit].cls == "land" and not rows[unit].has("keeps-home")),
        key=lambda unit: (-rows[unit].attack, unit),
    )
    if not fit:
        return Counter()
    load = Counter([fit[0]])
    if rows[fit[0]].abilities["cargo"] == "whole":
        return load
    light = [unit for unit in fit if rows[unit].abilities["cargo"] == "light" and units[unit] > load[unit]]
    return load + Counter(light[:1])


def _voyage(view: View, ship: Ship, pick: str, zone: str, shore: str, target: str, units: Counter[str]) -> list[Order]:
    load, words = load_words(view.power, units), show_units(sorted(units.items()))
    there = sailing(view, ship, ship.zone, pick, "")
    onward = sailing(view, ship, pick, zone, load)
    return [
        *there,
        Load(words, join_path([shore, pick])),
        *onward,
        Offload(words, join_path([zone, target]), cargo=load),
    ]


def _risk(view: View, ship: Ship, zone: str) -> float:
    """Return the value of a ship that could be sunk where it ends, given who protects it there."""
    return float(view.title.units[ship.key.unit].cost) if view.danger_at_sea(zone) else 0.0
