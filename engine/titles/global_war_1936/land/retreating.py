"""Units that retreat may go to more than one zone (section 9.4); militia stay in their home country (section 12.2)."""

from __future__ import annotations

from engine.families.axis_allies.combat.retreats import parts
from engine.families.axis_allies.orders import Retreat
from engine.families.axis_allies.vocabulary import AREA
from engine.problems import Problem
from engine.rules import Position
from engine.state import Stack
from engine.titles.global_war_1936.land import militia


def in_parts() -> bool:
    """Return whether the units of a battle may retreat into several areas: yes."""
    return True


def refuge(position: Position, key: Stack, to: str, where: list[str]) -> str:
    """Return where units go when the others retreat to an area: militia to one of their home country, if one of `where` is."""
    if not position.title.units[key.unit].has("keeps-home"):
        return to
    return next((area for area in (to, *where) if militia.stay_home(position, (key.area, area))), to)


def check_retreat(position: Position, order: Retreat) -> list[Problem]:
    """Return what is wrong with a retreat of militia that are told to leave their home country."""
    start = AREA.read(position.state)
    away = [
        (start, to)
        for units, to in parts(order)
        if any(position.title.units[item.unit].has("keeps-home") for item in units) and not militia.stay_home(position, (start, to))
    ]
    return [militia.away(way) for way in away[:1]]
