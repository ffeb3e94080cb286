"""Units as forces: what they amount to at a glance, and the odds of their battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.families.axis_allies.board import is_cargo
from engine.odds.quick import Odds, quick
from engine.state import Stack
from engine.title.model import Title

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


class Might(NamedTuple):
    """What a force amounts to at a glance: the sum of the numbers it hits on, the hits it takes, whether it can hold ground."""

    strength: int
    hits: int
    ground: bool

    @property
    def weight(self) -> int:
        """Strength times hits: what battles to the end are decided by, roughly."""
        return self.strength * self.hits


_KNOWN: dict[int, tuple[Title, dict]] = {}


def attackers(title: Title, units: Units) -> Might:
    """Return what units amount to as they attack, with the support they give each other."""
    return _might(title, tuple(sorted((unit, count) for unit, count in units.items() if count)), True)


def defenders(title: Title, units: Units) -> Might:
    """Return what units amount to as they defend."""
    return _might(title, tuple(sorted((unit, count) for unit, count in units.items() if count)), False)


def _might(title: Title, units: tuple[tuple[str, int], ...], attack: bool) -> Might:
    known = _KNOWN.setdefault(id(title), (title, {}))[1]
    if (units, attack) not in known:
        known[units, attack] = _sum(title, units, attack)
    return known[units, attack]


def _sum(title: Title, units: tuple[tuple[str, int], ...], attack: bool) -> Might:
    support = sum(count for unit, count in units if title.units[unit].has("supports")) if attack else 0
    strength = hits = 0
    ground = False
    for unit, count in units:
        row = title.units[unit]
        helped = min(count, support) if row.has("supported") else 0
        support -= helped
        strength += count * (row.attack if attack else row.defense) + helped * row.number("supported")
        hits += count * max(1, row.strength)
        ground = ground or row.cls == "land"
    return Might(strength, hits, ground)


NO_ODDS = Odds(0.0, 0.0, 0.0, 0.0)


def hopeless(attack: Might, defense: Might) -> bool:
    """Return whether strength and hits are so low that the odds need not be computed."""
    return attack.weight < 0.5 * defense.weight


def judge(title: Title, units: Units, against: Units) -> Odds:
    """Return the odds of an attack; a plainly hopeless one is not computed."""
    attack, defense = attackers(title, units), defenders(title, against)
    if not attack.hits or (defense.hits and hopeless(attack, defense)):
        return NO_ODDS
    return quick(title, units, against)


def value(title: Title, units: Units) -> int:
    """Return the total unit value."""
    return sum(title.units[unit].cost * count for unit, count in units.items())
