"""Whether cargo loaded in the combat move can still be put ashore (sections Transports, Amphibious Assaults)."""

from __future__ import annotations

from engine.forces import show_units
from engine.mechanics.board import Stacks, condition_of, is_friendly, is_hostile, is_hostile_sea, neighbours, own_stacks
from engine.mechanics.movement.landing import attacks
from engine.mechanics.movement.points import points_left
from engine.mechanics.movement.sea import sea_ways
from engine.mechanics.movement.shore import load_text
from engine.mechanics.orders import Move, Offload
from engine.mechanics.transports import riders
from engine.orders import Order, join_path
from engine.rules import Position
from engine.state import Stack
from engine.titles.model import Unit


def shores(position: Position, zone: str, strict: bool, escorted: bool) -> list[str]:
    """Return the areas on a zone's coast where cargo can be put ashore in the combat move.

    Hostile areas by amphibious assault, from a zone that is not hostile or (with `escorted`, only if units that can
    attack are there) could be cleared; friendly areas from a zone that is not hostile, unless `strict`.
    """
    hostile = is_hostile_sea(position, zone, position.power)
    blocked = hostile and escorted and not attacks(position, zone)
    return [
        area
        for area in neighbours(position, zone, "land")
        if (is_hostile(position, area, position.power) and not blocked)
        or (not strict and not hostile and is_friendly(position, area, position.power))
    ]


def can_deliver(
    position: Position, unit: Unit, zone: str, left: int, moved: bool, strict: bool, escorted: bool
) -> bool:
    """Return whether a ship in a zone can put cargo ashore from there, or from where it can still go."""
    ways = sea_ways(position, unit, zone, left, False, moved)
    return any(shores(position, end, strict, escorted) for end in ways)


def undelivered(position: Position, strict: bool) -> list[tuple[Stack, Stacks]]:
    """Return the own ships with cargo loaded this combat move that is bound nowhere, though it can still be.

    Cargo in a hostile zone without units that can attack there is left out: its ship can only retreat or be lost.
    """
    found = []
    for area in position.board:
        for ship, count in own_stacks(position, area, position.power):
            condition, unit = condition_of(ship), position.title.units[ship[2]]
            if not unit.has("carries-land") or "loaded" not in condition or "offloaded" in condition:
                continue
            cargo = [(key, n) for key, n in riders(position, ship, count)
                     if "loaded" in condition_of(key) and not condition_of(key).target]  # fmt: skip
            if cargo and _deliverable(position, ship, strict):
                found.append((ship, cargo))
    return found


def _deliverable(position: Position, ship: Stack, strict: bool) -> bool:
    """Return whether a ship can put cargo ashore: where it is bound for, or else anywhere in reach."""
    condition, unit = condition_of(ship), position.title.units[ship[2]]
    if condition.target:
        return condition.target in shores(position, ship[0], strict, True)
    return can_deliver(position, unit, ship[0], points_left(position, ship), condition.used > 0, strict, True)


def delivery_orders(position: Position, strict: bool) -> list[Order]:
    """Return orders that bring undelivered cargo ashore, or nearer to a shore; at least one of them is legal."""
    orders: list[Order] = []
    for ship, cargo in undelivered(position, strict):
        condition, unit, zone = condition_of(ship), position.title.units[ship[2]], ship[0]
        load = load_text(ship)
        units = show_units((key[2], n) for key, n in cargo)
        here = [condition.target] if condition.target else shores(position, zone, strict, True)
        orders.extend(Offload(units, join_path((zone, area)), cargo=load) for area in here)
        if not here:
            ways = sea_ways(position, unit, zone, points_left(position, ship), False, condition.used > 0)
            orders.extend(Move(ship[2], join_path(way), load) for end, way in ways.items()
                          if len(way) > 1 and shores(position, end, strict, True))  # fmt: skip
    return orders
