"""What a title adds to the numbers that units hit with: terrain, borders, damage (`modifiers.py` of its folder)."""

from __future__ import annotations

from collections.abc import Callable

from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title, Unit
from engine.title.title_modules import hook

Extra = Callable[[Stack, Unit], int]
"""How much more, or less, the units of a stack hit with; a unit that has a number keeps at least 1."""
Modifier = Callable[[Position, str, str], Extra]
"""Of a position, the area of a battle and a side: what is added to the numbers of that side's units."""


Picks = Callable[[Unit], int]
"""At or below which dice the units of a type choose a vehicle that they hit."""


def nobody(unit: Unit) -> int:
    """No unit chooses."""
    return 0


def picks_of(title: Title, position: Position, area: str, side: str) -> Picks:
    """Return who chooses what it hits because of where it fights (`picks` of the title's `modifiers.py`)."""
    found = hook(title, "modifiers", "picks")
    return found(position, area, side) if found else nobody


def modifier_of(title: Title) -> Modifier | None:
    """Return the `modifier` of a title's folder, None where it has none."""
    own: Modifier | None = hook(title, "modifiers", "modifier")
    return own


def counts_of(title: Title, area: str, side: str) -> Callable[[Unit], int]:
    """Return from which face on a title counts the dice of a unit in an area, hit or not (`counts` of its `modifiers.py`); 0: none."""
    found = hook(title, "modifiers", "counts")
    return found(title, area, side) if found else nobody
