"""Python's search for unused objects is rare where a game is played, none where rows are made, and as before afterwards."""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from engine.garbage import OBJECTS, no_collection, rare_collection


@pytest.mark.parametrize("block", [no_collection, rare_collection])
@pytest.mark.parametrize("running", [True, False])
def test_python_looks_for_cycles_as_before_afterwards(block: Callable[[], AbstractContextManager], running: bool) -> None:
    before = gc.isenabled(), gc.get_threshold()
    try:
        (gc.enable if running else gc.disable)()
        with pytest.raises(ZeroDivisionError), block():
            _ = 1 / 0
        assert (gc.isenabled(), gc.get_threshold()) == (running, before[1])
    finally:
        (gc.enable if before[0] else gc.disable)()


def test_python_looks_for_cycles_rarely_or_never_within() -> None:
    with rare_collection():
        assert gc.isenabled() and gc.get_threshold()[0] >= OBJECTS
    with no_collection():
        assert not gc.isenabled()
