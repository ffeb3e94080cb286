"""Cities that are surrounded (section 1.16)."""

from __future__ import annotations

from engine.families.axis_allies.board import is_sea, stacks_in
from engine.families.axis_allies.facilities.facilities import works
from engine.mechanics.profile import profile_of
from engine.rules import Position
from engine.titles.global_war_1936.economy import supply

NAVAL = ("port", "submarine-base", "seaplane-base")
"""Abilities of naval facilities: ports, shipyards and dockyards, and the bases of submarines and seaplanes (section 12.6)."""


def is_surrounded(position: Position, area: str) -> bool:
    """Return whether enemies hold all land around a city, and it has neither an air base nor an open naval facility that works."""
    holder, foes = position.state.control.get(area, ""), position.enemies_of(position.state.control.get(area, ""))
    land = [other for other in position.title.neighbours[area] if not is_sea(position.title, other)]
    if not holder or not land or not all(position.state.control.get(other) in foes for other in land):
        return False
    zones = [zone for zone in position.title.neighbours[area] if is_sea(position.title, zone)]
    for key, _ in stacks_in(position, area):
        row = profile_of(position, key)
        if row.has("air-base") and works(position, key):
            return False
        naval = any(row.has(ability) for ability in NAVAL)
        if naval and works(position, key) and any(not supply.is_blockaded(position, area, zone) for zone in zones):
            return False
    return True
