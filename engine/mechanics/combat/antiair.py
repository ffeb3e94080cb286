"""Anti-aircraft fire: once before the first round, by one gun, a die for each aircraft (Unit Profiles, Anti-aircraft Guns).

Dice are given to the aircraft in the order of the title's units, and among aircraft of one type in the order of
their conditions, so that each die is rolled against one aircraft.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.mechanics.board import Stacks, enemy_stacks, is_sea
from engine.mechanics.combat.battle import DEFENDER, Fight, remove
from engine.mechanics.combat.fire import FireGroup, report
from engine.rules import Position
from engine.state import Stack

if TYPE_CHECKING:
    from engine.play import Play


def gun(position: Position, area: str) -> Stack | None:
    """Return the one gun that fires in an area: the best, then the first in the order of play."""
    if is_sea(position.title, area):
        return None
    units, order = position.title.units, position.title.order
    guns = [key for key, _ in enemy_stacks(position, area, position.power) if units[key[2]].has("anti-air")]
    return min(guns, key=lambda key: (-units[key[2]].number("anti-air"), order.index(key[1])), default=None)


def fire_at_aircraft(play: Play, fight: Fight, aircraft: Stacks) -> None:
    """Let the defender's gun, if there is one, fire at these aircraft; those hit are removed at once."""
    battery = gun(play.position, fight.area)
    if not battery or not aircraft:
        return
    target = play.title.units[battery[2]].number("anti-air")
    order = list(play.title.units)
    aircraft = sorted(aircraft, key=lambda item: (order.index(item[0][2]), item[0]))
    planes = [key for key, count in aircraft for _ in range(count)]
    types = list(dict.fromkeys(key[2] for key in planes))
    against = ", ".join(f"{sum(key[2] == unit for key in planes)} {unit}" for unit in types)
    dice = play.roll(len(planes), f"anti-aircraft fire in {fight.area} at {against}")
    for unit in types:
        mine = tuple(die for die, key in zip(dice, planes, strict=True) if key[2] == unit)
        group = FireGroup(battery[1], battery[2], target, len(mine), "air")
        report(play, fight, DEFENDER, group, "anti-air", mine)
    shot = Counter(key for die, key in zip(dice, planes, strict=True) if die <= target)
    for key, count in sorted(shot.items()):
        remove(play, fight, key, count, "anti-air")
