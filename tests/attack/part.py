"""What a part of the attack is: a module of this package with a function

    def attack(seed: int, rounds: Iterable[int]) -> Iterable[Row]

It tries one thing each round, all chance from the seed and the round's number, and returns a row for each kind of thing that it tried.
Rounds end when the part's time is over, so that a part takes at most one round longer; a single round can be tried again alone.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import tests.attack


class Row(NamedTuple):
    """A row of the table.

    Attributes:
        what: what was tried, in a few words. tried: how often. found: each time that it went wrong, with the command that does it
        again. remark: what came of the rest.
    """

    what: str
    tried: int
    found: tuple[str, ...] = ()
    remark: str = ""


Part = Callable[[int, Iterable[int]], Iterable[Row]]


class Tally:
    """What a part has tried so far.

    Args:
        part: the part's name. seed: its seed. kinds: what it tries, one after another.
    """

    def __init__(self, part: str, seed: int, kinds: Iterable[str]) -> None:
        self._part, self._seed = part, seed
        self._tried: Counter[str] = Counter()
        self._found: dict[str, list[str]] = {kind: [] for kind in kinds}
        self._seen: dict[str, Counter[str]] = {kind: Counter() for kind in self._found}

    def note(self, kind: str, number: int, found: Iterable[str], seen: Iterable[str] = (), tried: int = 1) -> None:
        """Keep what came of a round: what went wrong, and in a few words what else was seen, once for each time."""
        again = f"make attack ARGS='--only {self._part} --seed {self._seed} --round {number}'"
        self._tried[kind] += tried
        told = [f"{one} ({again})" for one in found]
        for one in told:
            print(f"{self._part}: {kind}: {one!a}", file=sys.stderr, flush=True)
        self._found[kind] += told
        self._seen[kind].update(seen)

    def rows(self) -> list[Row]:
        """Return a row for each kind."""
        return [
            Row(
                kind,
                self._tried[kind],
                tuple(found),
                ", ".join(f"{times:,} {what}" for what, times in sorted(self._seen[kind].items())),
            )
            for kind, found in self._found.items()
        ]


def parts() -> dict[str, Part]:
    """Return every part by the name of its module, in their order."""
    found: dict[str, Part] = {}
    for module in sorted(one.name for one in pkgutil.iter_modules(tests.attack.__path__)):
        if module != "__main__":
            part = getattr(importlib.import_module(f"tests.attack.{module}"), "attack", None)
            if part:
                found[module] = part
    return found


def rounds(seconds: float) -> Iterator[int]:
    """Count 0, 1, 2, ... until the time is over, which begins now; once at least."""
    return _counted(time.monotonic() + seconds)


def _counted(end: float) -> Iterator[int]:
    number = 0
    while not number or time.monotonic() < end:
        yield number
        number += 1
