"""Turns are fair: who took least goes first, nobody who asks for much keeps the others waiting, and who leaves is gone."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import psutil
import pytest

from tests.warehouse.games import game
from warehouse import Lake, LakeError, sandbox
from warehouse.question_queue import QuestionQueue
from warehouse.sandbox import ask_apart

CROSS = "SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c WHERE a.range + b.range = c.range + 1"


def test_who_took_less_goes_first() -> None:
    line, order = QuestionQueue(places=1, each=60, room=9), []

    def go(who: str, seconds: float) -> None:
        with line.turn(who):
            order.append(who)
            time.sleep(seconds)

    def begun(who: str, seconds: float = 0.0) -> threading.Thread:
        thread = threading.Thread(target=go, args=(who, seconds))
        thread.start()
        time.sleep(0.05)
        return thread

    threads = [begun("greedy", 0.5), begun("greedy"), begun("greedy"), begun("modest")]
    for thread in threads:
        thread.join()
    assert order == ["greedy", "modest", "greedy", "greedy"]


def test_a_turn_ends_after_a_while_when_another_waits() -> None:
    line = QuestionQueue(places=1, each=0.1, room=9)
    with line.turn("long") as turn:
        time.sleep(0.2)
        assert not turn.is_over(), "nobody waits"
        waits = threading.Thread(target=lambda: line.turn("short").__enter__())
        waits.start()
        time.sleep(0.1)
        assert turn.is_over()
    waits.join()


def test_a_full_line_says_so_and_who_leaves_makes_room() -> None:
    class Left(BaseException):
        pass

    def leaves(_: int) -> None:
        raise Left

    line = QuestionQueue(places=1, each=60, room=1)
    with line.turn("one"):
        for _ in range(3):
            with pytest.raises(Left), line.turn("two", leaves):
                pass
        stays = threading.Thread(target=lambda: line.turn("three").__enter__())
        stays.start()
        time.sleep(0.1)
        with pytest.raises(LakeError, match="1 questions wait already; ask again in a minute"), line.turn("four"):
            pass
    stays.join()


def test_an_honest_one_does_not_wait_for_ten_that_never_end() -> None:
    """Ten that took 20 seconds each, two at a time, had kept it waiting for a hundred."""
    line = QuestionQueue(places=2, each=0.1, room=32)

    def bomb(number: int) -> None:
        with line.turn(f"bomber {number}") as turn:
            end = time.monotonic() + 20
            while not turn.is_over() and time.monotonic() < end:
                time.sleep(0.01)

    threads = [threading.Thread(target=bomb, args=(number,), daemon=True) for number in range(10)]
    for thread in threads:
        thread.start()
    time.sleep(0.05)
    start = time.monotonic()
    with line.turn("honest"):
        assert time.monotonic() - start < 10


def test_a_question_that_never_ends_makes_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_LINE", QuestionQueue(places=1, each=1, room=32))
    lake = Lake.create(tmp_path / "lake")
    lake.write([game("first")])
    refused: list[str] = []

    def bomb() -> None:
        with pytest.raises(LakeError) as told:
            ask_apart(str(lake.path), CROSS, who="bomber", seconds=300)
        refused.append(str(told.value))

    thread = threading.Thread(target=bomb)
    thread.start()
    time.sleep(0.2)
    assert ask_apart(str(lake.path), "SELECT 1", who="honest", seconds=300).frame.item() == 1
    thread.join()
    assert "was not answered within 4 seconds, and others waited: it was ended" in refused[0]


def test_whoever_leaves_takes_the_question_along(tmp_path: Path) -> None:
    class Left(BaseException):
        pass

    lake = Lake.create(tmp_path / "lake")
    lake.write([game("first")])
    start = time.monotonic()

    def leaves(before: int) -> None:
        if time.monotonic() > start + 1:
            raise Left

    with pytest.raises(Left):
        ask_apart(str(lake.path), CROSS, on_wait=leaves)
    assert not [one for one in psutil.Process().children() if "warehouse.sandbox" in " ".join(one.cmdline())]
