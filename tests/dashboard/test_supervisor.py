"""A server that hangs or dies is started again, but not for ever."""

from __future__ import annotations

from collections.abc import Iterator

from dashboard.supervisor import MISSES, RESTARTS, WITHIN, GivenUp, keep_alive


class Scripted:
    """A server of which is known what it does: `.` it answers, `x` it does not, a number: it ends with that exit code."""

    def __init__(self, script: str) -> None:
        self.script, self.killed = iter(script), False
        self.now = ""

    def ended(self, seconds: float) -> int | None:
        """Go on to what it does next."""
        self.now = next(self.script)
        return int(self.now) if self.now.isdigit() else None

    def answers(self) -> bool:
        """Whether it answers now."""
        return self.now == "."

    def kill(self) -> None:
        """End."""
        self.killed = True


def watched(*scripts: str, clock: Iterator[float] | None = None) -> tuple[int | None, list[str], list[bool], int]:
    """What came of servers that took each other's place: exit code (None: given up), why, who was killed, and the answers."""
    servers, said, alive, times = [Scripted(one) for one in scripts], list[str](), list[int](), clock or iter(range(99))
    waiting = iter(servers)
    try:
        code: int | None = keep_alive(next(waiting), lambda: next(waiting), said.append, lambda: alive.append(1), 0, lambda: next(times))
    except GivenUp as error:
        code = None
        said.append(str(error))
    return code, said, [one.killed for one in servers], len(alive)


def test_one_that_ends_by_itself_is_not_started_again() -> None:
    assert watched("...0") == (0, [], [False], 3)


def test_one_that_hangs_is_killed_and_started_again() -> None:
    code, said, killed, alive = watched(".." + "x" * MISSES, ".0")
    assert (code, said, killed, alive) == (0, [f"it did not answer {MISSES} times in a row"], [True, False], 3)


def test_one_that_is_slow_now_and_then_is_left_alone() -> None:
    assert watched(("x" * (MISSES - 1) + ".") * 5 + "0") == (0, [], [False], 5)


def test_one_that_dies_is_started_again() -> None:
    assert watched(".9", ".0")[:2] == (0, ["it ended with exit code 9"])


def test_what_dies_again_and_again_is_given_up() -> None:
    code, said, _, _ = watched(*["1"] * (RESTARTS + 1))
    assert code is None and said[-1] == "it ended with exit code 1, after 5 restarts within 10 minutes"
    seldom = iter(at * WITHIN / (RESTARTS - 1) for at in range(99))
    assert watched(*["1"] * 20, "0", clock=seldom)[0] == 0
