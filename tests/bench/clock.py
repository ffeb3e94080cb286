"""Timing, honestly small: the best of a few runs, because the machine's other work only ever adds time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple


class Timing(NamedTuple):
    """One line of the bench's table: what was done, how often a second, and a remark."""

    what: str
    rate: float
    unit: str
    remark: str = ""


def best(work: Callable[[], object], runs: int = 3) -> float:
    """Return the seconds of the quickest of `runs` runs."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)
