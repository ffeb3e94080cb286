"""Which land units the greedy player leaves behind when others attack, and which of its capitals stand empty."""

from __future__ import annotations

from collections.abc import Iterable

from engine.condition import parse_condition
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz.bots import outlook
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board

STAKE = 3
"""By how much more than the ground that it leaves an area must be worth for the last unit there to go, unless that is a great army."""
GREAT = 3
"""Size from which on an army holds what it takes."""


def spared(position: Position, place: str, side: str, area: str, keys: Iterable[Stack], risk: float) -> list[Stack]:
    """Return those of some land units in a place that may leave it when they take an area.

    Who attacks goes only where the attack takes the area, so the last unit may go where more is to be won than it leaves; nobody leaves
    a capital empty that the enemy can come to, nor attacks alone from it, since it may fall. In a capital so many stay that the enemy's
    chance to take it is `risk` at most, if all that are there can bring it so low.
    """
    going = sorted(keys, key=lambda key: (-board.printed(position.title, key, "land"), key.unit))
    lone = len(uncommitted(position, place, side)) == 1 and place in outlook.capitals(position, side)
    if not going or not outlook.needs_guard(position, place, side, "" if lone else area):
        return going
    names = {key.unit for key in going}
    stay = [key for key in uncommitted(position, place, side) if key.unit not in names]
    lost = max(outlook.worth(position, place), outlook.worth(position, place, outlook.OTHER[side]))
    if not stay and (place in outlook.capitals(position, side) or outlook.worth(position, area, side) <= lost + _stake(going[-1])):
        stay.append(going.pop())
    foes = _beside(position, place, side, area)
    if place in outlook.capitals(position, side) and foes and outlook.chance(position, place, foes, [*stay, *going]) <= risk:
        while going and outlook.chance(position, place, foes, stay) > risk:
            stay.append(going.pop())
    return going


def _stake(key: Stack) -> int:
    return 0 if key.strength >= GREAT else STAKE


def uncommitted(position: Position, area: str, side: str) -> list[Stack]:
    """Return a side's land units in an area that no announced attack takes away."""
    return [key for key in outlook.guards(position, area, side) if not parse_condition(key.condition).target]


def empty_capitals(position: Position, side: str) -> list[str]:
    """Return a side's capitals that no land unit holds and the enemy can come to."""
    held = sorted(outlook.capitals(position, side))
    return [area for area in held if not outlook.guards(position, area, side) and outlook.needs_guard(position, area, side)]


def _beside(position: Position, place: str, side: str, area: str) -> list[Stack]:
    """Return the enemy land units that can attack a place from beside it, but for those of the area that is attacked itself."""
    powers = board.powers_of(position, side)
    return [
        key
        for other in control.adjacent_land(position, place)
        if other != area
        for key in outlook.guards(position, other, outlook.OTHER[side])
        if any(board.at_war(position, key.power, power) for power in powers)
    ]
