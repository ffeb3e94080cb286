"""Which units go on which ships, and which cargo comes off which: the plans behind Load and Offload.

A plan is a list of (ship, pieces), ships one by one, so that it can be checked and carried out alike. Sections
Transports (Carry Land Units, Loading and Offloading), Transporting Multinational Forces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.condition import Condition, parse_condition
from engine.events import UnitsMoved
from engine.families.axis_allies.board import condition_of, is_cargo, own_stacks
from engine.families.axis_allies.movement.selection import load_of
from engine.families.axis_allies.orders import Load, Offload
from engine.families.axis_allies.transports import Item, change, fits, kept_words, put_ashore, riders
from engine.families.axis_allies.vocabulary import LOADED
from engine.play import Play
from engine.rules import Position
from engine.state import Stack

Cargo = list[tuple[Stack, tuple[Item, ...]]]
"""Ships, one by one, each with the pieces that go aboard or ashore."""


def ships_for(position: Position, order: Load | Offload, zone: str, able: Callable[[Condition], bool]) -> list[Stack]:
    """Return the ships an order may use, one by one: of the right power and load, and able to, sorted."""
    power = order.ship or position.power
    load = load_of(order, position.power) if order.cargo else None
    return [
        key
        for key, count in own_stacks(position, zone, power)
        if position.title.units[key.unit].has("carries-land")
        and (load is None or condition_of(key).cargo == load)
        and able(condition_of(key))
        for _ in range(count)
    ]


def stow(position: Position, order: Load, ships: list[Stack]) -> Cargo | None:
    """Return the units for each ship, or None if they do not all fit.

    Large cargo first, on ships where small cargo leaves room for it, then on empty ones; then small cargo, which
    fits wherever there is room. So the order is never refused for want of a better arrangement.
    """
    title, power = position.title, position.power
    units = [unit for unit, count in order.counts for _ in range(count)]
    units.sort(key=lambda unit: title.units[unit].abilities.get("cargo") == "light")
    plan: list[list[Item]] = [[] for _ in ships]
    for unit in units:
        rooms = [at for at, ship in enumerate(ships) if fits(title, (*condition_of(ship).cargo, *plan[at]), unit)]
        if not rooms:
            return None
        at = max(rooms, key=lambda at: (len(condition_of(ships[at]).cargo) + len(plan[at]), -at))
        plan[at].append((power, unit))
    return [(ship, tuple(items)) for ship, items in zip(ships, plan, strict=True) if items]


def unload(position: Position, order: Offload, ships: list[Stack], ready: Counter[str]) -> Cargo | None:
    """Return the cargo to take off each ship, or None if the ships do not hold that much.

    Ships already bound for the area come first, then those whose whole load is wanted (what was loaded this turn
    before older cargo, larger loads before smaller), then any. `ready` counts the units that may go ashore.
    """
    power, area = position.power, order.way[1]
    wanted = Counter(dict(order.counts))
    if any(ready[unit] < count for unit, count in wanted.items()):
        return None
    plan: Cargo = []
    free = {ship: _uncommitted(position, ship) for ship in ships}
    for ship in sorted(ships, key=lambda ship: _eagerness(ship, area, wanted, power)):
        held = Counter(unit for owner, unit in condition_of(ship).cargo if owner == power)
        if taken := held & wanted & free[ship]:
            wanted -= taken
            free[ship] -= taken
            plan.append((ship, tuple((power, unit) for unit in sorted(taken.elements()))))
    return None if wanted else plan


def _eagerness(ship: Stack, area: str, wanted: Counter[str], power: str) -> tuple[bool, bool, bool, int, Stack]:
    condition = condition_of(ship)
    mine = Counter(unit for owner, unit in condition.cargo if owner == power)
    return condition.target != area, not mine <= wanted, LOADED not in condition, -len(condition.cargo), ship


def _uncommitted(position: Position, ship: Stack) -> Counter[str]:
    """Return the power's cargo on a stack of ships that is not yet bound for a shore, by unit type."""
    free: Counter[str] = Counter()
    for key, n in riders(position, ship, position.state.stacks.get(ship, 0)):
        if key.power == position.power and not condition_of(key).target:
            free[key.unit] += n
    return free


def ready_cargo(position: Position, zone: str, able: Callable[[Condition], bool]) -> Counter[str]:
    """Return unit type to count of the power's own cargo in a zone that is able to go ashore and not yet bound to."""
    ready: Counter[str] = Counter()
    for key, count in own_stacks(position, zone, position.power):
        if is_cargo(key) and not condition_of(key).target and able(condition_of(key)):
            ready[key.unit] += count
    return ready


def embark(play: Play, order: Load, plan: Cargo, draws: dict[str, list[tuple[Stack, int]]], mark: bool) -> None:
    """Emit the events of loading: units to sea as cargo, ships with their new loads.

    Args:
        draws: unit type to the stacks that its units come from. mark: whether the ships are then `loaded`.
    """
    way = order.way
    going = Counter(unit for _, items in plan for _, unit in items)
    for unit, stacks in draws.items():
        for (area, power, name, strength, before), n in stacks:
            taken = min(n, going[unit])
            aboard = Condition(words=(LOADED,), aboard=True).having(*kept_words(parse_condition(before))).text
            if taken:
                play.emit(UnitsMoved(power, name, taken, area, way[-1], strength, "load", before, aboard, way))
                going[unit] -= taken
    for (ship, items), count in Counter(plan).items():
        becomes = condition_of(ship).loading(*items)
        change(play, ship, count, becomes.having(LOADED) if mark else becomes, "load")


def pledge(play: Play, plan: Cargo, area: str) -> None:
    """Emit the declaration of an amphibious assault: cargo and ships are bound for the area."""
    for ship, items in plan:
        wanted = Counter(items)
        for key, n in _newest_first(play.position, ship):
            taken = min(n, wanted[key.power, key.unit])
            if taken and not condition_of(key).target:
                change(play, key, taken, condition_of(key)._replace(target=area), "assault")
                wanted[key.power, key.unit] -= taken
        change(play, ship, 1, condition_of(ship)._replace(target=area), "assault")


def _newest_first(position: Position, ship: Stack) -> list[tuple[Stack, int]]:
    aboard = [item for item in own_stacks(position, ship.area, position.power) if is_cargo(item[0])]
    return sorted(aboard, key=lambda item: ((LOADED in condition_of(item[0])) != (LOADED in condition_of(ship)), item[0]))


def disembark(play: Play, plan: Cargo, area: str) -> None:
    """Emit the events of offloading into a friendly area."""
    for ship, items in plan:
        put_ashore(play, ship, items, area, "offload")
