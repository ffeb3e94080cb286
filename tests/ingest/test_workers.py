"""Worker processes and Ctrl-C (`ingest/workers.py`): none ends in the middle of a result, for whose end the program would wait forever."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import BrokenExecutor

import pytest

from ingest.workers import processes

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends a signal to a process")

RESULT = 64 * 2**20
"""Bytes of a result that takes long enough to send to be interrupted in the middle."""
SECONDS = 120
"""Until a result that was interrupted counts as one that never comes."""


def interrupted_while_it_is_sent() -> bytes:
    """Return a large result, with Ctrl-C again and again from a moment after."""

    def interrupt() -> None:
        time.sleep(0.01)
        for _ in range(200):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.001)

    threading.Thread(target=interrupt, daemon=True).start()
    return bytes(RESULT)


def interrupted_at_work() -> None:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(SECONDS)


@pytest.mark.parametrize("times", range(3))
def test_a_result_comes_whole_and_the_next_task_is_not_begun(times: int) -> None:
    executor = processes(1, None)
    try:
        assert len(executor.submit(interrupted_while_it_is_sent).result(SECONDS)) == RESULT
        with pytest.raises(BrokenExecutor):
            while True:  # until the first of them has come
                executor.submit(os.getpid).result(SECONDS)
    finally:
        executor.shutdown()


def test_a_task_ends_at_once() -> None:
    executor = processes(1, None)
    try:
        with pytest.raises(BrokenExecutor):
            executor.submit(interrupted_at_work).result(SECONDS)
    finally:
        executor.shutdown()
