"""Units as players write them: `3 infantry, tank, fighter (united-kingdom)`; blocks with the steps they show: `2 infantry-4@3`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

_ITEM = re.compile(r"(?:(\d+)\s+)?((?=[\d-]*[a-z])[a-z\d][a-z\d-]*)(?:@(\d{1,2}))?(?:\s*\(([a-z][a-z0-9-]*)\))?\Z", re.ASCII)


class UnitCount(NamedTuple):
    """Some units of one type; `power` is empty when the text names none."""

    unit: str
    count: int  # type: ignore[assignment]  # a field may hide the method of tuple
    power: str = ""


class BlockCount(NamedTuple):
    """Some blocks of one type: `strength` is the steps each shows, 0 when the text names none."""

    unit: str
    count: int  # type: ignore[assignment]  # a field may hide the method of tuple
    power: str = ""
    strength: int = 0


@lru_cache(maxsize=65536)
def parse_blocks(text: str) -> tuple[BlockCount, ...]:
    """Return the blocks that a text lists; a missing number means one, an empty text none.

    Raises:
        ValueError: an item is not of the form `3 infantry`, `fighter (japan)` or `infantry-4@3`, or counts nothing.
    """
    if not text.strip():
        return ()
    items = []
    for part in text.split(","):
        match = _ITEM.match(part.strip())
        if not match:
            raise ValueError(f"{part.strip()!r} in {text!r}: expected units as in '3 infantry, tank, fighter (japan)'")
        count, strength = int(match[1] or 1), int(match[3] or 0)
        if count < 1:
            raise ValueError(f"{part.strip()!r} in {text!r}: expected a count of at least 1")
        if match[3] and strength < 1:
            raise ValueError(f"{part.strip()!r} in {text!r}: expected at least 1 step after the @")
        items.append(BlockCount(match[2], count, match[4] or "", strength))
    return tuple(items)


@lru_cache(maxsize=65536)
def parse_units(text: str) -> tuple[UnitCount, ...]:
    """Return the units that a text lists; a missing number means one, an empty text none.

    Raises:
        ValueError: an item is not of the form `3 infantry` or `fighter (japan)`, counts nothing, or names steps.
    """
    return without_steps(parse_blocks(text))


def without_steps(items: tuple[BlockCount, ...]) -> tuple[UnitCount, ...]:
    """Return what a list that names no steps lists.

    Raises:
        ValueError: it names steps.
    """
    for item in items:
        if item.strength:
            raise ValueError(f"'{item.unit}@{item.strength}': expected units without steps")
    return tuple(UnitCount(item.unit, item.count, item.power) for item in items)


def show_units(units: Iterable[tuple[str, int] | tuple[str, int, str]]) -> str:
    """Return units as text, in the order given: the inverse of `parse_units`."""
    parts = []
    for unit, count, *power in units:
        words = unit if count == 1 else f"{count} {unit}"
        parts.append(f"{words} ({power[0]})" if power and power[0] else words)
    return ", ".join(parts)


def show_blocks(blocks: Iterable[BlockCount]) -> str:
    """Return blocks as text, in the order given: the inverse of `parse_blocks`."""
    return show_units((f"{item.unit}@{item.strength}" if item.strength else item.unit, item.count, item.power) for item in blocks)
