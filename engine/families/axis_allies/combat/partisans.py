"""Partisans: a few attacks a turn on enemy units in occupied areas (global-1939, Land Technology).

They are recorded as a battle of kind `partisans` without attackers, so that the owner of the units hit chooses the
losses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.combat.battle import DEFENDER, standing
from engine.families.axis_allies.combat.fire import FireGroup
from engine.families.axis_allies.orders import Partisans
from engine.families.axis_allies.technology import effect
from engine.families.axis_allies.vocabulary import PARTISANS
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position

if TYPE_CHECKING:
    from engine.play import Play

SECTION = "Land Technology"

LEFT = Rule("partisans/left", SECTION)
AREA = Rule("partisans/area", SECTION, FATAL)

KIND = "partisans"
HITS_AT = 1


def left(position: Position) -> int:
    """Return how many attacks of partisans the power on turn may still make in this turn."""
    made = PARTISANS.number(position.state)
    return effect(position, position.power, KIND) - made


def is_occupied(position: Position, area: str) -> bool:
    """Return whether an enemy holds a land area that it did not own originally."""
    owner = position.title.areas[area].original_owner
    return (
        not is_sea(position.title, area)
        and position.state.control.get(area) in position.enemies
        and bool(owner)
        and owner not in position.enemies
    )


def check_partisans(position: Position, order: Partisans) -> list[Problem]:
    """Return what is wrong with attacks of partisans."""
    able = left(position)
    if not able:
        return [
            LEFT.broken(
                f"{position.power} has no attacks of partisans",
                found=str(order.attacks),
                expected="none",
                severity=FATAL,
            )
        ]
    problems = []
    if order.attacks > able:
        problems.append(LEFT.broken("more attacks than are left in this turn", found=str(order.attacks), expected=f"at most {able}"))
    if not is_occupied(position, order.area) or not standing(position, order.area, DEFENDER):
        problems.append(
            AREA.broken(
                "partisans attack enemy units in areas that these occupy",
                found=order.area,
                expected="an occupied area with enemy units",
            )
        )
    return problems


def fire_group(power: str, attacks: int) -> FireGroup:
    """Return the dice of this many attacks."""
    return FireGroup(power, KIND, HITS_AT, attacks, "any")


def note(play: Play, attacks: int) -> None:
    """Count attacks towards the limit of the turn."""
    PARTISANS.add(play, attacks)
