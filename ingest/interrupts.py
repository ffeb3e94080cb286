"""Ctrl-C at a safe moment: deferred during operations that must not be left half done."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from threading import current_thread, main_thread
from types import FrameType
from typing import Any


class _Watch:
    """A handler of interrupts that defers them while it is told to."""

    def __init__(self, before: Callable[..., Any]) -> None:
        self.before, self.deferring = before, False
        self.came: list[tuple[int, FrameType | None]] = []

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Note an interrupt, or do with it what was done before."""
        if self.deferring:
            self.came.append((number, frame))
        else:
            self.before(number, frame)


_watches: list[_Watch] = []
"""The one that is set, if any."""


@contextmanager
def watched() -> Iterator[None]:
    """Make `held_back` cheap in a block that holds back thousands of times: the handler of interrupts is changed but once."""
    before = signal.getsignal(signal.SIGINT)
    if _watches or current_thread() is not main_thread() or not callable(before):
        yield
        return
    signal.signal(signal.SIGINT, watch := _Watch(before))
    _watches.append(watch)
    try:
        yield
    finally:
        _watches.clear()
        signal.signal(signal.SIGINT, before)


@contextmanager
def held_back() -> Iterator[None]:
    """Defer an interrupt until the end of the block; none can occur outside the main thread."""
    if current_thread() is not main_thread():
        yield
        return
    with nullcontext() if _watches else watched():  # to ask for the handler takes long
        if not _watches or _watches[0].deferring:
            yield
            return
        watch = _watches[0]
        watch.deferring = True
        try:
            yield
        finally:
            watch.deferring = False
            came, watch.came = watch.came, []
    if came:
        watch.before(*came[0])
