"""What follows from a title's tables alone is worked out once for each title."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from engine.title.model import Title

Made = TypeVar("Made")


def per_title(make: Callable[..., Made]) -> Callable[..., Made]:
    """Keep what a function of a title (and of hashable arguments) returns: for what follows from the tables alone."""
    kept: dict[tuple, tuple[Title, Any]] = {}

    @wraps(make)
    def known(title: Title, *args: Any) -> Made:
        key = (id(title), *args)
        found = kept.get(key)
        if found is None:
            # The title is kept beside what was made, so that its id stays its own.
            found = kept[key] = (title, make(title, *args))
        return found[1]

    return known
