"""What follows from a title's tables alone is worked out once for each title."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from engine.title.model import Title

Made = TypeVar("Made")


def per_title(make: Callable[..., Made]) -> Callable[..., Made]:
    """Keep what a function of a title (and of hashable arguments) returns: for what follows from the tables alone."""

    @wraps(make)
    def known(title: Title, *args: Any) -> Made:
        kept, key = title.derived, (make, args) if args else make
        if key not in kept:
            kept[key] = make(title, *args)
        return kept[key]

    return known
