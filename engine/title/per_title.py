"""What follows from a title's tables alone is worked out once for each title."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar

from engine.title.model import Title

Made = TypeVar("Made")
P = ParamSpec("P")


def per_title(make: Callable[Concatenate[Title, P], Made]) -> Callable[Concatenate[Title, P], Made]:
    """Keep what a function of a title (and of hashable arguments) returns: for what follows from the tables alone."""

    made: Callable[..., Made] = make

    # These are asked so often that a table of its own for each function counts, one argument that needs no tuple, and no `dict.get`.
    @wraps(make)
    def of_title(title: Title) -> Made:
        try:
            known: Made = title.derived[make]
            return known
        except KeyError:
            pass
        found = title.derived[make] = made(title)
        return found

    @wraps(make)
    def of_one(title: Title, arg: Any) -> Made:
        try:
            known: Made = title.derived[make][arg]
            return known
        except KeyError:
            pass
        return keep(title, arg, made(title, arg))

    @wraps(make)
    def of_each(title: Title, *args: Any) -> Made:
        try:
            known: Made = title.derived[make][args]
            return known
        except KeyError:
            pass
        return keep(title, args, made(title, *args))

    def keep(title: Title, args: Any, found: Made) -> Made:
        title.derived.setdefault(make, {})[args] = found
        return found

    kinds: dict[int, Any] = {1: of_title, 2: of_one}
    chosen: Callable[Concatenate[Title, P], Made] = kinds.get(len(signature(make).parameters), of_each)
    return chosen
