"""How many of several battles work: the chance that all do, and of each number, where landings wait for the sea before their coast."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

MOST_WAITED_FOR = 12
"""Battles that others wait for, up to which all their outcomes are gone through."""


class Part(NamedTuple):
    """A battle among several: the chance that it works once it is fought, and the numbers of those that must work before it."""

    chance: float
    after: tuple[int, ...] = ()


def how_many(parts: Sequence[Part]) -> list[float]:
    """Return the chance that none, one, two ... of some battles work; what must wait for one that fails fails, too.

    Raises:
        ValueError: more than MOST_WAITED_FOR battles are waited for.
    """
    first = sorted({before for part in parts for before in part.after})
    if len(first) > MOST_WAITED_FOR:
        raise ValueError(f"{len(first)} battles are waited for by others; expected {MOST_WAITED_FOR} at most")
    out = [0.0] * (len(parts) + 1)
    for outcome in product((True, False), repeat=len(first)):
        works = dict(zip(first, outcome, strict=True))
        chances = [1.0]
        weight = 1.0
        for number, part in enumerate(parts):
            able = all(works[before] for before in part.after)
            chance = part.chance if able else 0.0
            if number in works:
                weight *= chance if works[number] else 1.0 - chance
                chance = float(works[number])
            chances = _with(chances, chance)
        out = [so_far + weight * one for so_far, one in zip(out, chances, strict=True)]
    return out


def _with(chances: list[float], chance: float) -> list[float]:
    """Return the chance of each number of successes with one more trial."""
    return [one * (1 - chance) + before * chance for one, before in zip([*chances, 0.0], [0.0, *chances], strict=True)]


def at_least(chances: Sequence[float]) -> list[float]:
    """Return the chance that at least none, one, two ... work."""
    return [sum(chances[number:]) for number in range(len(chances))]
