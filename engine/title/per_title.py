"""What follows from a title's tables alone is worked out once for each title."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar

from engine.title.model import Title

Made = TypeVar("Made")
P = ParamSpec("P")

_NOTHING: Any = object()


def per_title(make: Callable[Concatenate[Title, P], Made]) -> Callable[Concatenate[Title, P], Made]:
    """Keep what a function of a title (and of hashable arguments) returns: for what follows from the tables alone."""

    made: Callable[..., Made] = make

    @wraps(make)
    def of_title(title: Title) -> Made:
        kept: dict[Any, Made] = title.derived
        found: Made = kept.get(make, _NOTHING)
        if found is _NOTHING:
            found = kept[make] = made(title)
        return found

    # These are asked so often that a table of its own for each function counts, and one argument that needs no tuple.
    @wraps(make)
    def of_one(title: Title, arg: Any) -> Made:
        table: dict[Any, Made] | None = title.derived.get(make)
        if table is None:
            table = title.derived[make] = {}
        found: Made = table.get(arg, _NOTHING)
        if found is _NOTHING:
            found = table[arg] = made(title, arg)
        return found

    @wraps(make)
    def of_each(title: Title, *args: Any) -> Made:
        table: dict[Any, Made] | None = title.derived.get(make)
        if table is None:
            table = title.derived[make] = {}
        found: Made = table.get(args, _NOTHING)
        if found is _NOTHING:
            found = table[args] = made(title, *args)
        return found

    kinds: dict[int, Any] = {1: of_title, 2: of_one}
    chosen: Callable[Concatenate[Title, P], Made] = kinds.get(len(signature(make).parameters), of_each)
    return chosen
