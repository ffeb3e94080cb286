"""Keeps a server alive: asks its health address, and starts it again when it no longer answers or has died.

A process that hangs cannot do this for itself, so it is done from the one that started it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

EVERY = 10.0
"""Seconds between two questions."""
MISSES = 4
"""Questions in a row without an answer, after which a server counts as hung."""
RESTARTS, WITHIN = 5, 600.0
"""Times that a server is started again within so many seconds; more often it is given up, for something else is wrong."""


class Server(Protocol):
    """A server that has been started, such as a process."""

    def ended(self, seconds: float) -> int | None:
        """Wait so long for its end; return its exit code, None when it lives."""

    def answers(self) -> bool:
        """Ask its health address, for some seconds at most."""

    def kill(self) -> None:
        """End it at once, also when it hangs."""


class GivenUp(Exception):
    """A server that was started again too often; the text says what it did last."""


def keep_alive(
    server: Server,
    start: Callable[[], Server],
    say: Callable[[str], None],
    alive: Callable[[], object] = lambda: None,
    every: float = EVERY,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Watch a server until it ends by itself, and return its exit code, 0.

    Args:
        server: one that has answered. start: starts the next one, and waits until it answers.
        say: is told each time why a server is started again. alive: is called after each answer, for a watchdog outside.
        every: seconds between two questions. clock: tells seconds, for the bound on restarts.

    Raises:
        GivenUp: it was started again more than RESTARTS times within WITHIN seconds. What `start` raises is passed on.
    """
    restarts: deque[float] = deque(maxlen=RESTARTS)
    while (why := _watched(server, alive, every)) is not None:
        now = clock()
        if len(restarts) == RESTARTS and now - restarts[0] < WITHIN:
            raise GivenUp(f"{why}, after {RESTARTS} restarts within {WITHIN / 60:.0f} minutes")
        restarts.append(now)
        say(why)
        server.kill()
        server = start()
    return 0


def _watched(server: Server, alive: Callable[[], object], every: float) -> str | None:
    """Watch one server; return what became of it, None where it ended as it should."""
    missed = 0
    while (code := server.ended(every)) is None:
        if server.answers():
            missed = 0
            alive()
        else:
            missed += 1
        if missed == MISSES:
            return f"it did not answer {MISSES} times in a row"
    return f"it ended with exit code {code}" if code else None
