"""Noncombat moves of a greedy bot at sea: transports fetch and deliver units, warships escort them."""

from __future__ import annotations

from collections import Counter

from engine.families.axis_allies.board import is_hostile_sea
from engine.families.axis_allies.bots.distances import FAR, route
from engine.families.axis_allies.bots.greedy.cover import escorts
from engine.families.axis_allies.bots.greedy.forces import judge
from engine.families.axis_allies.bots.greedy.sealift import (
    CARRIED,
    Ship,
    empty_ships,
    load_words,
    pick_load,
    sailing,
    ships,
)
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Load, Move, Offload
from engine.forces import show_units
from engine.orders import Order, join_path

RICH, DIM = 12, 0.3
"""Worth of a shore for which a ship sails a zone farther, and the share of it that counts where a landing would fail."""
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
    shores = [area for area in view.shores_of(zone) if _is_bridgehead(view, area)]
    return sorted(shores, key=lambda area: (view.front[area], -view.worth(area), area))


def _is_goal(view: View, zone: str) -> bool:
    """Return whether cargo is wanted at a zone: it touches a bridgehead or a hostile shore worth taking."""
    if is_hostile_sea(view.position, zone, view.power):
        return False
    return any(_is_bridgehead(view, area) or (view.hostile(area) and view.worth(area) > 0) for area in view.shores_of(zone))


def _is_bridgehead(view: View, area: str) -> bool:
    return view.front.get(area, FAR) <= BRIDGEHEAD


def _bring(view: View, ship: Ship) -> list[Order]:
    """Sail a load towards its goal, and land it there if the shore is friendly."""
    mine = Counter(unit for power, unit in ship.condition.cargo if power == view.power)
    load = show_units((unit, count, power) for (power, unit), count in sorted(Counter(ship.condition.cargo).items()))
    path = _way(view, ship)
    zone = _along(view, ship, path)
    lead: list[Order] = []
    if zone == ship.zone and len(path) > 1:
        zone, lead = convoy(view, ship, path)
    sail = [*lead, *sailing(view, ship, ship.zone, zone, load)]
    shores = _bridgeheads(view, zone)
    if shores and mine:
        return [*sail, Offload(show_units(sorted(mine.items())), join_path([zone, shores[0]]), cargo=load)]
    return sail


def _along(view: View, ship: Ship, path: list[str]) -> str:
    """Return the farthest zone of a way that a ship reaches and that is safe, or is a goal where it can land."""
    within = path[: view.title.units[ship.key.unit].move + 1]
    if within[-1] == path[-1] and _bridgeheads(view, path[-1]):
        return path[-1]
    return next((zone for zone in reversed(within) if not view.danger_at_sea(zone)), ship.zone)


def _way(view: View, ship: Ship) -> list[str]:
    """Return the sea zones from a laden ship to its goal; its own alone if there is none."""
    goal = convoy_goal(view, ship)
    return route(view.title, ship.zone, goal, view.sails) if goal else [ship.zone]


def convoy_goal(view: View, ship: Ship) -> str:
    """Return where a laden ship sails; all ships whose nearest port is the same have one goal, so that they arrive together."""
    wide = view.reach_at_sea(ship.zone)
    goals = [zone for zone in wide if _is_goal(view, zone)]
    ports = _ports(view) if view.style.campaign else {}
    far = view.reach_at_sea(next((ports[zone] for zone in wide if zone in ports), ship.zone))
    army = Counter(unit for ship in ships(view) for _, unit in ship.condition.cargo)
    return min(goals, key=lambda zone: (far.get(zone, FAR) - _pull(view, zone, army), wide[zone], zone), default="")


def _ports(view: View) -> dict[str, str]:
    """Return the sea zones beside factories of the power to the one of each factory from which ways are measured."""
    held = view.position.state.control.items()
    coasts = [sorted(view.coast_of(area)) for area, power in held if power == view.power and view.has_factory(area)]
    return {zone: coast[0] for coast in coasts for zone in coast}


def convoy(view: View, ship: Ship, path: list[str]) -> tuple[str, list[Order]]:
    """Return how far a laden ship gets on its way when warships go with it, and their moves; its own zone if all are too few."""
    for zone in reversed(path[1 : view.title.units[ship.key.unit].move + 1]):
        orders = escorts(view, zone)
        if orders:
            return zone, orders
    return ship.zone, []


def _pull(view: View, zone: str, army: Counter[str]) -> float:
    """Return how many extra steps a goal is worth: more for rich shores, less for those that the troops at sea are too few for."""
    shores = [area for area in view.shores_of(zone) if not view.friendly(area)]
    return max((view.worth(area) / RICH * _hope(view, area, army) for area in shores), default=0.0)


def _hope(view: View, area: str, army: Counter[str]) -> float:
    """Return how promising a landing would be of an army, all that the power has aboard ships."""
    if not view.style.campaign:
        return 1.0
    return DIM + (1 - DIM) * judge(view.book, army, view.enemy_units(area)).take


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


def lack(view: View, zone: str) -> int:
    """Return how many units wait on the shores of a zone for whom no empty transport is there."""
    return max(0, _on_shores(view, zone) - CARRIED * empty_ships(view, zone))


def _on_shores(view: View, zone: str) -> int:
    """Return how many units wait on the shores of a zone."""
    return sum(_waiting(view, shore).total() for shore in view.shores_of(zone))


def _waiting(view: View, shore: str) -> Counter[str]:
    """Return the units waiting on a friendly shore from which no front can be reached by land, but for those that keep to their home."""
    units = view.spare(shore) if view.friendly(shore) and shore not in view.front else Counter()
    return Counter({unit: n for unit, n in units.items() if not view.title.units[unit].has("keeps-home")})


def _seek(view: View, ship: Ship, move: int) -> list[Order]:
    """Sail empty towards the nearest shore where units wait, or else home; in a campaign with warships, where it is not safe alone."""
    wide = view.reach_at_sea(ship.zone)
    home = set(view.coast_of(view.title.powers[view.power].capital))
    near = (zone for zone in wide if wide[zone] <= view.fetched)
    waiting = [zone for zone in near if _wanting(view, ship, zone)]
    goal = next(iter(waiting), None) or next((zone for zone in wide if zone in home), ship.zone)
    path = route(view.title, ship.zone, goal, view.sails)
    zone = next((zone for zone in reversed(path[: move + 1]) if not view.danger_at_sea(zone)), ship.zone)
    lead: list[Order] = []
    if view.style.campaign and zone == ship.zone and len(path) > 1:
        zone, lead = convoy(view, ship, path)
    return [*lead, *sailing(view, ship, ship.zone, zone, "")]


def _wanting(view: View, ship: Ship, zone: str) -> bool:
    """Return whether units wait on the shores of a zone; in a campaign, more than the other empty transports there can take."""
    return _on_shores(view, zone) > (CARRIED * (empty_ships(view, zone) - (zone == ship.zone)) if view.style.campaign else 0)
