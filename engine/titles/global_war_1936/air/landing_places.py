"""Where aircraft may not land: tundra and ice (section 1.13)."""

from __future__ import annotations

from engine.rules import Position
from engine.state import Stack
from engine.titles.global_war_1936.air import wings

TUNDRA = "tundra"


def is_frozen(position: Position, area: str) -> bool:
    """Return whether an area is tundra or ice that this game is played with: no land unit enters it, no aircraft lands there."""
    return position.title.in_region(area, TUNDRA) and position.options.get(TUNDRA) == "on"


def may_land(position: Position, area: str, key: Stack | None = None) -> bool:
    """Return whether an area lets aircraft (of a stack) land."""
    return not is_frozen(position, area) and (key is None or wings.may_land_ashore(position, area, key))
