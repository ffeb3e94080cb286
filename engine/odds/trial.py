"""A battle fought in thought by the rules themselves, from a state of its game, with dice that are given to it.

A trial stops where its dice run out, where what follows depends on the state alone (`Play.pause`), and at the battle's end.
Each stop is an exception that no rule catches: rules know nothing of trials.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import product
from math import factorial, prod
from typing import NamedTuple

from engine.dice import Dice
from engine.events import BattleEnded, BattleStarted, Event
from engine.play import Alike, Play
from engine.rules import Position, Rules
from engine.stack_index import KEYS
from engine.state import Key
from engine.strictness import Strictness

MOST_FACES = 36
"""Faces of a roll of which nothing is said, up to which each is an outcome of its own."""
MOST_OUTCOMES = 400
"""Outcomes of one roll above which a battle is too large to be followed outcome by outcome."""

Rolled = tuple[tuple[int, ...], ...]
"""The dice of some rolls, one after the other."""


class Roll(NamedTuple):
    """A roll that is asked for: its dice, their sides, and which of them count alike; none of these, each face is told apart."""

    number: int
    sides: int
    alike: tuple[Alike, ...]

    def outcomes(self) -> Sequence[tuple[tuple[int, ...], float]]:
        """Return dice that stand for all outcomes, and their chances; see `outcomes_of`."""
        return outcomes_of(self.number, self.sides, self.alike)

    def label(self, dice: tuple[int, ...]) -> Hashable:
        """Return what rules can tell of dice: those with one label are one outcome."""
        if not self.alike:
            return dice
        found = Counter[Hashable]()
        at = 0
        for count, labels in self.alike:
            found.update(name for die in dice[at : at + count] if (name := labels[die - 1]) != "")
            at += count
        return frozenset(found.items())


class Stop(BaseException):
    """A trial stops here; it is no error."""


class Asked(Stop):
    """Dice are asked for and none are left."""

    def __init__(self, roll: Roll) -> None:
        self.roll = roll


class Paused(Stop):
    """What follows depends on the state alone: `go_on` fights on from it, and `place` tells where that is."""

    def __init__(self, place: Hashable, go_on: Callable[[Play], None]) -> None:
        self.place, self.go_on = place, go_on


class Over(Stop):
    """The battle has ended."""

    def __init__(self, end: BattleEnded) -> None:
        self.end = end


class Astray(Stop):
    """The rules do something else than the record tells, or cannot go on."""


class Manifold(Stop):
    """A roll has too many outcomes to follow each of them."""


class _NoDice:
    """The dice of a play that gives them itself; were it its own dice, it would point at itself and stay in memory."""

    def roll(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """Give none."""
        raise Astray


NONE = _NoDice()


class Trial(Play):
    """A play of one battle.

    Args:
        rules: the title's rules. position: the position to go on from, which stays as it is. battle: its number.
        begun: whether the battle has begun. before: the rolls that are made before it begins.
        script: the rolls after that; when they are used up, the trial stops.

    Attributes:
        touched: keys of the stacks that it may have changed. rolled: whether it has rolled dice of the battle.
    """

    def __init__(self, rules: Rules, position: Position, battle: int, begun: bool, before: Rolled = (), script: Rolled = ()) -> None:
        super().__init__(rules, NONE, strictness=Strictness.IGNORE)
        self.state = position.state.copy()
        self.position = position.fork(self.state)
        self.battle, self.begun = battle, begun
        self._before, self._script = iter(before), iter(script)
        self.rolled = False
        self._root = not begun
        self.touched: set[Key] = set()

    def emit(self, event: Event) -> None:
        """Fold an event; the battle's end ends the trial."""
        super().emit(event)
        if keys := KEYS.get(type(event)):
            self.touched.update(keys(event))
        if type(event) is BattleStarted and event.battle == self.battle:
            self.begun = True
        elif type(event) is BattleEnded and event.battle == self.battle:
            raise Over(event)

    def pause(self, place: Hashable, go_on: Callable[[Play], None]) -> None:
        """Stop, once the battle has begun and dice have been rolled since the last stop."""
        if self.begun and (self.rolled or self._root):
            raise Paused(place, go_on)

    def roll(self, count: int, what: str, sides: int = 0, alike: Sequence[Alike] = ()) -> tuple[int, ...]:
        """Return the next dice, or stop."""
        if count <= 0:
            return ()
        dice = next(self._script if self.begun else self._before, None)
        if dice is None:
            if not self.begun:
                raise Astray
            raise Asked(Roll(count, sides or self.title.dice_sides, tuple(alike)))
        if len(dice) != count:
            raise Astray
        self.rolled |= self.begun
        return dice


