"""What a part of the attack is: a module of this package with a function

    def attack(seed: int, seconds: float) -> Iterable[Row]

It tries what it can within about that time, all chance from the seed, and yields a row for each kind of thing that it tried.
"""

from __future__ import annotations

import importlib
import pkgutil
import time
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import tests.attack


class Row(NamedTuple):
    """A row of the table.

    Attributes:
        what: what was tried, in a few words. tried: how often. found: each time that it went wrong, told so that it can be done
        again. remark: what came of the rest.
    """

    what: str
    tried: int
    found: tuple[str, ...] = ()
    remark: str = ""


Part = Callable[[int, float], Iterable[Row]]


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
    """Count 0, 1, 2, ... until the time is over; once at least."""
    end, number = time.monotonic() + seconds, 0
    while not number or time.monotonic() < end:
        yield number
        number += 1
