"""Odds put together of parts: each the odds of what may happen, weighted with its chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.odds.result import DIGITS, SAME, Result, Survivors, Swings

Numbers = Sequence[float]


def added(parts: Sequence[Result]) -> Result:
    """Return the odds of which these are parts: all their numbers are added up."""
    first = parts[0]
    names = ("win", "take", "lose", "draw", "retreat", "attacker_lost", "defender_lost", "rounds", "attacker_aircraft", "defender_aircraft")
    sums = {name: round(sum(getattr(part, name) for part in parts), DIGITS) for name in names}
    lengths = [part.by_round for part in parts]
    most = max(map(len, lengths)) if all(lengths) else 0
    return first._replace(
        **sums,
        attackers=_left(one for part in parts for one in part.attackers),
        defenders=_left(one for part in parts for one in part.defenders),
        swings=_swings(one for part in parts for one in part.swings),
        by_round=tuple(sum(part[at] for part in lengths if at < len(part)) for at in range(most)),
    )


def weighted(part: Result, chance: float) -> Result:
    """Return odds as a part that comes about with a chance."""
    numbers = part._asdict()
    scaled: dict[str, Any] = {name: value * chance for name, value in numbers.items() if isinstance(value, float) and name != "error"}
    return part._replace(
        **scaled,
        attackers=tuple(one._replace(chance=one.chance * chance) for one in part.attackers),
        defenders=tuple(one._replace(chance=one.chance * chance) for one in part.defenders),
        swings=tuple((swing, one * chance) for swing, one in part.swings),
        by_round=tuple(one * chance for one in part.by_round),
    )


def shifted(part: Result, chance: float, lost: float) -> Result:
    """Return a part with its chance, whose attacker has lost some value before it."""
    return part._replace(
        attacker_lost=part.attacker_lost + chance * lost,
        swings=tuple((swing - lost, one) for swing, one in part.swings),
    )


def _left(found: Iterable[Survivors]) -> tuple[Survivors, ...]:
    sums: dict[tuple[str, str], Survivors] = {}
    for one in found:
        before = sums.get((one.units, one.steps))
        sums[one.units, one.steps] = one if before is None else before._replace(chance=before.chance + one.chance)
    return tuple(sorted(sums.values(), key=lambda one: (-one.chance, -one.value, one.units)))


def renamed(left: tuple[Survivors, ...], change: Callable[[Survivors], Survivors]) -> tuple[Survivors, ...]:
    """Return survivors with others put beside them."""
    return _left(map(change, left))


def _swings(found: Iterable[tuple[float, float]]) -> Swings:
    out: list[list[float]] = []
    for swing, chance in sorted(found):
        if out and swing - out[-1][0] <= SAME:
            out[-1][1] += chance
        else:
            out.append([swing, chance])
    return tuple((swing, chance) for swing, chance in out)
