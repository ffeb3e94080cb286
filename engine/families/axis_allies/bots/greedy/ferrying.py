"""Noncombat moves of a greedy bot at sea: transports fetch and deliver units, warships escort them."""

from __future__ import annotations

from collections import Counter

from engine.families.axis_allies.board import condition_of, is_hostile_sea, own_stacks
from engine.families.axis_allies.bots.distances import route
from engine.families.axis_allies.bots.greedy.sealift import Ship, load_words, pick_load, sailing, ships
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Load, Move, Offload
from engine.families.axis_allies.vocabulary import OFFLOADED
from engine.forces import show_units
from engine.orders import Order, join_path

BRIDGEHEAD = 3
"""Distance from the front within which a friendly shore is worth landing on."""


def ferries(view: View) -> list[Order]:
    """Return the orders of the next transport with something to do; ships are planned one at a time."""
    for ship in ships(view):
        orders = _bring(view, ship) if ship.condition.cargo else _fetch(view, ship)
        if orders:
            return orders
    return []


def _bridgeheads(view: View, zone: str) -> list[str]:
    """Return the friendly shores of a zone from which the front can be reached, the nearest to it first."""
    shores = [area for area in view.shores_of(zone) if view.front.get(area, 99) <= BRIDGEHEAD]
    return sorted(shores, key=lambda area: (view.front[area], -view.worth(area), area))


def _is_goal(view: View, zone: str) -> bool:
    """Return whether cargo is wanted at a zone: it touches a bridgehead or a hostile shore worth taking."""
    if is_hostile_sea(view.position, zone, view.power):
        return False
    return bool(_bridgeheads(view, zone)) or any(
        view.hostile(area) and view.worth(area) > 0 for area in view.shores_of(zone)
    )


def _bring(view: View, ship: Ship) -> list[Order]:
    """Sail a load towards its goal, and land it there if the shore is friendly."""
    mine = Counter(unit for power, unit in ship.condition.cargo if power == view.power)
    load = show_units((unit, count, power) for (power, unit), count in sorted(Counter(ship.condition.cargo).items()))
    zone = _toward(view, ship)
    sail = sailing(view, ship, ship.zone, zone, load)
    shores = _bridgeheads(view, zone)
    if shores and mine:
        return [*sail, Offload(show_units(sorted(mine.items())), join_path([zone, shores[0]]), cargo=load)]
    return sail


def _toward(view: View, ship: Ship) -> str:
    """Return the zone in reach nearest to a goal; the one a step before it if that zone is unsafe and not itself a goal."""
    move = view.title.units[ship.key.unit].move
    reach = view.reach_at_sea(ship.zone, move)
    wide = view.reach_at_sea(ship.zone)
    goals = [zone for zone in wide if _is_goal(view, zone)]
    if not goals:
        return ship.zone
    best = min(goals, key=lambda zone: (wide[zone] - _pull(view, zone), zone))
    path = route(view.title, ship.zone, best, view.sails)
    within = [zone for zone in path if zone in reach and path.index(zone) <= move]
    safe = [zone for zone in within if not view.danger_at_sea(zone)]
    if within[-1] == best and _bridgeheads(view, best):
        return best
    return (safe or [ship.zone])[-1]


def _pull(view: View, zone: str) -> float:
    """Return how many extra steps a goal is worth: more for rich shores."""
    return max((view.worth(area) / 12 for area in view.shores_of(zone) if not view.friendly(area)), default=0.0)


def _fetch(view: View, ship: Ship) -> list[Order]:
    """Load units waiting on a shore in reach and sail on with them, or sail empty towards such a shore."""
    move = view.title.units[ship.key.unit].move
    for pick, first in view.reach_at_sea(ship.zone, move).items():
        for shore in view.shores_of(pick):
            units = pick_load(view, _waiting(view, shore))
            if units:
                there = sailing(view, ship, ship.zone, pick, "")
                load = Load(show_units(sorted(units.items())), join_path([shore, pick]))
                return [*there, load, *_go_on(view, ship, pick, move - first, units)]
    return _seek(view, ship, move)


def _go_on(view: View, ship: Ship, pick: str, left: int, units: Counter[str]) -> list[Order]:
    """After loading: land at once if a bridgehead is within the ship's remaining movement."""
    words = load_words(view.power, units)
    for zone in view.reach_at_sea(pick, left):
        shores = _bridgeheads(view, zone)
        if shores:
            path = route(view.title, pick, zone, view.sails, left)
            sail: list[Order] = [Move(ship.key.unit, join_path(path), words)] if len(path) > 1 else []
            return [*sail, Offload(show_units(sorted(units.items())), join_path([zone, shores[0]]), cargo=words)]
    return []


def _waiting(view: View, shore: str) -> Counter[str]:
    """Return the units waiting on a friendly shore from which no front can be reached by land."""
    return view.spare(shore) if view.friendly(shore) and shore not in view.front else Counter()


def _seek(view: View, ship: Ship, move: int) -> list[Order]:
    """Sail empty towards the nearest shore where units wait, or else home."""
    wide = view.reach_at_sea(ship.zone)
    home = set(view.coast_of(view.title.powers[view.power].capital))
    near = (zone for zone in wide if wide[zone] <= view.fetched)
    waiting = [zone for zone in near if any(_waiting(view, shore) for shore in view.shores_of(zone))]
    goal = next(iter(waiting), None) or next((zone for zone in wide if zone in home), ship.zone)
    path = route(view.title, ship.zone, goal, view.sails)[: move + 1]
    while len(path) > 1 and view.danger_at_sea(path[-1]):
        path.pop()
    return [Move(ship.key.unit, join_path(path))] if len(path) > 1 else []


def escorts(view: View) -> list[Order]:
    """Return moves of idle warships to the nearest zone with own transports that an enemy could sink."""
    needy = [area for area in view.position.board if _has_transports(view, area) and view.danger_at_sea(area)]
    orders: list[Order] = []
    for key, count, _ in view.all_idle("sea") if needy else ():
        area, row = key.area, view.title.units[key.unit]
        if not row.attack or row.number("carries-aircraft") or _has_transports(view, area):
            continue
        near = view.reach_at_sea(area, row.move)
        goal = next((zone for zone in near if zone in needy), "")
        if goal:
            path = route(view.title, area, goal, view.sails, row.move)
            orders.append(Move(show_units([(key.unit, count)]), join_path(path)))
    return orders


def _has_transports(view: View, zone: str) -> bool:
    units = view.title.units
    return any(
        units[key.unit].has("carries-land") and OFFLOADED not in condition_of(key)
        for key, _ in own_stacks(view.position, zone, view.power)
    )
