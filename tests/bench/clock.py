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


def processor(work: Callable[[], object], runs: int = 3) -> float:
    """Return the seconds of processors, all threads together, of the least of `runs` runs: a busy machine lengthens them least."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def best(work: Callable[[], object], runs: int = 3, clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the seconds of the quickest of `runs` runs; by `time.process_time`, those of the processor."""
    times = []
    for _ in range(runs):
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)
