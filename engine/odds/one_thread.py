"""Products of small matrices are quickest in one thread: several wait for each other longer than they work."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar

from threadpoolctl import ThreadpoolController

SMALL = 2_000
"""Pairs of states up to which it is not worth the tenth of a millisecond that it costs to say so."""

Made = TypeVar("Made")


@cache
def _libraries() -> ThreadpoolController:
    return ThreadpoolController()


def one_thread(work: Callable[..., Made]) -> Callable[..., Made]:
    """Let a method of something with a `shape` of many pairs use one thread for linear algebra."""

    @wraps(work)
    def alone(self: Any, *args: Any, **more: Any) -> Made:
        if self.shape[0] * self.shape[1] <= SMALL:
            return work(self, *args, **more)
        with _libraries().limit(limits=1, user_api="blas"):
            return work(self, *args, **more)

    return alone
