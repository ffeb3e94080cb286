"""Fleets of greedy bots: they hunt for ships that they beat, join stronger ones, and lead the way to coasts worth a landing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.bots.bot import may
from engine.families.axis_allies.board import is_hostile_sea, own_stacks
from engine.families.axis_allies.bots.distances import route
from engine.families.axis_allies.bots.greedy.fleets import idle, warships
from engine.families.axis_allies.bots.greedy.forces import judge
from engine.families.axis_allies.bots.greedy.harbours import is_shore
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Move
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.play import Play
from engine.titles.global_war_1936.bots import hunting

BEATEN = 0.4
"""Chance of an enemy's victory above which a fleet does not go to a zone."""
FLEET = 3
"""Warships that sail out together at least."""
GUARD = 2
"""Warships that stay with transports that an enemy can reach."""
NEAR = 6
"""Sea zones within which few ships join a stronger fleet."""


def cruises(play: Play, view: View) -> Iterator[list[Order]]:
    """Let fleets that have nothing to do hunt for ships that they can beat, or go to the nearest coast that is worth a landing."""
    if not view.position.enemies_of(view.power):
        return
    prey = hunting.prey_of(view)
    for zone in view.position.areas_of(view.power):
        ships = _fleet(view, zone)
        if not ships:
            continue
        if order := _voyage(play, view, zone, ships, prey):
            yield [order]


def _voyage(play: Play, view: View, zone: str, ships: Counter[str], prey: dict[str, Counter[str]]) -> Move | None:
    """Return where a fleet goes: after enemies that it would beat, else to a stronger fleet if enemies are near, else to a coast."""
    if sum(ships.values()) < FLEET:
        return _join(play, view, zone, ships)
    if goal := next(hunting.chase(view, zone, ships, prey), ""):
        return sail(play, view, zone, goal, ships) if goal != zone else None
    joined = _join(play, view, zone, ships) if hunting.are_near(view, zone, prey) else None
    return joined or _cruise(play, view, zone, ships) or _join(play, view, zone, ships)


def _join(play: Play, view: View, zone: str, ships: Counter[str]) -> Move | None:
    """Sail towards the nearest stronger fleet of the power."""
    here, reach = strength(view, _own(view, zone)), view.reach_at_sea(zone, NEAR)
    goal = next((other for other in reach if strength(view, _own(view, other)) > here), "")
    return sail(play, view, zone, goal, ships) if goal else None


def _own(view: View, zone: str) -> Counter[str]:
    """Return the power's own warships in a zone."""
    found: Counter[str] = Counter()
    units = view.title.units
    for key, n in own_stacks(view.position, zone, view.power):
        if units[key.unit].has("surface-warship") and units[key.unit].move > 1:
            found[key.unit] += n
    return found


def strength(view: View, ships: Counter[str]) -> int:
    """Return what ships attack and defend with."""
    units = view.title.units
    return sum(n * (units[unit].attack + units[unit].defense) for unit, n in ships.items())


def _fleet(view: View, zone: str) -> Counter[str]:
    """Return the idle warships of a zone, without those that guard transports there."""
    ships, units = idle(view, zone), view.title.units
    if not ships:
        return ships
    transports = any(units[key.unit].has("carries-land") for key, _ in own_stacks(view.position, zone, view.power))
    stay = GUARD if transports and view.threats.on(zone) else 0
    for unit in sorted(ships, key=lambda unit: (units[unit].attack, unit)):
        kept = min(stay, ships[unit])
        ships[unit] -= kept
        stay -= kept
    return +ships


def _cruise(play: Play, view: View, zone: str, ships: Counter[str]) -> Move | None:
    goal = next((other for other in view.reach_at_sea(zone) if _is_goal(view, other)), "")
    return sail(play, view, zone, goal, ships) if goal and goal != zone else None


def sail(play: Play, view: View, zone: str, goal: str, ships: Counter[str]) -> Move | None:
    """Return the move of ships towards a zone, as far as they go and are safe with those that are there."""
    path = route(play.title, zone, goal, view.sails)
    steps = min(play.title.units[unit].move for unit in ships)
    path = path[: steps + 1]
    while len(path) > 1:
        together = ships + warships(view, path[-1])
        if judge(view.book, view.threats.on(path[-1]), together).win <= BEATEN:
            order = Move(show_units(sorted(ships.items())), join_path(path))
            if may(play, order):
                return order
        path = path[:-1]
    return None


def _is_goal(view: View, zone: str) -> bool:
    """Whether a zone lies beside a hostile coast of value and is open."""
    return not is_hostile_sea(view.position, zone, view.power) and is_shore(view, zone)
