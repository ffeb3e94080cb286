"""Casualties of one type that differ: aircraft by remaining range, ships by cargo, land units by landing.

A Lose order may specify which are lost: `2 fighter left=1, transport cargo=infantry+tank, transport empty, infantry
ashore`. The rest follows the usual order of `casualties.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from engine.families.axis_allies.board import Stacks, condition_of, is_sea
from engine.families.axis_allies.movement.landing import range_left
from engine.rules import Position
from engine.state import Stack

_ITEM = re.compile(
    r"(?:(?P<count>[0-9]+) +)?(?P<unit>[a-z][a-z0-9-]*)(?: *\((?P<power>[a-z][a-z0-9-]*)\))? +"
    r"(?P<trait>left=[0-9]+|cargo=[a-z0-9/+-]+|empty|ashore|overland)\Z"
)
FORM = "units as in 'fighter left=1, transport cargo=infantry+tank, transport empty, infantry ashore'"


class Mark(NamedTuple):
    """A number of units of a type, of any power if none is named, with a trait: `left=1`, `cargo=infantry`, `empty`, ..."""

    number: int
    unit: str
    power: str
    trait: str


@lru_cache(maxsize=4096)
def parse_marks(text: str) -> tuple[Mark, ...]:
    """Return the units that the `which` of a Lose order names.

    Raises:
        ValueError: an item is malformed, or its count is 0.
    """
    marks = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = _ITEM.match(part)
        if not match or (match["count"] and not int(match["count"])):
            raise ValueError(f"{part!r}: expected {FORM}")
        marks.append(Mark(int(match["count"] or 1), match["unit"], match["power"] or "", match["trait"]))
    return tuple(marks)


def traits(position: Position, key: Stack) -> set[str]:
    """Return the traits that may distinguish a stack's units from others of their type in a battle."""
    condition, unit = condition_of(key), position.title.units[key.unit]
    if unit.cls == "air":
        return {f"left={range_left(position, key)}"}
    if unit.cls == "sea":
        bare = sorted(kind for _, kind in condition.cargo)
        full = sorted(f"{power}/{kind}" for power, kind in condition.cargo)
        return {f"cargo={'+'.join(bare)}", f"cargo={'+'.join(full)}"} if bare else {"empty"}
    landed = bool(condition.origin) and is_sea(position.title, condition.origin) and not is_sea(position.title, key.area)
    return {"ashore" if landed else "overland"}


def fits(position: Position, key: Stack, mark: Mark) -> bool:
    """Return whether the units of a stack match a mark."""
    trait = mark.trait
    if trait.startswith("cargo="):
        trait = "cargo=" + "+".join(sorted(trait.removeprefix("cargo=").split("+")))
    return key.unit == mark.unit and mark.power in ("", key.power) and trait in traits(position, key)


def take(position: Position, stacks: Stacks, marks: Iterable[Mark]) -> tuple[Stacks, list[Mark]]:
    """Return the (key, count) of stacks that marks name, and the marks that name more units than there are."""
    left, taken, missing = dict(stacks), [], []
    for mark in marks:
        wanted = mark.number
        for key in sorted(left):
            n = min(wanted, left[key]) if fits(position, key, mark) else 0
            if n:
                taken.append((key, n))
                left[key] -= n
                wanted -= n
        if wanted:
            missing.append(mark)
    return taken, missing


def differ(position: Position, stacks: Stacks, lost: Counter[tuple[str, str]]) -> bool:
    """Return whether of some type of aircraft or ship not all units are lost (unit, power) and those there are not all alike.

    Keeping land units that came ashore never pays: orders can tell them apart, but that alone prompts no choice.
    """
    for (unit, power), hits in lost.items():
        if position.title.units[unit].cls == "land":
            continue
        mine = [(key, n) for key, n in stacks if key[1:3] == (power, unit) and key.strength == 1]
        kinds = {frozenset(traits(position, key)) for key, _ in mine}
        if len(kinds) > 1 and 0 < hits < sum(n for _, n in mine):
            return True
    return False
