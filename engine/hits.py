"""The units that events tell were hit, and those that an order names: a record may say what the rules worked out without asking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.events import Event, UnitsChanged, UnitsRemoved
from engine.forces import BlockCount, show_blocks
from engine.orders import Order
from engine.state import Stack

HIT = "hit"
"""Cause of a change of units that are hit, and removed later."""

BESIDES = frozenset({"cargo-lost", "defenceless", "no-landing", "retreat", "stranded", "sunk"})
"""Causes of losses in a battle that follow from others, or from its end: who tells the hits may leave them out."""

Kind = tuple[str, str]
"""What a line names: a unit type and its power."""


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


def stacks_hit(events: Iterable[Event]) -> Counter[Stack]:
    """Return the units that were hit as they were before that, each of them once."""
    found, marked = Counter[Stack](), Counter[tuple[Hit, str]]()
    for event in events:
        if isinstance(event, (UnitsChanged, UnitsRemoved)):
            one = Hit(event.area, event.power, event.unit, event.strength)
            found[Stack(*one, event.condition)] += _new_hits(event, one, marked)
    return +found


class Volley(NamedTuple):
    """What one roll has cost: `hits` must be told by who tells it, `besides` may be."""

    hits: Counter[Kind]
    besides: Counter[Kind]


def volleys_of(events: Sequence[Event], rolls: Iterable[int], counted: Counter[Hit], powers: set[str], area: str = "") -> list[Volley]:
    """Return what each roll cost some powers, in an area when one is named.

    Args:
        events: those to look at. rolls: the places in them before which dice fell. counted: hits that have been told already.
    """
    ends = [*rolls, len(events)]
    told, marked, found = Counter(counted), Counter[tuple[Hit, str]](), []
    for start, end in zip([0, *ends], ends, strict=False):
        volley = Volley(Counter(), Counter())
        for event in events[start:end]:
            if not isinstance(event, (UnitsChanged, UnitsRemoved)) or event.power not in powers or area not in ("", event.area):
                continue
            one = Hit(event.area, event.power, event.unit, event.strength)
            new = _new_hits(event, one, marked)
            known = min(new, told[one])
            told[one] -= known
            direct = event.battle and event.cause not in BESIDES
            (volley.hits if direct else volley.besides)[event.unit, event.power] += new - known
        found.append(Volley(+volley.hits, +volley.besides))
    return found


def _new_hits(event: UnitsChanged | UnitsRemoved, one: Hit, marked: Counter[tuple[Hit, str]]) -> int:
    """Return how many units an event says were hit that no event before it has said so of; `marked` is kept by it."""
    if isinstance(event, UnitsRemoved):
        before = min(event.count, marked[one, event.condition])
        marked[one, event.condition] -= before
        return event.count - before
    if 0 < event.to_strength < event.strength:
        return event.count
    if event.cause == HIT:
        marked[one, event.becomes] += event.count
        return event.count
    return 0


def tells_whole_rolls(named: Counter[Kind], volleys: Sequence[Volley]) -> bool:
    """Whether all is named that the last roll, or the last ones, have hit; of what was lost besides, all of a kind or none."""
    hits, besides = Counter[Kind](), Counter[Kind]()
    for volley in reversed(volleys):
        hits += volley.hits
        besides += volley.besides
        rest = named - hits
        if hits <= named and all(rest[kind] == besides[kind] for kind in rest):
            return True
    return False


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
