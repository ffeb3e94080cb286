"""Room on the decks of carriers in a sea zone (sections Fighters, Aircraft Carriers)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.families.axis_allies.board import friendly_stacks, on_patrol
from engine.mechanics.profile import profile_of
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title


def deck_of(position: Position, key: Stack) -> int:
    """Return how many aircraft one unit of a stack holds; a damaged carrier none, unless it keeps them."""
    unit = profile_of(position, key)
    works = key.strength >= unit.strength or unit.has("keeps-aircraft")
    return unit.number("carries-aircraft") if works else 0


def deck_space(position: Position, stacks: Iterable[tuple[Stack, int]]) -> int:
    """Return how many aircraft the carriers among these stacks hold."""
    return sum(deck_of(position, key) * count for key, count in stacks)


def deck_aircraft(title: Title, stacks: Iterable[tuple[Stack, int]]) -> int:
    """Return how many aircraft that land on carriers, and are not on patrol, are among these stacks."""
    return sum(count for key, count in stacks if title.units[key.unit].has("lands-on-carriers") and not on_patrol(key))


def free_deck(position: Position, zone: str, power: str) -> int:
    """Return how many more aircraft the carriers of a power's side in a sea zone could hold; negative when there are too many."""
    stacks = friendly_stacks(position, zone, power)
    return deck_space(position, stacks) - deck_aircraft(position.title, stacks)
