"""Noncombat moves of a greedy bot on land: reserves go towards the front, or to a port if no front is in reach by land."""

from __future__ import annotations

from collections import Counter

from engine.families.axis_allies.bots.distances import distances, spread
from engine.families.axis_allies.bots.greedy.forces import value
from engine.families.axis_allies.bots.greedy.pool import moving
from engine.families.axis_allies.bots.greedy.sealift import ships
from engine.families.axis_allies.bots.greedy.view import View
from engine.orders import Order

LOST = 0.7
"""Chance of losing an area above which no more units go there, unless it is a key area."""


def marches(view: View) -> list[Order]:
    """Return the moves of land units that may leave their area."""
    goals = view.front
    ports = _ports(view)
    orders: list[Order] = []
    coming: dict[str, Counter[str]] = {}
    for area in sorted(view.position.board):
        spare = view.spare(area) if view.friendly(area) else Counter[str]()
        guide = goals if area in goals else ports
        if not spare or not guide.get(area):
            continue
        orders += _onward(view, area, spare, guide, coming)
    return orders


def _onward(
    view: View, area: str, spare: Counter[str], guide: dict[str, int], coming: dict[str, Counter[str]]
) -> list[Order]:
    orders: list[Order] = []
    by_steps: dict[int, Counter[str]] = {}
    for unit, count in spare.items():
        by_steps.setdefault(min(view.title.units[unit].move, guide[area]), Counter())[unit] += count
    for steps, units in sorted(by_steps.items()):
        path = [area]
        while len(path) <= steps:
            path.append(_step(view, path[-1], guide))
        if _hopeless(view, path[-1], units, coming):
            path.pop()
        if len(path) > 1:
            coming.setdefault(path[-1], Counter()).update(units)
            orders.append(moving(tuple(path), list(units.elements())))
    return orders


def _step(view: View, area: str, guide: dict[str, int]) -> str:
    """Return the neighbour a step nearer; of several the most valuable."""
    near = [other for other in view.title.neighbours[area] if guide.get(other, 99) < guide[area]]
    return max(near, key=lambda other: (view.worth(other), other))


def _hopeless(view: View, area: str, units: Counter[str], coming: dict[str, Counter[str]]) -> bool:
    """Return whether an area will probably fall despite all reinforcements, and is not worth the fight."""
    if view.is_key(area) or not view.threats.on(area):
        return False
    if value(view.title, units) <= view.worth(area) / 2:
        return False
    return view.danger(area, view.friendly_units(area) + units + coming.get(area, Counter())) > LOST


def _ports(view: View) -> dict[str, int]:
    """Return friendly areas without a front by steps to the best port of their land, or to the nearest of those that the title names."""
    done: dict[str, int] = {}
    bases = _bases(view)
    for area in view.title.areas:
        if area in done or area in view.front or not view.friendly(area):
            continue
        region = spread(view.title, [area], lambda _, other: view.friendly(other))
        coast = [other for other in region if view.coast_of(other)]
        if coast:
            chosen = view.harbours(view, coast) if view.harbours else []
            port = min(coast, key=lambda other: (2 * _from_ships(view, other, bases) + _passage(view, other), other))
            done.update(spread(view.title, chosen or [port], lambda _, other: view.friendly(other)))
    return done


def _passage(view: View, area: str) -> int:
    """Return how far it is from a port to where troops are wanted, which counts half as much as how far away the ships are."""
    return view.passage(view, area) if view.passage else 0


def _bases(view: View) -> list[str]:
    """Return where the power's transports are; without any, where they would be built."""
    bases = {ship.zone for ship in ships(view)}
    if not bases:
        bases = {zone for home in view.title.areas if view.has_factory(home) for zone in view.coast_of(home)}
    return sorted(bases)


def _from_ships(view: View, area: str, bases: list[str]) -> int:
    """Return the distance of an area's coast from the nearest of these sea zones."""
    far = distances(view.title, "sea")
    return min((far[base].get(zone, 99) for base in bases for zone in view.coast_of(area)), default=99)
