"""What follows from some facts of a position alone is worked out once, until one of these facts changes.

    @derived_from("control", "relations")
    def enemy_land(position: Position, power: str) -> frozenset[str]: ...

The decorator names the facts; the position keeps what each function returned for hashable arguments, and a fork of the position begins
with it. What follows from the units of one power alone is `derived_from_stacks`; what follows from a title's tables alone is `per_title`
(`engine/title/per_title.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar

if TYPE_CHECKING:
    from engine.rules import Position
    from engine.state import GameState

Made = TypeVar("Made")
P = ParamSpec("P")


class Fact(NamedTuple):
    """Something that a game state says.

    Attributes:
        stamp: the attribute of the state that is another one after each change. forks: whether what follows from it goes over to a fork
            of a position: not what is soon another in each of them.
    """

    stamp: str
    forks: bool


FACTS = {
    "units": Fact("shifts", False),
    "relations": Fact("accords", True),
    "control": Fact("transfers", True),
    "figures": Fact("advances", True),
    "markers": Fact("marks", True),
    "turn": Fact("clock.turn", True),
    "round": Fact("clock.round", True),
    "moment": Fact("seq", False),
}
"""Which units stand where; who is at war with whom, and standings; who holds which area; technologies and options, from which the
figures of units follow; markers that last the game; the turn, the round; and all of it: what is true until any event happens."""


class Derivation(NamedTuple):
    """A function of a position whose results are kept.

    Attributes:
        make: the function itself. facts: those that it follows from. stamp: what they are stamped with in a state. forks: as of Fact.
    """

    make: Callable[..., Any]
    facts: tuple[str, ...]
    stamp: Callable[[GameState], Any]
    forks: bool


DERIVATIONS: dict[Callable[..., Any], Derivation] = {}
"""Every such function, by itself."""
BY_POWER: list[Callable[..., Any]] = []
"""Every function of a power's stacks: see `derived_from_stacks`."""


def derived_from(
    *facts: str,
) -> Callable[[Callable[Concatenate[Position, P], Made]], Callable[Concatenate[Position, P], Made]]:
    """Keep what a function of a position (and of hashable positional arguments) returns while these of FACTS stay as they are."""
    stamp = attrgetter(*(FACTS[fact].stamp for fact in facts))
    forks = all(FACTS[fact].forks for fact in facts)

    def of(make: Callable[Concatenate[Position, P], Made]) -> Callable[Concatenate[Position, P], Made]:
        made: Callable[..., Made] = make
        DERIVATIONS[make] = Derivation(make, facts, stamp, forks)

        # Both are asked so often that a call of what they have in common counts, and one of `dict.get` too.
        @wraps(make)
        def of_one(position: Position, arg: Any = None) -> Made:
            now = stamp(position.state)
            try:
                then, table, _ = position.derived[make]
                if then == now:
                    known: Made = table[arg]
                    return known
            except KeyError:
                pass
            found = made(position, arg) if several else made(position)
            return keep(position, now, arg, found)

        @wraps(make)
        def of_each(position: Position, *args: Any) -> Made:
            now = stamp(position.state)
            try:
                then, table, _ = position.derived[make]
                if then == now:
                    known: Made = table[args]
                    return known
            except KeyError:
                pass
            return keep(position, now, args, made(position, *args))

        def keep(position: Position, now: Any, args: Any, found: Made) -> Made:
            kept = position.derived.get(make)
            if kept is None or kept[0] != now:
                kept = position.derived[make] = (now, {}, forks)
            kept[1][args] = found
            return found

        arguments = len(signature(make).parameters)
        several = arguments > 1
        chosen: Any = of_each if arguments > 2 else of_one
        return chosen  # type: ignore[no-any-return]  # of the same arguments as `make`

    return of


def derived_from_stacks(make: Callable[[Position, str], Made]) -> Callable[[Position, str], Made]:
    """Keep what a function of a position and a power finds in the power's stacks and their figures, while these stay as they are.

    The fact "units" would be too much: it changes with everybody's. The list of a power's stacks is another one after each of its changes.
    """
    BY_POWER.append(make)

    @wraps(make)
    def of_power(position: Position, power: str) -> Made:
        stacks, figures = position.stacks_of(power), position.state.advances
        kept = position.derived_by_power.get((make, power))
        if kept is None or kept[0] is not stacks or kept[1] != figures:
            kept = position.derived_by_power[make, power] = (stacks, figures, make(position, power))
        found: Made = kept[2]
        return found

    return of_power
