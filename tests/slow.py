"""Marks values of a parametrized test as slow: `make test` takes the first ones, `make test SLOW=1` all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def slow_after(count: int, values: Iterable[Any]) -> list[Any]:
    """Return the values, those after the first `count` marked `slow`."""
    return [value if index < count else _slow(value) for index, value in enumerate(values)]


def _slow(value: Any) -> Any:
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.slow)
