"""Rolls of the history as events: whose dice they were, and what they were worth.

A save notes of every die its face, what it hit on and whether it hit, but not whose it was. The line above it names
the units, and the program rolls them type by type; where that leaves one way only to share the dice out, each type
gets its own event, else there is one for each target, with no unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from engine.title.model import Title
from ingest.triplea.rendering import Dice, Die

IGNORED = "ignored"
"""A die thrown beside a better one of the same unit: it can't hit, and the better one is expected to do better."""

MOST_TYPES = 6
"""Unit types in a roll beyond which the ways to share dice out are not tried."""


class Share(NamedTuple):
    """Dice of one unit type (empty when it is not known) with one target."""

    unit: str
    target: int
    dice: tuple[int, ...]
    hits: int
    expected: float


def shares(dice: Dice, units: Mapping[str, int], figure: Mapping[str, int], sides: int) -> list[Share]:
    """Share a roll out.

    Args:
        dice: the roll. units: unit -> how many roll. figure: unit -> its attack or defense. sides: of a die.
    """
    sure = dice.hits - sum(die.kind == "hit" for die in dice.dice)
    if sure or not dice.dice:
        return [_low_luck(dice, sure, sides)]
    owners = _owners(dice.dice, {u: n for u, n in units.items() if figure.get(u, 0) > 0}, figure)
    groups: dict[tuple[str, int], list[Die]] = {}
    idle: dict[str, list[Die]] = {}
    for owner, die in zip(owners, dice.dice, strict=True):
        if die.kind == IGNORED:
            idle.setdefault(owner, []).append(die)
        else:
            groups.setdefault((owner, die.hits_on), []).append(die)
    rolls = len(dice.dice) / (len(dice.dice) - sum(map(len, idle.values())) or 1)
    found = [
        Share(unit, target, _pips(rolled), _hits(rolled), len(rolled) * (1 - (1 - min(target, sides) / sides) ** rolls))
        for (unit, target), rolled in groups.items()
    ]
    return found + [Share(unit, 0, _pips(rolled), 0, 0.0) for unit, rolled in idle.items()]


def _pips(rolled: Sequence[Die]) -> tuple[int, ...]:
    return tuple(die.pips for die in rolled)


def _hits(rolled: Sequence[Die]) -> int:
    return sum(die.kind == "hit" for die in rolled)


def _low_luck(dice: Dice, sure: int, sides: int) -> Share:
    """Return the share of a roll with low luck: only what is left of the sum of all figures is rolled for, and the rest hits for sure."""
    chance = sum(min(die.hits_on, sides) for die in dice.dice) / sides
    expected = dice.expected if dice.expected is not None else sure + chance
    target = dice.dice[0].hits_on if dice.dice else 0
    return Share("", target, tuple(die.pips for die in dice.dice), dice.hits, float(expected))


def _owners(dice: Sequence[Die], units: Mapping[str, int], figure: Mapping[str, int]) -> list[str]:
    """Return the unit that each die belongs to; none for a die that the ways to share them out give to different units."""
    nobody = [""] * len(dice)
    if sum(units.values()) != len(dice) or len(units) > MOST_TYPES:
        return nobody
    ways = [way for order in permutations(units) if _fits(way := _spread(order, units), dice, figure)]
    if not ways:
        return nobody
    if len({_told(way, dice) for way in ways}) == 1:
        return list(ways[0])
    return [owners[0] if len(set(owners)) == 1 else "" for owners in zip(*ways, strict=True)]


def _spread(order: Sequence[str], units: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(unit for unit in order for _ in range(units[unit]))


def _fits(way: Sequence[str], dice: Sequence[Die], figure: Mapping[str, int]) -> bool:
    """Return whether every die hits on its unit's figure, or on one more (support)."""
    return all(0 <= die.hits_on - figure[unit] <= 1 for unit, die in zip(way, dice, strict=True))


def _told(way: Sequence[str], dice: Sequence[Die]) -> tuple[tuple[str, int, int], ...]:
    """Return what a way says: which faces each type rolled against which target."""
    return tuple(sorted((unit, die.hits_on, die.pips) for unit, die in zip(way, dice, strict=True)))


class UnitWords:
    """Reads lists of units as the program writes them: `3 armour, 1 artillery and 2 fighters`."""

    def __init__(self, title: Title, names: Mapping[str, str]) -> None:
        self.title = title
        self._names = {name.lower(): slug for name, slug in names.items()}

    def read(self, text: str) -> dict[str, int]:
        """Return unit -> count; nothing when a word of it is no unit."""
        found: dict[str, int] = {}
        for part in re.split(r", | and ", text.strip()):
            count, _, word = part.strip().partition(" ")
            unit = self._unit(word.strip().lower())
            if not count.isdigit() or unit is None:
                return {}
            found[unit] = found.get(unit, 0) + int(count)
        return found

    def _unit(self, word: str) -> str | None:
        return next((self._names[form] for form in _singular(word) if form in self._names), None)


def _singular(word: str) -> Iterator[str]:
    """Yield the words that the program's plural rules may have made a word of."""
    yield word
    if word.endswith("ies"):
        yield word[:-3] + "y"
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("s"):
        yield word[:-1]
    if word.endswith("men"):
        yield word[:-3] + "man"
