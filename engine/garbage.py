"""Python's search for cycles of unused objects: a game makes many objects that stay, and hardly a cycle."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OBJECTS = 50_000
"""New objects after which Python looks for cycles among them (its own figure is some hundreds)."""


@contextmanager
def rare_collection() -> Iterator[None]:
    """Let Python look for cycles rarely within the block; afterwards as before."""
    usual = gc.get_threshold()
    gc.set_threshold(max(OBJECTS, usual[0]), *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@contextmanager
def no_collection() -> Iterator[None]:
    """Let Python look for no cycles within the block: to search many rows without any takes a third of the time."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