class SampledTrial(Trial):
    """A trial whose dice after the start of the battle come from a source of dice, and that goes on to the battle's end."""

    def __init__(
        self,
        rules: Rules,
        position: Position,
        battle: int,
        begun: bool,
        before: Rolled,
        source: Dice,
        script: Rolled = (),
    ) -> None:
        super().__init__(rules, position, battle, begun, before, script)
        self._source = source

    def pause(self, place: Hashable, go_on: Callable[[Play], None]) -> None:
        """Go on."""

    def roll(self, count: int, what: str, sides: int = 0, alike: Sequence[Alike] = ()) -> tuple[int, ...]:
        """Return fair dice."""
        if not self.begun or count <= 0:
            return super().roll(count, what, sides, alike)
        self.rolled = True
        told = next(self._script, None)
        return told if told is not None else self._source.roll(count, sides or self.title.dice_sides, what)


@lru_cache(maxsize=4096)
def outcomes_of(count: int, sides: int, alike: tuple[Alike, ...]) -> list[tuple[tuple[int, ...], float]]:
    """Return dice that stand for all outcomes of a roll that rules tell apart, and their chances.

    Raises:
        Manifold: there are too many.
    """
    if not alike:
        if sides**count > MOST_FACES:
            raise Manifold
        return [(dice, sides**-count) for dice in product(range(1, sides + 1), repeat=count)]
    found: dict[frozenset[tuple[Hashable, int]], tuple[tuple[int, ...], float]] = {frozenset(): ((), 1.0)}
    for dice, labels in alike:
        parts = _falls(dice, labels)
        joined: dict[frozenset[tuple[Hashable, int]], tuple[tuple[int, ...], float]] = {}
        for told, (before, chance) in found.items():
            for more, fallen, part in parts:
                sums = Counter[Hashable](dict(told))
                sums.update(more)
                key = frozenset(sums.items())
                kept = joined.get(key)
                joined[key] = (kept[0], kept[1] + chance * part) if kept is not None else (before + fallen, chance * part)
        if len(joined) > MOST_OUTCOMES:
            raise Manifold
        found = joined
    return list(found.values())


def _falls(dice: int, labels: tuple[Hashable, ...]) -> list[tuple[dict[Hashable, int], tuple[int, ...], float]]:
    """Return how some dice may fall: how many of each label (the empty one left out), such dice, and the chance."""
    names = list(dict.fromkeys(labels))
    faces = {name: labels.index(name) + 1 for name in names}
    shares = {name: labels.count(name) / len(labels) for name in names}
    found = []
    for counts in _shared_out(dice, len(names)):
        ways = factorial(dice) // prod(factorial(n) for n in counts)
        chance = ways * prod(shares[name] ** n for name, n in zip(names, counts, strict=True))
        fallen = tuple(faces[name] for name, n in zip(names, counts, strict=True) for _ in range(n))
        told = {name: n for name, n in zip(names, counts, strict=True) if n and name != ""}
        found.append((told, fallen, chance))
    return found


def _shared_out(number: int, parts: int) -> list[tuple[int, ...]]:
    if parts == 1:
        return [(number,)]
    return [(first, *rest) for first in range(number + 1) for rest in _shared_out(number - first, parts - 1)]
