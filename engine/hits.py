"""The units that events tell were hit, and those that an order names: a record may say what the rules worked out without asking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from engine.events import Event, UnitsChanged, UnitsRemoved
from engine.forces import BlockCount, show_blocks
from engine.orders import Order

HIT = "hit"
"""Cause of a change of units that are hit, and removed later."""


class Hit(NamedTuple):
    """A unit that was hit: where it stood, whose it is, its type and the strength it had."""

    area: str
    power: str
    unit: str
    strength: int


def hits_of(events: Iterable[Event]) -> Counter[Hit]:
    """Return how often units were hit, as events tell: they lost strength, or were removed at once or after a word that says so."""
    weakened: Counter[Hit] = Counter()
    marked: Counter[Hit] = Counter()
    removed: Counter[Hit] = Counter()
    for event in events:
        if not isinstance(event, (UnitsChanged, UnitsRemoved)):
            continue
        one = Hit(event.area, event.power, event.unit, event.strength)
        if isinstance(event, UnitsRemoved):
            removed[one] += event.count
        elif 0 < event.to_strength < event.strength:
            weakened[one] += event.count
        elif event.cause == HIT:
            marked[one] += event.count
    return weakened + (marked | removed)


def named_hits(order: Order, hits: Counter[Hit]) -> Counter[Hit] | None:
    """Return which of these hits the `units` of an order name, and its `area` when it has one; None when it names another."""
    area, named = getattr(order, "area", ""), Counter[Hit]()
    for item in order.blocks:
        count = item.count
        for one in sorted(hits):
            if one.unit != item.unit or item.power not in ("", one.power) or area not in ("", one.area):
                continue
            if item.strength in (0, one.strength):
                taken = max(0, min(count, hits[one] - named[one]))
                named[one] += taken
                count -= taken
        if count:
            return None
    return +named


def show_hits(hits: Counter[Hit]) -> str:
    """Return hits as text, each unit with its power: `2 infantry (germany)`."""
    counts: Counter[tuple[str, str]] = Counter()
    for one, count in hits.items():
        counts[one.unit, one.power] += count
    return show_blocks(BlockCount(unit, count, power, 0) for (unit, power), count in sorted(counts.items()))
