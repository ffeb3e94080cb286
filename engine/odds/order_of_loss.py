"""An order of loss as it is told: unit types, or numbers of them (`2 infantry`), first lost first; and who of those alike goes first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.forces import parse_units

Kind = tuple[str, str]
"""A unit type, and its power."""


class Line(NamedTuple):
    """A line of an order of loss: so many units of a type; all that are left of it without a number."""

    unit: str
    number: int | None = None


def lines_of(order: Iterable[str]) -> tuple[Line, ...]:
    """Return an order's lines.

    Raises:
        ValueError: one is neither a unit type nor a number of one.
    """
    return tuple(_line(text.strip()) for text in order)


def _line(text: str) -> Line:
    items = parse_units(text)
    if len(items) != 1 or items[0].power:
        raise ValueError(f"{text!r}: expected a unit type or a number of one, as in 'infantry' or '2 infantry'")
    return Line(items[0].unit, items[0].count if text[0].isdigit() else None)


def in_lines(
    units: Mapping[Kind, int],
    lines: Collection[Line],
    in_turn: Collection[Kind],
    rank: Callable[[Kind, int | None], tuple[Any, ...]],
) -> list[tuple[Kind, int]]:
    """Return units as (kind, how many), first lost first.

    Args:
        units: in the usual order. in_turn: those of which numbers may be lost apart; all others stand together at their place.
        rank: returns the place of a kind that is named in a line (its number), or in none.
    """
    if not lines:
        return list(units.items())
    left, found = dict(units), list[tuple[tuple[Any, ...], Kind, int]]()
    for place, line in enumerate(lines):
        rest = line.number
        for kind in [kind for kind in units if kind[0] == line.unit and kind in left]:
            count = left[kind] if rest is None or kind not in in_turn else min(left[kind], rest)
            rest = None if rest is None else rest - count
            if count or kind not in in_turn:
                found.append((rank(kind, place), kind, count))
                left[kind] -= count
            if not left[kind]:
                del left[kind]
    found += [(rank(kind, None), kind, count) for kind, count in left.items()]
    return [(kind, count) for _, kind, count in sorted(found)]


def landed(chunks: Iterable[tuple[Kind, int]], seaborne: Mapping[Kind, int]) -> Iterator[tuple[Kind, int, bool]]:
    """Yield (kind, how many, whether seaborne) of the units of an order of loss: of those alike the seaborne ones first."""
    left = dict(seaborne)
    for kind, count in chunks:
        lands = min(count, left.get(kind, 0))
        if lands:
            left[kind] -= lands
            yield kind, lands, True
        if count > lands or not count:
            yield kind, count - lands, False
