"""What follows from a title's tables alone is worked out once for each title."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, TypeVar

from engine.title.model import Title

Made = TypeVar("Made")

_NOTHING: Any = object()


def per_title(make: Callable[..., Made]) -> Callable[..., Made]:
    """Keep what a function of a title (and of hashable arguments) returns: for what follows from the tables alone."""

    @wraps(make)
    def of_title(title: Title) -> Made:
        kept = title.derived
        found = kept.get(make, _NOTHING)
        if found is _NOTHING:
            found = kept[make] = make(title)
        return found

    # These are asked so often that a table of its own for each function counts, and one argument that needs no tuple.
    @wraps(make)
    def of_one(title: Title, arg: Any) -> Made:
        table = title.derived.get(make)
        if table is None:
            table = title.derived[make] = {}
        found = table.get(arg, _NOTHING)
        if found is _NOTHING:
            found = table[arg] = make(title, arg)
        return found

    @wraps(make)
    def of_each(title: Title, *args: Any) -> Made:
        table = title.derived.get(make)
        if table is None:
            table = title.derived[make] = {}
        found = table.get(args, _NOTHING)
        if found is _NOTHING:
            found = table[args] = make(title, *args)
        return found

    return {1: of_title, 2: of_one}.get(len(signature(make).parameters), of_each)
