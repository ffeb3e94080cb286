"""A fair queue for queries with a few places: heavy users do not keep others waiting long.

Users with the least recent time go first, then those who came first. A query may run as long as nobody waits; once a
user with less recent time waits, `Turn.is_over` becomes true after a while.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition

from warehouse.errors import LakeError

STEP = 0.25
"""Seconds between two checks whether a query may start, or should stop."""

REMEMBERED = 120.0
"""Seconds for which a user's time is remembered."""


class Turn:
    """A waiting or running query: its user, its arrival and its start."""

    def __init__(self, line: QuestionQueue, who: str, number: int) -> None:
        self.line, self.who, self.number = line, who, number
        self.since: float | None = None

    def is_over(self) -> bool:
        """Return whether it has used its guaranteed time and a user with less recent time waits."""
        return self.line.is_over(self)


class QuestionQueue:
    """A few places, and a line of waiting queries.

    Args:
        places: queries that run at a time. each: seconds guaranteed to every query. room: queries that may wait.
    """

    def __init__(self, places: int, each: float, room: int) -> None:
        self.places, self.each, self.room = places, each, room
        self._change = Condition()
        self._waiting: list[Turn] = []
        self._served: list[Turn] = []
        self._taken: deque[tuple[float, str, float]] = deque()
        self._count = 0

    @contextmanager
    def turn(self, who: str, on_wait: Callable[[int], None] = lambda _: None) -> Iterator[Turn]:
        """Wait for a place and keep it.

        Args:
            who: asks; nobody in particular when empty. on_wait: is called every STEP with how many go before; what it raises ends
            the waiting.

        Raises:
            LakeError: too many are waiting already.
        """
        turn = self._come(who)
        try:
            while not self._goes(turn):
                on_wait(self._before(turn))
            yield turn
        finally:
            self._leave(turn)

    def is_over(self, turn: Turn) -> bool:
        """Return whether a turn should end; see Turn."""
        with self._change:
            if turn.since is None or time.monotonic() - turn.since < self.each:
                return False
            mine = self._took(turn.who)
            return any(self._took(other.who) < mine for other in self._waiting)

    def _come(self, who: str) -> Turn:
        with self._change:
            if len(self._waiting) >= self.room:
                raise LakeError(f"{self.room} questions wait already; ask again in a minute")
            self._count += 1
            turn = Turn(self, who or f"#{self._count}", self._count)
            self._waiting.append(turn)
            return turn

    def _goes(self, turn: Turn) -> bool:
        """Take a place if one is free and nobody is ahead; else wait a STEP."""
        with self._change:
            if len(self._served) >= self.places or self._order()[0] is not turn:
                self._change.wait(STEP)
            if len(self._served) >= self.places or self._order()[0] is not turn:
                return False
            self._waiting.remove(turn)
            self._served.append(turn)
            turn.since = time.monotonic()
            self._change.notify_all()
            return True

    def _before(self, turn: Turn) -> int:
        with self._change:
            return self._order().index(turn)

    def _order(self) -> list[Turn]:
        return sorted(self._waiting, key=lambda turn: (self._took(turn.who), turn.number))

    def _took(self, who: str) -> float:
        """Return a user's recent seconds, up to now."""
        now = time.monotonic()
        while self._taken and self._taken[0][0] < now - REMEMBERED:
            self._taken.popleft()
        before = sum(seconds for _, name, seconds in self._taken if name == who)
        return before + sum(now - (turn.since or now) for turn in self._served if turn.who == who)

    def _leave(self, turn: Turn) -> None:
        with self._change:
            if turn in self._waiting:
                self._waiting.remove(turn)
            else:
                self._served.remove(turn)
                now = time.monotonic()
                self._taken.append((now, turn.who, now - (turn.since or now)))
            self._change.notify_all()
