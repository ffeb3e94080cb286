"""Bases and other facilities on the board: which are operational, and for whom (Global 1940: air bases, naval bases)."""

from __future__ import annotations

from engine.families.axis_allies.board import is_friendly, stacks_in
from engine.mechanics.profile import profile_of
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.title.title_modules import hook


def works(position: Position, key: Stack) -> bool:
    """Return whether a facility has too little damage to stop it working."""
    limit = profile_of(position, key).number("stops-working-at")
    return not limit or position.state.damage.get((key.area, key.unit), 0) < limit


def working(position: Position, area: str, ability: str) -> int:
    """Return the highest value of an ability among the facilities that work in an area, 0 when there is none."""
    kinds = position.title.able.get(ability)
    if not kinds:
        return 0
    found = [
        profile_of(position, key).number(ability) for key, _ in stacks_in(position, area) if key.unit in kinds and works(position, key)
    ]
    return max(found, default=0)


def base_bonus(position: Position, area: str, power: str, cls: str) -> int:
    """Return the extra spaces of a power's aircraft or ships that start in an area: at or beside a friendly base.

    A title may open naval bases of others to a power (`bases.py` of its folder).
    """
    if position.options.get("base-range") == "off":
        return 0
    if cls == "air":
        return working(position, area, "air-base") if is_friendly(position, area, power) else 0
    if cls != "sea" or "naval-base" not in position.title.able:
        return 0
    own = hook(position.title, "bases", "are_open")
    coasts = (
        other for other in position.title.neighbours[area] if is_friendly(position, other, power) or (own and own(position, other, power))
    )
    return max((working(position, other, "naval-base") for other in coasts), default=0)


def best_bonus(title: Title, cls: str) -> int:
    """Return the extra spaces that a base gives aircraft or ships that begin their move there."""
    ability = {"air": "air-base", "sea": "naval-base"}.get(cls, "")
    return max((title.units[unit].number(ability) for unit in title.able.get(ability, ())), default=0)
