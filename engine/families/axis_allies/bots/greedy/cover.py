"""Warships of a greedy bot that go where transports lie in danger, from the zone nearest by, and never in vain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.bots.bot import may
from engine.families.axis_allies.board import is_sea, own_stacks
from engine.families.axis_allies.bots.distances import route
from engine.families.axis_allies.bots.greedy import fleets
from engine.families.axis_allies.bots.greedy.forces import judge
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Move
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.play import Play

SAFE, WORTH = 0.3, 7
"""Chance of an enemy's victory that is low enough, and what lies in a zone at least for which warships go there."""
NOTHING: Mapping[str, int] = {}
"""What is at stake where no zone is dearer than another."""


def covers(play: Play, view: View) -> Iterator[list[Order]]:
    """Send idle warships to zones where the power's transports lie in danger, the richest first, if they are enough together."""
    stakes = _stakes(view)
    for zone in sorted((zone for zone in stakes if stakes[zone] >= WORTH), key=lambda zone: (-stakes[zone], zone)):
        orders = escorts(view, zone, stakes)
        if orders and all(may(play, order) for order in orders):
            yield orders


def rallies(play: Play, view: View) -> Iterator[list[Order]]:
    """Send idle warships that guard nothing towards the richest convoy, as far as they are safe, however many turns it takes."""
    convoy = main_convoy(view)
    for zone in sorted(view.reach_at_sea(convoy)) if convoy and view.style.campaign else ():
        ships = fleets.idle(view, zone)
        if zone == convoy or not ships or stake(view, zone):
            continue
        order = _towards(view, zone, convoy, ships)
        if order and may(play, order):
            yield [order]


def main_convoy(view: View) -> str:
    """Return the sea zone with most of the power's transports and troops aboard; nothing without any."""
    stakes = _stakes(view)
    best = max(stakes, key=lambda zone: (stakes[zone], zone), default="")
    return best if best and stakes[best] >= WORTH else ""


def _towards(view: View, start: str, goal: str, ships: Counter[str]) -> Move | None:
    """Return the move of ships along the way to a zone to the farthest one where they are safe with those that are there."""
    path = route(view.title, start, goal, view.sails)
    path = path[: 1 + min(view.title.units[unit].move for unit in ships)]
    while len(path) > 1:
        if judge(view.book, view.threats.on(path[-1]), ships + fleets.warships(view, path[-1])).win <= SAFE:
            return Move(show_units(sorted(ships.items())), join_path(path))
        path.pop()
    return None


def _stakes(view: View) -> dict[str, int]:
    """Return what lies in each sea zone where anybody's units are."""
    return {zone: stake(view, zone) for zone in view.position.board if is_sea(view.title, zone)}


def stake(view: View, zone: str) -> int:
    """Return what the power's transports and their cargo in a zone are worth."""
    units = view.title.units
    found = 0
    for key, n in own_stacks(view.position, zone, view.power):
        if units[key.unit].has("carries-land") or units[key.unit].cls == "land":
            found += units[key.unit].cost * n
    return found


def escorts(view: View, zone: str, stakes: Mapping[str, int] = NOTHING) -> list[Order]:
    """Return the moves of idle warships that make a zone safe: none when it is safe already, or when all are too few.

    Args:
        zone: a sea zone. stakes: sea zone to what lies there, in the main resource; nobody leaves one where as much is at stake as here.
    """
    threat, there = view.threats.on(zone), fleets.warships(view, zone)
    found: list[Order] = []
    if not threat or judge(view.book, threat, there).win <= SAFE:
        return found
    for start, steps in view.reach_at_sea(zone).items():
        if start == zone or not view.idle(start, "sea") or (stakes and stakes.get(start, 0) >= stakes.get(zone, 0)):
            continue
        ships = Counter({unit: n for unit, n in fleets.idle(view, start).items() if view.title.units[unit].move >= steps})
        if not ships:
            continue
        path = route(view.title, start, zone, view.sails)
        found.append(Move(show_units(sorted(ships.items())), join_path(path)))
        there = there + ships
        if judge(view.book, threat, there).win <= SAFE:
            return found
    return []
