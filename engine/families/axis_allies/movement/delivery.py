"""Whether cargo loaded in the combat move can still be put ashore (sections Transports, Amphibious Assaults)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.derived import derived_from
from engine.families.axis_allies.board import (
    Stacks,
    condition_of,
    count_of,
    is_cargo,
    is_friendly,
    is_hostile,
    is_hostile_sea,
    neighbours,
    own_stacks,
)
from engine.families.axis_allies.movement.landing import attacks
from engine.families.axis_allies.movement.marines import guarded
from engine.families.axis_allies.movement.movement_limits import check_ban
from engine.families.axis_allies.movement.points import points_left
from engine.families.axis_allies.movement.routes import Way
from engine.families.axis_allies.movement.sea import sea_ways
from engine.families.axis_allies.movement.shore import load_text
from engine.families.axis_allies.orders import Move, Offload
from engine.families.axis_allies.transports import offloads_widely, riders
from engine.families.axis_allies.vocabulary import LOADED, OFFLOADED, WAITING
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.rules import Position
from engine.state import Stack
from engine.title.title_modules import hook


def lacks(position: Position, zone: str) -> str:
    """Return what an assault from a zone still lacks: `attackers`, `warship`, or nothing.

    A hostile zone needs own units that can attack there (Amphibious Assaults). Enemy submarines that guard coasts
    need a surface warship (Global 1940, Submarines).
    """
    if guarded(position, zone):
        return "warship"
    hostile = is_hostile_sea(position, zone, position.power)
    return "attackers" if hostile and not attacks(position, zone) else ""


def shores(position: Position, zone: str, strict: bool) -> list[str]:
    """Return the areas on a zone's coast where cargo can be put ashore in the combat move, as things stand.

    Hostile areas by a complete amphibious assault; friendly areas from a zone that is not hostile, unless `strict`. Never those
    that an order to offload may not name, so that nobody loads for a coast where nothing can land.
    """
    closed = strict or is_hostile_sea(position, zone, position.power)
    ready = not lacks(position, zone)
    return [
        area
        for area in neighbours(position, zone, "land")
        if (ready and _is_attackable(position, zone, area))
        or (not closed and is_friendly(position, area, position.power) and _is_open(position, zone, area))
    ]


def _is_attackable(position: Position, zone: str, area: str) -> bool:
    """Return whether an assault from a zone may be ordered on an area: hostile, and nothing keeps the troops out."""
    return is_hostile(position, area, position.power) and _is_open(position, zone, area)


def _is_open(position: Position, zone: str, area: str) -> bool:
    """Return whether nothing keeps troops that come from a zone out of an area, hostile or not."""
    if check_ban(position, "land", area, "combat-move"):
        return False
    bars = hook(position.title, "reach", "bars_landing")
    return not (bars and bars(position, zone, area))


def undelivered(position: Position, strict: bool) -> list[tuple[Stack, Stacks]]:
    """Return the own ships with cargo loaded this combat move that has no destination yet but can still get one.

    Cargo that could go ashore only from a zone that lacks attackers is left out, see `burdens`.
    """
    return [item for item in _unbound(position) if _deliverable(position, item[0], strict)]


@derived_from("moment")
def _cargo(position: Position) -> Stacks:
    """Return the cargo of the power on turn, by area."""
    return [item for item in position.stacks_of(position.power) if is_cargo(item[0])]


def _unbound(position: Position) -> Iterator[tuple[Stack, Stacks]]:
    """Yield the own ships with cargo loaded in this combat move that is bound nowhere, and that cargo."""
    for area in dict.fromkeys(key.area for key, _ in _cargo(position)):
        for ship, count in own_stacks(position, area, position.power):
            condition, unit = condition_of(ship), position.title.units[ship.unit]
            if not unit.has("carries-land") or LOADED not in condition or _goes_on_later(position, ship):
                continue
            cargo = [(key, n) for key, n in riders(position, ship, count) if LOADED in condition_of(key) and not condition_of(key).target]
            if cargo:
                yield ship, cargo


def _goes_on_later(position: Position, ship: Stack) -> bool:
    """Whether a ship can go on after sea combat, behind a screening force (option `screening` at `on`): it delivers then."""
    if position.options.get("screening") != "on" or condition_of(ship).target:
        return False
    waits = WAITING in condition_of(ship) or is_hostile_sea(position, ship.area, position.power)
    return waits and points_left(position, ship) > 0


def _deliverable(position: Position, ship: Stack, strict: bool) -> bool:
    """Return whether a ship can put cargo ashore: where it is bound for, or else anywhere in reach."""
    condition = condition_of(ship)
    if (OFFLOADED in condition or condition.target) and offloads_widely(position, ship):
        return bool(shores(position, ship.area, strict))
    if OFFLOADED in condition:
        return False
    if condition.target:
        return condition.target in shores(position, ship.area, strict)
    return any(shores(position, end, strict) for end in _ends(position, ship))


def _ends(position: Position, ship: Stack) -> dict[str, Way]:
    """Return the zones where a ship can still end its combat move, where it is first, with a way to each."""
    used, unit = condition_of(ship).used, position.title.units[ship.unit]
    return sea_ways(position, unit, ship.area, points_left(position, ship), False, used > 0)


class Burden(NamedTuple):
    """Cargo that cannot go ashore now: the number of units, and the zones, one of which must be made ready.

    `lacking` lists what each zone lacks; a burden without zones cannot be helped.
    """

    number: int
    lacking: dict[str, str]


def burdens(position: Position, strict: bool) -> list[Burden]:
    """Return the cargo bound for an assault, or loaded in this combat move, that cannot go ashore if the phase ends now."""
    found: list[Burden] = []
    bound: dict[str, int] = {}
    for key, n in _cargo(position):
        if condition_of(key).target:
            bound[key.area] = bound.get(key.area, 0) + n
    for zone, count in bound.items():
        if lack := lacks(position, zone):
            found.append(Burden(count, {zone: lack}))
    for ship, cargo in _unbound(position):
        if not _deliverable(position, ship, strict):
            target = condition_of(ship).target
            ends = [ship.area] if target else list(_ends(position, ship))
            coasts = {zone: lacks(position, zone) for zone in ends if _is_hostile_coast(position, zone, target)}
            found.append(Burden(count_of(cargo), {zone: lack for zone, lack in coasts.items() if lack}))
    return found


def _is_hostile_coast(position: Position, zone: str, target: str) -> bool:
    areas = [target] if target else neighbours(position, zone, "land")
    return any(_is_attackable(position, zone, area) for area in areas)


def delivery_orders(position: Position, strict: bool) -> list[Order]:
    """Return orders that bring undelivered cargo ashore, or nearer to a shore; at least one of them is legal."""
    orders: list[Order] = []
    for ship, cargo in undelivered(position, strict):
        condition, zone = condition_of(ship), ship.area
        load = load_text(ship)
        units = show_units((key.unit, n) for key, n in cargo)
        bound = condition.target and not offloads_widely(position, ship)
        here = [condition.target] if bound else shores(position, zone, strict)
        orders.extend(Offload(units, join_path((zone, area)), cargo=load) for area in here)
        if not here:
            orders.extend(
                Move(ship.unit, join_path(way), load)
                for end, way in _ends(position, ship).items()
                if len(way) > 1 and shores(position, end, strict)
            )
    return orders
