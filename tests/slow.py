"""Marks values of a parametrized test as slow: `make test` leaves them out, `make test SLOW=1` takes all."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest


def slow_after(count: int, values: Iterable[Any]) -> list[Any]:
    """Return the values, those after the first `count` marked `slow`."""
    return [value if index < count else _slow(value) for index, value in enumerate(values)]


def slow_among(slow: Container[Any], values: Iterable[Any]) -> list[Any]:
    """Return the values, those among `slow` marked so."""
    return [_slow(value) if value in slow else value for value in values]


def _slow(value: Any) -> Any:
    return pytest.param(*(value if type(value) is tuple else (value,)), marks=pytest.mark.slow)
