"""Strategic bombing raids (sections Strategic Bombing Raids, Bombers, Industrial Complexes).

In Global 1940 fighters may escort bombers and intercept them: both sides then fire once with their air combat values,
before the facilities' own guns fire at the remaining bombers.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from engine.events import DiceRolled
from engine.families.axis_allies.board import Stacks, condition_of, count_of, enemy_stacks
from engine.families.axis_allies.combat import atomic, paid_damage
from engine.families.axis_allies.combat.antiair import fire_at_aircraft, gun
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle, fighting
from engine.families.axis_allies.combat.damage import damage
from engine.families.axis_allies.combat.fire import FireGroup
from engine.families.axis_allies.combat.pending_battles import raiders
from engine.families.axis_allies.facilities.raids import bombs, facility_in, raid_words_of
from engine.families.axis_allies.facilities.raids import target_of as named_target
from engine.families.axis_allies.transports import change
from engine.families.axis_allies.vocabulary import FOUGHT, INTERCEPTED, INTERCEPTING, RAIDED
from engine.mechanics.profile import profile, profile_of
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title, Unit

if TYPE_CHECKING:
    from engine.play import Play

BOMBS = 6
"""Faces of the dice of bombers of which all count (ability bombs-with)."""


def target_of(position: Position, area: str) -> Stack | None:
    """Return the default target of bombs in an area: an enemy facility."""
    return facility_in(position, area)


def interceptors(position: Position, area: str) -> Stacks:
    """Return the enemy fighters in an area that could intercept a raid on it."""
    there = enemy_stacks(position, area, position.power)
    return [item for item in there if profile_of(position, item[0]).has("intercepts")]


def dogfight_groups(position: Position, area: str, side: str) -> list[FireGroup]:
    """Return the fire groups of the air battle before a raid."""
    counts: Counter[tuple[str, str, int]] = Counter()
    for key, count in fighting(position, area, side):
        counts[key.power, key.unit, profile_of(position, key).number("air-combat")] += count
    order = list(position.title.units)
    ranked = sorted(counts, key=lambda one: (order.index(one[1]), one[0]))
    groups = []
    for power, unit, target in ranked:
        row = profile(position, power, unit)
        best = row.number("attacks-best-of") if side == ATTACKER and row.has("attacks-best-of") else 1
        each = row.number("attack-dice") if side == ATTACKER and row.has("attack-dice") else best
        groups.append(FireGroup(power, unit, target, counts[power, unit, target] * each, "air", best_of=best))
    return [group for group in groups if group.target]


def bomb(play: Play, fight: OpenBattle, guns_last: bool = False) -> int:
    """Fight a raid from the guns onward: then a die of damage for each remaining bomber; return the damage done.

    Args:
        guns_last: the bombs fall before the guns of the facility fire.
    """
    targets = _targets(play.position, fight.area)
    done = sum(_bomb_one(play, fight, named, key, guns_last) for named, key in targets.items())
    stand_down(play, fight)
    RAIDED.emit(play, "yes", fight.area)
    return done


def stand_down(play: Play, fight: OpenBattle) -> None:
    """End the raid for the aircraft: raiders have fought, interceptors land."""
    for key, count in raiders(play.position, fight.area):
        words = raid_words_of(condition_of(key))
        change(play, key, count, condition_of(key).without(*words).having(FOUGHT), "fought")
    for key, count in fighting(play.position, fight.area, DEFENDER):
        landed = condition_of(key).without(INTERCEPTING)
        once = profile_of(play.position, key).has("fights-once")
        change(play, key, count, landed.having(INTERCEPTED) if once else landed, "intercept")


def _targets(position: Position, area: str) -> dict[str, Stack | None]:
    """Return the targets of raids in an area: facility type ("" for the factory) to its stack, None when it is gone."""
    names = dict.fromkeys(named_target(condition_of(key)) for key, _ in raiders(position, area))
    return {name: facility_in(position, area, name) for name in sorted(names)}


def _bombers(position: Position, area: str, named: str, facility: Stack | None) -> Stacks:
    """Return the raiders that bomb a facility; escorts do not."""
    mine = [item for item in raiders(position, area) if named_target(condition_of(item[0])) == named]
    if facility is None:
        return mine
    row = position.title.units[facility.unit]
    return [item for item in mine if bombs(profile_of(position, item[0]), row)]


def _bomb_one(play: Play, fight: OpenBattle, named: str, facility: Stack | None, guns_last: bool) -> int:
    dropped = not named and atomic.is_armed(play.position, fight.area)
    if not (dropped or guns_last):  # no fire at the bombers of an atomic raid
        _shoot(play, fight, named, facility)
    bombers = _bombers(play.position, fight.area, named, facility)
    if dropped and bombers:
        return atomic.drop(play, fight, facility, _bombs(play, fight, atomic.without_carrier(play.position, bombers)))
    points = _bombs(play, fight, bombers)
    if guns_last and not dropped:
        _shoot(play, fight, named, facility)
    return damage(play, fight.area, fight.number, points, facility)


def _shoot(play: Play, fight: OpenBattle, named: str, facility: Stack | None) -> None:
    """Fire at the bombers of a facility with its own guns, else at all raiders with those of the area."""
    if facility and profile_of(play.position, facility).has("flak"):
        fire_at_aircraft(play, fight, _bombers(play.position, fight.area, named, facility), facility, "flak")
    else:
        fire_at_aircraft(play, fight, raiders(play.position, fight.area), gun(play.position, fight.area))


def _bombs(play: Play, fight: OpenBattle, bombers: Stacks) -> int:
    rows = {key.unit: profile_of(play.position, key) for key, _ in bombers}
    if any(row.has("bombs-with") for row in rows.values()):
        return sum(_bombs_with(play, fight, unit, row, count_of(bombers, unit)) for unit, row in rows.items())
    each = {unit: max(1, row.number("bombs-best-of")) for unit, row in rows.items()}
    total = sum(count_of(bombers, unit) * each[unit] for unit in rows)
    dice = play.roll(total, f"bombing damage in {fight.area}")
    at = points = 0
    for unit, row in rows.items():
        bonus, number = row.number("bomb-bonus"), each[unit]
        rolled = dice[at : at + count_of(bombers, unit) * number]
        at += len(rolled)
        best = [max(rolled[first : first + number]) for first in range(0, len(rolled), number)]
        points += sum(paid_damage.most(play.title, fight.area, one + bonus) for one in best)
        expected = mean_points(play.title, row, fight.area) * len(best)
        play.emit(DiceRolled(fight.number, fight.area, fight.attacker, ATTACKER, "bombing", 0, unit, 0, rolled, 0, expected))
    return points


def _bombs_with(play: Play, fight: OpenBattle, unit: str, row: Unit, count: int) -> int:
    """Roll the six-sided dice of bombers of which all count."""
    each, bonus = row.number("bombs-with"), row.number("bomb-bonus")
    rolled = play.roll(each * count, f"bombing damage of {count} {unit} in {fight.area}", BOMBS)
    if rolled:
        expected = mean_points(play.title, row, fight.area) * count
        play.emit(DiceRolled(fight.number, fight.area, fight.attacker, ATTACKER, "bombing", 0, unit, 0, rolled, 0, expected))
    bombs = [sum(rolled[first : first + each]) + bonus * each for first in range(0, len(rolled), each)]
    return sum(paid_damage.most(play.title, fight.area, one) for one in bombs)


def mean_points(title: Title, row: Unit, area: str = "") -> float:
    """Return the damage that a bomber does on average, before the limit of what it bombs; in an area no more than counts there."""
    dice = row.number("bombs-with")
    best = 0 if dice else max(1, row.number("bombs-best-of"))
    if area and paid_damage.rules(title):
        sides = BOMBS if dice else title.dice_sides
        rolls = product(range(1, sides + 1), repeat=dice or best)
        bonus = row.number("bomb-bonus")
        points = [paid_damage.most(title, area, max(roll) + bonus if best else sum(roll) + bonus * dice) for roll in rolls]
        return sum(points) / len(points)
    if dice:
        return dice * ((BOMBS + 1) / 2 + row.number("bomb-bonus"))
    return _mean_best(title.dice_sides, best) + row.number("bomb-bonus")


def _mean_best(sides: int, number: int) -> float:
    """Return the mean of the best of some dice."""
    total = sum(face * (face**number - (face - 1) ** number) for face in range(1, sides + 1))
    return float(total / sides**number)
