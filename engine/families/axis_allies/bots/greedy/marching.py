"""Noncombat moves of a greedy bot on land: reserves go towards the front, or to a port if no front is in reach by land."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import ceil
from typing import NamedTuple

from engine.families.axis_allies.bots.distances import FAR
from engine.families.axis_allies.bots.greedy.campaign import drive, surplus
from engine.families.axis_allies.bots.greedy.forces import value
from engine.families.axis_allies.bots.greedy.harbours import ports
from engine.families.axis_allies.bots.greedy.pool import moving
from engine.families.axis_allies.bots.greedy.view import View
from engine.orders import Order

SAFE = 0.3
"""Chance of losing an area up to which troops find refuge there."""
LOST = 0.7
"""Chance of losing an area above which no more units go there, unless it is a key area."""


class March(NamedTuple):
    """Units of an area and their way."""

    units: Counter[str]
    path: tuple[str, ...]


def marches(view: View) -> list[Order]:
    """Return the moves of land units that may leave their area; who goes where an enemy is too strong for all who come stays behind."""
    moves = list(_moves(view))
    coming: dict[str, Counter[str]] = {}
    for march in moves if view.style.campaign else ():
        coming.setdefault(march.path[-1], Counter()).update(march.units)
    orders: list[Order] = []
    for units, path in moves:
        there = coming.get(path[-1], Counter()) if view.style.campaign else coming.get(path[-1], Counter()) + units
        end = path[:-1] if _hopeless(view, path[-1], units, there) else path
        if len(end) > 1:
            orders.append(moving(end, list(units.elements())))
            if not view.style.campaign:
                coming.setdefault(end[-1], Counter()).update(units)
    return orders


def _moves(view: View) -> Iterator[March]:
    """Yield where all units that may leave their area would go: up to the front or a port, from quiet fronts to the main army."""
    havens, goals = ports(view), drive(view) if view.style.campaign else {}
    for area in view.position.areas_of(view.power):
        if away := _retreat(view, area) if view.style.campaign and view.front.get(area) == 0 else None:
            yield away
            continue
        spare = view.spare(area) if view.friendly(area) else Counter[str]()
        guide: Mapping[str, float] = view.front if area in view.front else havens
        if spare and guide.get(area) == 0 and goals.get(area):
            spare, guide = surplus(view, area, spare), goals
        if spare and guide.get(area):
            yield from _onward(view, area, spare, guide)


def _retreat(view: View, area: str) -> March | None:
    """Return the way out for troops that would probably be lost with their area, to one that is safe with them; none from a capital."""
    units: Counter[str] = Counter()
    for key, count, _ in view.idle(area, "land"):
        units[key.unit] += count
    if area in view.title.capital_of or value(view.title, units) <= view.worth(area):
        return None
    if not view.falls(area, view.friendly_units(area), LOST):
        return None
    near = [other for other in view.title.neighbours[area] if view.friendly(other)]
    safe = [other for other in near if not view.falls(other, view.friendly_units(other) + units, SAFE)]
    refuge = max(safe, key=lambda other: (value(view.title, view.friendly_units(other)), other), default="")
    return March(_but_one(view, units), (area, refuge)) if refuge and sum(units.values()) > 1 else None


def _but_one(view: View, units: Counter[str]) -> Counter[str]:
    """Return units without the cheapest, which stays so that no enemy walks in."""
    return units - Counter([min(units, key=lambda unit: (view.title.units[unit].cost, unit))])


def _onward(view: View, area: str, spare: Counter[str], guide: Mapping[str, float]) -> Iterator[March]:
    by_steps: dict[int, Counter[str]] = {}
    for unit, count in spare.items():
        by_steps.setdefault(min(view.title.units[unit].move, ceil(guide[area])), Counter())[unit] += count
    for steps, units in sorted(by_steps.items()):
        path = [area]
        while len(path) <= steps and (near := _step(view, path[-1], guide)):
            path.append(near)
        if len(path) > 1:
            yield March(units, tuple(path))


def _step(view: View, area: str, guide: Mapping[str, float]) -> str:
    """Return the neighbour nearer to the goal, of several the most valuable; nothing if none is nearer."""
    near = [other for other in view.title.neighbours[area] if guide.get(other, FAR) < guide[area]]
    least = min((guide[other] for other in near), default=0.0)
    return max((other for other in near if guide[other] == least), key=lambda other: (view.worth(other), other), default="")


def _hopeless(view: View, area: str, units: Counter[str], coming: Counter[str]) -> bool:
    """Return whether an area will probably fall despite all who come, and is not worth the fight for some of them."""
    if view.is_key(area) or not view.threats.on(area):
        return False
    if value(view.title, units) <= view.worth(area) / 2:
        return False
    return view.falls(area, view.friendly_units(area) + coming, LOST)
