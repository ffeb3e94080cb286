"""Whether a combat move leads to combat (section Phase 2: Combat Move), asked when option `combat-moves` is strict.

Exceptions are blitzing, leaving a hostile sea zone, and ships that gather for an amphibious assault.
"""

from __future__ import annotations

from engine.families.axis_allies.board import enemy_stacks, is_hostile, is_hostile_sea, neighbours
from engine.families.axis_allies.movement.routes import Way
from engine.families.axis_allies.movement.sea import sea_ways
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.title.model import Unit

PURPOSE = Rule("combat-move/purpose", "Phase 2: Combat Move")


def check_purpose(position: Position, units: list[Unit], way: Way) -> list[Problem]:
    """Return a problem for the first unit type whose move along this path cannot lead to combat."""
    for unit in units:
        if not _leads_to_combat(position, unit, way):
            return [
                PURPOSE.broken(
                    "a combat move must lead to combat",
                    found=f"{unit.unit} to {way[-1]}",
                    expected="hostile spaces, or the noncombat move phase",
                )
            ]
    return []


def _leads_to_combat(position: Position, unit: Unit, way: Way) -> bool:
    if unit.cls == "land":
        return any(_is_attacked(position, area) for area in way)
    if unit.cls == "air":
        return bool(enemy_stacks(position, way[-1], position.power)) or _is_attacked(position, way[-1])
    if is_hostile_sea(position, way[0], position.power):
        return True
    # A ship on its way may go on; how far it has gone before this move does not matter for a first answer.
    ways = sea_ways(position, unit, way[-1], unit.move - len(way) + 1, False, True)
    return any(_is_theatre(position, zone) for zone in ways)


def _is_attacked(position: Position, area: str) -> bool:
    """Return whether an area is hostile, occupied or not, or was until it was blitzed in this phase."""
    then = position.state.turn_control
    return is_hostile(position, area, position.power) or is_hostile(position, area, position.power, then)


def _is_theatre(position: Position, zone: str) -> bool:
    """Return whether there may be combat in a zone or on its coasts."""
    if enemy_stacks(position, zone, position.power):
        return True
    return any(is_hostile(position, area, position.power) for area in neighbours(position, zone, "land"))
