"""Units as forces for the odds: their targets, and the order of losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.families.axis_allies.board import is_cargo
from engine.families.axis_allies.bots.odds import Force, Hit, Odds, hopeless, odds, strength
from engine.state import Stack
from engine.title.model import Title, Unit

Units = Mapping[str, int]
"""Unit type to count."""


def fighting(title: Title, stacks: Iterable[tuple[Stack, int]]) -> Counter[str]:
    """Return the units in stacks that fight: no cargo and no non-combatants."""
    counts: Counter[str] = Counter()
    for key, count in stacks:
        unit = title.units[key.unit]
        if not unit.has("no-combat") and unit.cls != "facility" and not is_cargo(key):
            counts[key.unit] += count
    return counts


def attackers(title: Title, units: Units) -> Force:
    """Return units as an attacking force, cheapest first, supported units after unsupported ones of their type, transports last."""
    return _force(title, units, True)


def defenders(title: Title, units: Units) -> Force:
    """Return units as a defending force, cheapest first, transports last."""
    return _force(title, units, False)


_MOST = 50_000
"""Forces and odds of them that are kept for a title; then they are found anew, so that thousands of games need no more memory."""


def _force(title: Title, units: Units, attack: bool) -> Force:
    known = title.derived.setdefault("forces", {})
    key = attack, frozenset(units.items())
    found = known.get(key)
    if found is None:
        if len(known) >= _MOST:
            known.clear()
        found = known[key] = _build(title, tuple(sorted((u, n) for u, n in units.items() if n)), attack)
    return found


def power(title: Title, units: Units) -> int:
    """Return the strength of units as an attacking force."""
    return strength(attackers(title, units)) if units else 0


def _build(title: Title, units: tuple[tuple[str, int], ...], attack: bool) -> Force:
    support = sum(count for unit, count in units if title.units[unit].has("supports")) if attack else 0
    hits: list[tuple[tuple, Hit]] = []
    for unit, count in units:
        row = title.units[unit]
        for _ in range(count):
            target = row.attack if attack else row.defense
            if row.has("supported") and support:
                target, support = target + row.number("supported"), support - 1
            hits += _hits_of(row, target)
    return tuple(hit for _, hit in sorted(hits, key=lambda pair: pair[0]))


def _hits_of(row: Unit, target: int) -> list[tuple[tuple, Hit]]:
    """A unit's hits with their order of loss: hits that only damage it come first of all."""
    last = ((2 if row.has("transport") else 1, row.cost, target), Hit(target, row.cost, row.cls == "land"))
    return [((0, 0, 0), Hit(0, 0))] * (row.strength - 1) + [last]


@lru_cache(maxsize=8)
def _none() -> Odds:
    return Odds(0.0, 0.0, 0.0, 0.0)


def judge(title: Title, units: Units, against: Units) -> Odds:
    """Return the odds of an attack; a plainly hopeless one is not computed."""
    known = title.derived.setdefault("judged", {})
    key = frozenset(units.items()), frozenset(against.items())
    found = known.get(key)
    if found is None:
        if len(known) >= _MOST:
            known.clear()
        found = known[key] = _judged(title, attackers(title, units), defenders(title, against))
    return found


def _judged(title: Title, attack: Force, defense: Force) -> Odds:
    if not attack or (defense and hopeless(attack, defense)):
        return _none()
    return odds(attack, defense, title.dice_sides)


def value(title: Title, units: Units) -> int:
    """Return the total unit value."""
    return sum(title.units[unit].cost * count for unit, count in units.items())
