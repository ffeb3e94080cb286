"""Units as forces for the odds of their battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial

from engine.families.axis_allies.board import is_cargo
from engine.odds.fighters import ATTACKER, DEFENDER
from engine.odds.quick import NO_ODDS, Book, Counts, Force, Odds
from engine.state import Stack
from engine.title.model import Title
from engine.title.title_modules import hook

PLAIN = ((8, 4.0), (16, 2.0))
"""Hits of each side, and ratio of strength times hits, from which the outcome of a battle is plain."""

Units = Counts
"""Unit type to count."""


def fighting(title: Title, stacks: Iterable[tuple[Stack, int]]) -> Counter[str]:
    """Return the units in stacks that fight: no cargo and no non-combatants."""
    counts: Counter[str] = Counter()
    for key, count in stacks:
        unit = title.units[key.unit]
        if not unit.has("no-combat") and unit.cls != "facility" and not is_cargo(key):
            counts[key.unit] = counts.get(key.unit, 0) + count
    return counts


def attackers(book: Book, units: Units) -> Force:
    """Return units as an attacking force."""
    return book.force(ATTACKER, units)


def defenders(book: Book, units: Units) -> Force:
    """Return units as a defending force."""
    return book.force(DEFENDER, units)


def strength(book: Book, units: Units) -> int:
    """Return the sum of the numbers on which units hit as they attack."""
    return attackers(book, units).strength if units else 0


def hopeless(attack: Force, defense: Force) -> bool:
    """Return whether strength and hits are so low that the odds need not be computed, in battles that follow from them."""
    return attack.weight < 0.5 * defense.weight


def plainly_won(book: Book, units: Units, against: Units) -> bool:
    """Return whether an attack on land by many is so strong that the area falls, but for a chance of less than 0.01."""
    attack, defense = attackers(book, units), defenders(book, against)
    if not attack.ground or book.is_played:
        return False
    hits, times = min(attack.hits, defense.hits), attack.weight / max(defense.weight, 1)
    return any(hits >= many and times >= plain for many, plain in PLAIN)


def judge(book: Book, units: Units, against: Units) -> Odds:
    """Return the odds of an attack, against those of its enemies that the title lets it attack; a plainly hopeless one is not computed."""
    own = hook(book.title, "seas", "odds_of_attack")
    return own(book.title, units, against, partial(once_fought, book)) if own else once_fought(book, units, against)


def once_fought(book: Book, units: Units, against: Units) -> Odds:
    """Return the odds of a battle in which all of both sides fight; a plainly hopeless one is not computed."""
    attack, defense = attackers(book, units), defenders(book, against)
    if not attack.hits or (not book.is_played and hopeless(attack, defense)):
        return NO_ODDS
    return book.odds(attack, defense)


def value(title: Title, units: Units) -> int:
    """Return the total unit value."""
    return sum(title.units[unit].cost * count for unit, count in units.items())
