"""Room on the decks of carriers in a sea zone (sections Fighters, Aircraft Carriers)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.families.axis_allies.board import condition_of, friendly_stacks, on_patrol
from engine.families.axis_allies.vocabulary import FOUGHT, LANDED
from engine.mechanics.profile import profile_of
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title


def boards_new_carriers(position: Position) -> bool:
    """Return whether aircraft go aboard a new carrier from its factory's area (option `new-carriers`)."""
    return position.options.get("new-carriers") == "boarded"


def awaits_carriers(position: Position) -> bool:
    """Return whether aircraft may wait at sea for a carrier that has been bought (option `new-carriers`)."""
    return position.options.get("new-carriers", "awaited") == "awaited"


def deck_of(position: Position, key: Stack) -> int:
    """Return how many aircraft one unit of a stack holds; a damaged carrier none, unless it keeps them."""
    unit = profile_of(position, key)
    works = key.strength >= unit.strength or unit.has("keeps-aircraft")
    return unit.number("carries-aircraft") if works else 0


def deck_space(position: Position, stacks: Iterable[tuple[Stack, int]]) -> int:
    """Return how many aircraft the carriers among these stacks hold."""
    return sum(deck_of(position, key) * count for key, count in stacks)


def deck_aircraft(title: Title, stacks: Iterable[tuple[Stack, int]]) -> int:
    """Return how many aircraft that land on carriers, and are neither on patrol nor aboard transports, are among these stacks."""
    stacks = list(stacks)
    shipped = sum(
        count * title.units[unit].has("lands-on-carriers")
        for key, count in stacks
        if key.condition and title.units[key.unit].has("carries-land")
        for _, unit in condition_of(key).cargo
    )
    flown = sum(count for key, count in stacks if title.units[key.unit].has("lands-on-carriers") and not on_patrol(key))
    return flown - shipped


def free_deck(position: Position, zone: str, power: str, flown: bool = False) -> int:
    """Return how many more aircraft the carriers of a power's side in a sea zone could hold; negative when there are too many.

    Args:
        flown: whether all aircraft there are in the air, so that none is aboard a carrier that has been damaged.
    """
    stacks = friendly_stacks(position, zone, power)
    held = 0 if flown else sum(n for _, n in held_aboard(position, zone, power))
    return deck_space(position, stacks) + held - deck_aircraft(position.title, stacks)


def held_aboard(position: Position, zone: str, power: str) -> list[tuple[Stack, int]]:
    """Return the aircraft of a power's side that are aboard damaged carriers, from which they can neither fly nor be missed.

    Those are aircraft that have not flown in this turn, as many as no sound carrier there has room for; where `holds-aircraft` is
    no ability of the damaged carriers, there are none.
    """
    title, stacks = position.title, friendly_stacks(position, zone, power)
    damaged = [(profile_of(position, key), n) for key, n in stacks if not deck_of(position, key)]
    decks = sum(row.number("carries-aircraft") * n for row, n in damaged if row.has("holds-aircraft"))
    if not decks:
        return []
    idle = [(key, n) for key, n in stacks if title.units[key.unit].has("lands-on-carriers") and not _flies(key)]
    left = min(decks, sum(n for _, n in idle) - deck_space(position, stacks))
    found: list[tuple[Stack, int]] = []
    for key, n in reversed(idle):
        taken = min(n, max(0, left))
        left -= taken
        if taken:
            found.append((key, taken))
    return found


def _flies(key: Stack) -> bool:
    condition = condition_of(key)
    return bool(condition.used) or condition.aboard or on_patrol(key) or FOUGHT in condition or LANDED in condition


def is_held(position: Position, key: Stack) -> bool:
    """Return whether all aircraft of a stack are aboard damaged carriers, and cannot take off."""
    if "holds-aircraft" not in position.title.able or position.title.areas[key.area].kind != "sea":
        return False
    return (key, position.state.stacks.get(key, 0)) in held_aboard(position, key.area, key.power)


def not_held(position: Position, key: Stack, count: int) -> int:
    """Return how many units, of this many of a stack, are not aboard damaged carriers, which hold them."""
    if "holds-aircraft" not in position.title.able or position.title.areas[key.area].kind != "sea":
        return count
    return count - dict(held_aboard(position, key.area, key.power)).get(key, 0)
