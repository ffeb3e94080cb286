"""Limits on the resources of one record, so that no record blocks others.

The process is told when its processor time is used up, and reader processes are bound in memory (`engine/machine.py`, for each system).
In a thread, only the limits on rows and defects remain.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import inf
from threading import current_thread, main_thread
from types import FrameType

from engine.errors import RecordError
from engine.machine import alarm, bound
from engine.replay import MOST_DEFECTS
from warehouse.largest_game import MOST_ROWS


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on one record, many times the needs of the longest known game.

    Attributes:
        seconds: of a processor; the longest known game takes 50, as its battles are fought again for their luck.
        memory: bytes of address space of the process that reads. rows: of all tables together.
        defects: orders, dice and observations that do not fit.
        tables_beside: whether tables for its module are read from its folder; not where strangers put the records. None: a record
            with tables beside it is refused.
    """

    seconds: float = 300
    memory: int = 4 << 30
    rows: int = MOST_ROWS
    defects: int = MOST_DEFECTS
    tables_beside: bool | None = True

    def times(self, factor: float) -> Limits:
        """Return these limits multiplied by a factor."""
        return replace(
            self,
            seconds=self.seconds * factor,
            memory=int(self.memory * factor),
            rows=int(self.rows * factor),
            defects=int(self.defects * factor),
        )


DEFAULT = Limits()

OF_STRANGERS = Limits(tables_beside=False)
"""Limits on records of a folder that others fill: with tables of their own they could say what a log shows of hidden pieces."""

ON_REQUEST = Limits(tables_beside=None)
"""Limits on records of which nobody has said whether the tables beside them are trusted."""

CURE = "if you trust the record, raise the limits: sitrep ingest --limits 10"


AGAIN = 0.25
"""Seconds of a processor after which a record that goes on is stopped again: Python ignores what is raised as it deletes an object."""


class OutOfTime(BaseException):
    """A record has used up its time; no reader's handler catches this by accident."""


@contextmanager
def timed(seconds: float, done: str, cure: str) -> Iterator[None]:
    """Limit the processor time of the block; where it took longer, `done` says what was not done, `cure` what helps.

    Raises:
        RecordError: it took longer.
    """
    if seconds == inf or current_thread() is not main_thread():
        yield
        return
    try:
        with alarm(seconds, AGAIN, _out_of_time):
            yield
    except OutOfTime:
        raise RecordError(f"{done} within {seconds:g} seconds of a processor; {cure}") from None


_apart = False


def bound_memory(limits: Limits) -> None:
    """Limit the memory of this process, which only reads records."""
    global _apart
    _apart = True
    bound(AS=limits.memory, CORE=0)


def end_if_apart() -> None:
    """Exit a reader process after it ran out of memory: it may never recover."""
    if _apart:
        os._exit(1)


def _out_of_time(_signal: int, frame: FrameType | None) -> None:
    """Raise, but not where Python would only print it, as a weak dictionary forgets an object: the next signal comes soon."""
    if frame is None or frame.f_code.co_filename != weakref.__file__:
        raise OutOfTime
