"""Anti-aircraft fire before the first round (Unit Profiles, Anti-aircraft Guns).

One gun rolls a die against each aircraft, in the order of the title's units and, within a type, of their conditions.
Guns with a number of shots (Global 1940) roll that many dice each, but never more than there are aircraft; the attacker
then chooses the losses.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.condition import has_word
from engine.dice import labels
from engine.families.axis_allies.board import Stacks, count_of, enemy_stacks, is_sea
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle, fighting, remove
from engine.families.axis_allies.combat.fire import FireGroup, report
from engine.families.axis_allies.vocabulary import AIRBORNE
from engine.mechanics.profile import profile_of
from engine.rules import Position
from engine.state import Stack

if TYPE_CHECKING:
    from engine.play import Play


def guns(position: Position, area: str) -> Stacks:
    """Return the guns against the power on turn in an area: the best, then the first in the order of play come first."""
    if is_sea(position.title, area):
        return []
    order = position.title.order
    found = [item for item in enemy_stacks(position, area, position.power) if profile_of(position, item[0]).has("anti-air")]
    return sorted(found, key=lambda item: (-profile_of(position, item[0]).number("anti-air"), order.index(item[0].power)))


def gun(position: Position, area: str) -> Stack | None:
    """Return the gun that fires at every aircraft in an area; guns with a number of shots do not count."""
    alone = (key for key, _ in guns(position, area) if not profile_of(position, key).has("anti-air-shots"))
    return next(alone, None)


def parachuted(position: Position, area: str) -> Stacks:
    """Return the attackers in a battle that a base has sent by air."""
    if "parachutes" not in position.title.able:
        return []
    there = fighting(position, area, ATTACKER)
    return [item for item in there if has_word(item[0].condition, AIRBORNE) and profile_of(position, item[0]).has("parachutes")]


def volley(play: Play, fight: OpenBattle, aircraft: Stacks) -> int:
    """Fire the shots of all guns with a number of shots at these aircraft; return the hits."""
    left = count_of(aircraft)
    if not left or "anti-air-shots" not in play.title.able:
        return 0
    batteries = []
    for key, count in guns(play.position, fight.area):
        unit = profile_of(play.position, key)
        each = unit.has("anti-air-apart") and play.position.options.get("anti-aircraft") != "together"
        shots = count * min(left, unit.number("anti-air-shots")) if each else min(left, count * unit.number("anti-air-shots"))
        if shots:
            batteries.append(FireGroup(key.power, key.unit, unit.number("anti-air"), shots, "air"))
            left -= 0 if each else shots
    hits = 0
    for group in batteries:
        what = f"anti-aircraft fire in {fight.area}: {group.count} shots at {count_of(aircraft)} aircraft"
        dice = play.roll(group.count, what, alike=[(group.count, labels(group.target, play.title.dice_sides))])
        hits += report(play, fight, DEFENDER, group, "anti-air", dice)
    return hits


def fire_at_aircraft(
    play: Play, fight: OpenBattle, aircraft: Stacks, battery: Stack | None, ability: str = "anti-air", *, chosen: bool = False
) -> int:
    """Let a gun (or a facility with its own, by another ability) fire at these aircraft; return the hits that are not taken yet.

    Those hit are removed at once. With `chosen`, and a gun that lets who is fired at choose (`losses-chosen`), none is.
    """
    if not battery or not aircraft:
        return 0
    target = profile_of(play.position, battery).number(ability)
    order = list(play.title.units)
    aircraft = sorted(aircraft, key=lambda item: (order.index(item[0].unit), item[0]))
    planes = [key for key, count in aircraft for _ in range(count)]
    types = list(dict.fromkeys(key.unit for key in planes))
    against = ", ".join(f"{sum(key.unit == unit for key in planes)} {unit}" for unit in types)
    alike = [(1, labels(target, play.title.dice_sides, hits=key)) for key in planes]
    dice = play.roll(len(planes), f"anti-aircraft fire in {fight.area} at {against}", alike=alike)
    for unit in types:
        mine = tuple(die for die, key in zip(dice, planes, strict=True) if key.unit == unit)
        group = FireGroup(battery.power, battery.unit, target, len(mine), "air")
        report(play, fight, DEFENDER, group, "anti-air", mine)
    if chosen and profile_of(play.position, battery).has("losses-chosen"):
        return sum(die <= target for die in dice)
    shot = Counter(key for die, key in zip(dice, planes, strict=True) if die <= target)
    for key, count in sorted(shot.items()):
        remove(play, fight, key, count, "anti-air")
    return 0
