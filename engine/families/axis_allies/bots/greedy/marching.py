"""Noncombat moves of a greedy bot on land: reserves go towards the front, or to a port if no front is in reach by land."""

from __future__ import annotations

from collections import Counter

from engine.families.axis_allies.bots.greedy.forces import value
from engine.families.axis_allies.bots.greedy.harbours import ports
from engine.families.axis_allies.bots.greedy.pool import moving
from engine.families.axis_allies.bots.greedy.view import View
from engine.orders import Order

LOST = 0.7
"""Chance of losing an area above which no more units go there, unless it is a key area."""


def marches(view: View) -> list[Order]:
    """Return the moves of land units that may leave their area."""
    goals = view.front
    havens = ports(view)
    orders: list[Order] = []
    coming: dict[str, Counter[str]] = {}
    for area in view.position.areas_of(view.power):
        spare = view.spare(area) if view.friendly(area) else Counter[str]()
        guide = goals if area in goals else havens
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
    return view.falls(area, view.friendly_units(area) + units + coming.get(area, Counter()), LOST)
