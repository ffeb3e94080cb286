"""Sources of dice: a record, or a seed.

Rules ask `roll(count, sides, what)`; they never know which source answers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from typing import Protocol


def count_hits(dice: Iterable[int], target: int, sides: int, hit: str = "low") -> int:
    """Return how many dice show one of the `target` faces that hit: the lowest ones, or with `hit` high the highest.

    A "5 or more" of a die with six faces is target 2, high.
    """
    if hit == "high":
        return sum(die > sides - target for die in dice)
    return sum(die <= target for die in dice)


@lru_cache(maxsize=1024)
def labels(target: int, sides: int, hit: str = "low", hits: Hashable = "hit") -> tuple[Hashable, ...]:
    """Return what each face of a die means that hits with some faces, as in `count_hits`: `hits`, or nothing."""
    high = hit == "high"
    return tuple(hits if (face > sides - target if high else face <= target) else "" for face in range(1, sides + 1))


class Dice(Protocol):
    """A source of dice."""

    def roll(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """Return `count` dice of 1 to `sides`; `what` describes their purpose."""
        ...


class SeededDice:
    """Dice of a simulation: the same seed gives the same game.

    Args:
        seed: any integer or text.
    """

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(f"dice:{seed}")

    def roll(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """Return `count` fair dice."""
        draw = self._random.random
        return tuple(int(draw() * sides) + 1 for _ in range(count))


class PairedDice:
    """Dice of games that are compared: the same purpose in the same round has the same dice in each of them.

    A stream of its own belongs to each round, power and purpose. So a battle that is fought in two games, by whatever rules or
    after whatever other choices, is rolled alike in both, whatever else was rolled before it.

    Args:
        seed: any integer or text. moment: returns the round and the power on turn now.
    """

    def __init__(self, seed: int | str, moment: Callable[[], tuple[int, str]]) -> None:
        self._seed, self._moment = seed, moment
        self._at: tuple[int, str] | None = None
        self._streams: dict[str, random.Random] = {}

    def roll(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """Return the next `count` fair dice for this purpose."""
        at = self._moment()
        if at != self._at:
            self._at, self._streams = at, {}
        if what not in self._streams:
            self._streams[what] = random.Random(f"dice:{self._seed}:{at[0]}:{at[1]}:{what}")
        draw = self._streams[what].random
        return tuple(int(draw() * sides) + 1 for _ in range(count))


class RecordedDice:
    """Dice of a record.

    Args:
        read: called with (count, sides, what), returns the dice at the record's current place. The reader handles
        missing dice, because it knows the line.
    """

    def __init__(self, read: Callable[[int, int, str], tuple[int, ...]]) -> None:
        self._read = read

    def roll(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """Return the next dice of the record."""
        return self._read(count, sides, what)
