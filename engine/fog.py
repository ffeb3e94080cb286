"""Fog of war: a game as one side sees it, with units face down (ability `block`).

Units of a side that acts in another turn become unknown ones, counted by area and power: their back tells a ship from a small
unit, and a fort by its colour, but neither type nor steps nor condition. Only what fights in the open battle is face up: all in
its area, in a raid all ships of its zone, or the aircraft under its umbrella (markers `area` and `place` of scope `battle`).
Facts that are not about units (control, stores, points, relations) are open to all. A recorded game contains
everything; this module shows it as a player saw it.
"""

from __future__ import annotations

from engine.errors import SitrepError
from engine.families.blocks.vocabulary import AREA, PLACE
from engine.rules import side_of
from engine.state import GameState, Stack
from engine.title.model import Title, Unit
from engine.title.turns import together

UNKNOWN, UNKNOWN_SHIP, UNKNOWN_FORT = "unknown", "unknown-ship", "unknown-fort"
"""Stand-ins for unknown units: a small unit, a ship, a fort. They show no steps."""

BACKS = (UNKNOWN, UNKNOWN_SHIP, UNKNOWN_FORT)
"""All stand-ins."""


def seen_by(state: GameState, title: Title, side: str) -> GameState:
    """Return a copy of a state in which hidden units are unknown, except those of a side and of the sides that share its turn.

    Args:
        side: a side of the title.

    Raises:
        SitrepError: the title has no such side.
    """
    if side not in title.sides:
        raise SitrepError(f"no side {side!r} in {title.slug}; expected one of {', '.join(title.sides)}")
    mine = {power for power in title.powers if side_of(title, state, power) in together(title, side)}
    seen = state.copy()
    seen.stacks = _folded(state, state.stacks, title, mine)
    seen.turn_stacks = _folded(None, state.turn_stacks, title, mine)
    seen.pool = _bought(state.pool, title, mine)
    seen.shifts += 1
    return seen


def _folded(state: GameState | None, stacks: dict[Stack, int], title: Title, mine: set[str]) -> dict[Stack, int]:
    """Return stacks with the hidden ones replaced by unknown units; without a state no battle is open."""
    found: dict[Stack, int] = {}
    for key, count in stacks.items():
        area, power, unit, _, _ = key
        row = title.units[unit]
        if row.has("block") and power not in mine and not (state and is_face_up(state, title, area, row)):
            key = Stack(area, power, back_of(row), 0, "")
        found[key] = found.get(key, 0) + count
    return found


def is_face_up(state: GameState, title: Title, area: str, unit: Unit) -> bool:
    """Return whether units of a type in an area fight in the open battle, where everybody sees them."""
    if not state.battle:
        return False
    place = PLACE.read(state)
    if area in (AREA.read(state), place):
        return True
    return unit.cls == "air" and place in title.regions and title.in_region(area, place)


def _bought(pool: dict[tuple[str, str], int], title: Title, mine: set[str]) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for (power, unit), count in pool.items():
        row = title.units[unit]
        key = (power, back_of(row) if row.has("block") and power not in mine else unit)
        found[key] = found.get(key, 0) + count
    return found


def back_of(unit: Unit) -> str:
    """Return the stand-in for a face-down unit."""
    return UNKNOWN_FORT if unit.has("fort") else UNKNOWN_SHIP if unit.has("naval") else UNKNOWN
