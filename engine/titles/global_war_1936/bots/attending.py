"""A warship for every group of transports of greedy bots: alone, they are sunk by one submarine or one aircraft."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.bot import may
from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.bots.distances import route
from engine.families.axis_allies.bots.greedy.cover import stake
from engine.families.axis_allies.bots.greedy.fleets import idle, warships
from engine.families.axis_allies.bots.greedy.sealift import ships
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Move
from engine.orders import Order, join_path
from engine.play import Play

ALONE = 0.5
"""Share of all transports that lie alone from which no more are built: warships come first."""
NEAR = 3
"""Sea zones from which a warship comes: as far as the fastest sail in a turn."""


def attendants(play: Play, view: View) -> Iterator[list[Order]]:
    """Send an idle warship to each zone where transports lie alone and an enemy can reach them, the richest first."""
    for zone in bare_zones(view):
        orders = (order for order in _ways(view, zone) if may(play, order))
        if order := next(orders, None):
            yield [order]


def bare_zones(view: View) -> list[str]:
    """Return the sea zones where transports of one's own lie without a warship in reach of an enemy, the richest first."""
    zones = {key.area for key, _ in view.position.stacks_of(view.power) if is_sea(view.title, key.area)}
    bare = [zone for zone in zones if stake(view, zone) and is_bare(view, zone)]
    return sorted(bare, key=lambda zone: (-stake(view, zone), zone))


def are_too_few(view: View) -> bool:
    """Return whether so many transports lie alone that a nation had better build warships."""
    carriers = [unit for unit, row in view.title.units.items() if row.has("carries-land")]
    bare = set(bare_zones(view))
    found = [(key.area, n) for key, n in view.position.stacks_of(view.power) if key.unit in carriers]
    alone = sum(n for zone, n in found if zone in bare)
    return alone > 1 and alone >= ALONE * sum(n for _, n in found)


def is_bare(view: View, zone: str) -> bool:
    """Return whether no warship of one's own side lies in a zone that an enemy can reach."""
    return not warships(view, zone) and bool(view.threats.on(zone))


def shelters(play: Play, view: View) -> Iterator[list[Order]]:
    """Send empty transports that have nothing to do and lie alone to the nearest warships of their side that they reach."""
    for ship in list(ships(view)):
        if ship.condition.cargo or not is_bare(view, ship.zone):
            continue
        near = view.reach_at_sea(ship.zone, view.title.units[ship.key.unit].move)
        orders = (Move(ship.key.unit, join_path(route(view.title, ship.zone, zone, view.sails))) for zone in near if warships(view, zone))
        if order := next((order for order in orders if may(play, order)), None):
            yield [order]


def _ways(view: View, zone: str) -> Iterator[Order]:
    """Yield the moves of a warship to a zone: from the nearest first, the cheapest there; the last one stays with other transports."""
    units = view.title.units
    for start, steps in view.reach_at_sea(zone, NEAR).items():
        if start == zone or not view.idle(start, "sea"):
            continue
        if stake(view, start) and warships(view, start).total() < 2:
            continue
        able = [unit for unit in idle(view, start) if units[unit].move >= steps]
        for unit in sorted(able, key=lambda unit: (units[unit].cost, unit)):
            yield Move(unit, join_path(route(view.title, start, zone, view.sails)))
