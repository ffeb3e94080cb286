"""Where the units of a stack can go with one Move: for bots and for anyone who draws a board."""

from __future__ import annotations

from engine.families.axis_allies.board import condition_of, is_cargo
from engine.families.axis_allies.deck import free_deck
from engine.families.axis_allies.movement.air import air_ways
from engine.families.axis_allies.movement.land import land_ways
from engine.families.axis_allies.movement.landing import is_landing_area, land_in_reach, range_left
from engine.families.axis_allies.movement.movement_limits import ban_on
from engine.families.axis_allies.movement.points import points_left
from engine.families.axis_allies.movement.routes import Way
from engine.families.axis_allies.movement.sea import sea_ways
from engine.mechanics.profile import profile_of
from engine.rules import Position
from engine.state import Stack


def reachable(position: Position, key: Stack, peaceful: bool, risky: bool = False) -> dict[str, Way]:
    """Return every area, other than their own, that units of a stack of the power on turn can move to, with a shortest path.

    Args:
        peaceful: whether it is the noncombat move. Aircraft then get only landing places: land, and zones where a
            carrier has room now.
        risky: in the combat move, give aircraft also the areas from which no land is in reach afterwards; a
            carrier may still save them, and a check of the order tells.
    """
    unit, condition = profile_of(position, key), condition_of(key)
    if is_cargo(key) or unit.cls == "facility" or (unit.has("noncombat-move-only") and not peaceful):
        return {}
    if unit.cls == "air":
        ways = _flights(position, key, peaceful, risky)
    else:
        find = land_ways if unit.cls == "land" else sea_ways
        ways = find(position, unit, key.area, points_left(position, key), peaceful, condition.used > 0)
    return {area: way for area, way in ways.items() if area != key.area}


def _flights(position: Position, key: Stack, peaceful: bool, risky: bool) -> dict[str, Way]:
    left = range_left(position, key)
    ways = air_ways(position, key.area, left)
    if peaceful:
        return {area: way for area, way in ways.items() if _can_land(position, key, area)}
    if risky:
        return ways
    return {area: way for area, way in ways.items() if land_in_reach(position, area, left - len(way) + 1, key)}


def _can_land(position: Position, key: Stack, area: str) -> bool:
    if position.title.areas[area].kind == "land":
        return is_landing_area(position, area, key)
    if ban_on(position, position.power, "air", area):
        return False
    return position.title.units[key.unit].has("lands-on-carriers") and free_deck(position, area, position.power) > 0
