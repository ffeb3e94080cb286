"""Fleets of greedy bots that go for the ships of an enemy that they can beat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from engine.families.axis_allies.board import enemy_stacks, is_sea
from engine.families.axis_allies.bots.greedy.forces import judge
from engine.families.axis_allies.bots.greedy.view import View

PREY = 12
"""What the ships of a zone cost, at least, for which a fleet goes there: a lone submarine dives away."""
SURE = 0.75
"""Chance of beating them from which a fleet sails."""
CHASE = 16
"""Sea zones that it goes at most."""
CLOSE = 6
"""Sea zones within which enemies are near."""


def prey_of(view: View) -> dict[str, Counter[str]]:
    """Return sea zone to the enemies there, where their surface ships are worth a hunt."""
    units, found = view.title.units, dict[str, Counter[str]]()
    for zone in view.position.board:
        if is_sea(view.title, zone):
            ships = [(key, n) for key, n in enemy_stacks(view.position, zone, view.power) if _is_afloat(view, key.unit)]
            if sum(units[key.unit].cost * n for key, n in ships) >= PREY:
                found[zone] = view.enemy_units(zone)
    return found


def _is_afloat(view: View, unit: str) -> bool:
    row = view.title.units[unit]
    return row.has("surface-warship") or row.has("carries-land")


def chase(view: View, zone: str, ships: Counter[str], prey: dict[str, Counter[str]]) -> Iterator[str]:
    """Yield the sea zones to sail for, the nearest first: beside enemies whom ships of a zone would beat."""
    near = view.reach_at_sea(zone, CHASE)
    ways = ((near[end], end, target) for target in prey for end in view.title.neighbours[target] if end in near)
    for _, end, target in sorted(ways):
        if judge(view.book, ships, prey[target]).win >= SURE:
            yield end


def are_near(view: View, zone: str, prey: Collection[str]) -> bool:
    """Return whether enemies are near enough that a fleet which cannot beat them had better not be alone."""
    near = view.reach_at_sea(zone, CLOSE)
    return any(end in near for target in prey for end in view.title.neighbours[target])
