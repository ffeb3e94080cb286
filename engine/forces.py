"""Units as people write them: `3 infantry, tank, fighter (united-kingdom)`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

_ITEM = re.compile(r"(?:(\d+)\s+)?([a-z][a-z0-9-]*)(?:\s*\(([a-z][a-z0-9-]*)\))?\Z")


class UnitCount(NamedTuple):
    """Some units of one type; `power` is empty when the text names none."""

    unit: str
    count: int
    power: str = ""


@lru_cache(maxsize=65536)
def parse_units(text: str) -> tuple[UnitCount, ...]:
    """Return the units that a text lists; a number left out is one, an empty text is none.

    Raises:
        ValueError: an item is not of the form `3 infantry` or `fighter (japan)`, or counts nothing.
    """
    if not text.strip():
        return ()
    items = []
    for part in text.split(","):
        match = _ITEM.match(part.strip())
        if not match:
            raise ValueError(f"{part.strip()!r} in {text!r}: expected units as in '3 infantry, tank, fighter (japan)'")
        count = int(match[1] or 1)
        if count < 1:
            raise ValueError(f"{part.strip()!r} in {text!r}: expected a count of at least 1")
        items.append(UnitCount(match[2], count, match[3] or ""))
    return tuple(items)


def show_units(units: Iterable[tuple[str, int] | tuple[str, int, str]]) -> str:
    """Return units as text, in the order given: the inverse of `parse_units`."""
    parts = []
    for unit, count, *power in units:
        words = unit if count == 1 else f"{count} {unit}"
        parts.append(f"{words} ({power[0]})" if power and power[0] else words)
    return ", ".join(parts)
