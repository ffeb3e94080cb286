"""A warship for every group of transports of greedy bots: alone, they are sunk by one submarine or one aircraft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.bots.bot import may
from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.bots.distances import route
from engine.families.axis_allies.bots.greedy.cover import stake
from engine.families.axis_allies.bots.greedy.fleets import idle, warships
from engine.families.axis_allies.bots.greedy.forces import judge
from engine.families.axis_allies.bots.greedy.sealift import Ship, ships
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Move
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.play import Play
from engine.titles.global_war_1936.bots.cruising import sail
from engine.titles.global_war_1936.bots.months import share

ALONE = 0.5
"""Share of all transports that lie alone from which no more are built: warships come first."""
BEATEN = 0.4
"""Chance of an enemy's victory up to which transports are safe, as of other ships (`View.danger_at_sea`)."""
STAY = 3
"""Warships that stay with transports at most: against a fleet or an air force, only more would help, and they are wanted elsewhere."""
RELIEF = 8
"""Sea zones that warships go, in several turns, to transports that an enemy would sink."""
SOUGHT = 0.25
"""Chance that an enemy who can sink a transport goes after it."""
NEAR = 3
"""Sea zones from which a warship comes: as far as the fastest sail in a turn."""


def attendants(play: Play, view: View) -> Iterator[list[Order]]:
    """Send an idle warship to each zone where transports lie alone and an enemy can reach them, the richest first."""
    for zone in bare_zones(view):
        orders = (order for order in _ways(view, zone) if may(play, order))
        if order := next(orders, None):
            yield [order]


def reliefs(play: Play, view: View) -> Iterator[list[Order]]:
    """Send warships that guard nothing towards the nearest transports that an enemy would sink, as far as they are safe themselves.

    The bots of the family send all to the richest convoy, half the world away.
    """
    for start in view.position.areas_of(view.power):
        ships = idle(view, start) if is_sea(view.title, start) and not stake(view, start) else None
        if not ships:
            continue
        near = view.reach_at_sea(start, RELIEF)
        goal = next((zone for zone in near if stake(view, zone) and view.danger_at_sea(zone)), "")
        order = sail(play, view, start, goal, ships) if goal else None
        if order:
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
    """Send transports that have nothing to do and would be sunk where they lie to where they would not, else to warships of their side."""
    for ship in list(ships(view)):
        if view.danger_at_sea(ship.zone):
            orders = (Move(ship.key.unit, join_path(path), _load(ship)) for path in _havens(view, ship))
            if order := next((order for order in orders if may(play, order)), None):
                yield [order]


def _havens(view: View, ship: Ship) -> Iterator[list[str]]:
    """Yield the ways of a transport to zones that are safe for it, first those where warships stay safe with it; then, if alone, to any."""
    near = [zone for zone in view.reach_at_sea(ship.zone, view.title.units[ship.key.unit].move) if zone != ship.zone]
    goals = [zone for zone in near if not view.danger_at_sea(zone)]
    goals.sort(key=lambda zone: not warships(view, zone))
    if is_bare(view, ship.zone):
        goals += [zone for zone in near if warships(view, zone)]
    for zone in goals:
        yield route(view.title, ship.zone, zone, view.sails)


def _load(ship: Ship) -> str:
    """Return what is aboard a ship, as an order to sail has it."""
    return show_units((unit, count, power) for (power, unit), count in sorted(Counter(ship.condition.cargo).items()))


def moored(view: View, zone: str, idle: Counter[str], struck: str = "") -> Counter[str]:
    """Return the idle warships of a zone that stay with transports: the fewest, the cheapest first, that keep them from being sunk.

    One stays where all are too few, for it keeps off a lone submarine.

    Args:
        idle: the warships of the zone that may sail. struck: a zone that they would attack: who lies there threatens nobody any more.
    """
    threat = view.threats.on(zone) if idle and stake(view, zone) else None
    if threat and struck:
        threat = threat - view.enemy_units(struck)
    if not threat:
        return Counter()
    units, others = view.title.units, warships(view, zone)
    others.subtract(idle)
    order = sorted(idle.elements(), key=lambda unit: (units[unit].cost, unit))[:STAY]
    for n in range(len(order) + 1):
        if judge(view.book, threat, +(others + Counter(order[:n]))).win <= BEATEN:
            return Counter(order[:n])
    return Counter(order[: not +others])


def toll(view: View, unit: str, zone: str) -> float:
    """Return what is expected to be lost of a transport that ends in a zone, beside those of its side that are there.

    It fades as the end comes near: nothing is left to save ships for (`bot_months.csv`).
    """
    threat = view.threats.on(zone)
    if not threat:
        return 0.0
    sunk = judge(view.book, threat, view.friendly_units(zone) + Counter([unit])).win
    return SOUGHT * sunk * view.title.units[unit].cost * share(view.position, "fear", 1.0)


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
