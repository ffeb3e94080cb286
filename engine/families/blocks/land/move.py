"""Land movement: blocks march, aircraft fly, empty enemy areas change hands, others are engaged (sections 2.0.2, 3.2, 6.5)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from engine.condition import Condition, parse_condition
from engine.families.blocks import changes
from engine.families.blocks.board import (
    Blocks,
    area_kind,
    borders,
    camp_on_turn,
    cls,
    count_of,
    is_air,
    is_enemy_held,
    is_ground,
    is_rough,
    land_neighbours,
    unit,
    zones_of,
)
from engine.families.blocks.choice import describe
from engine.families.blocks.land import engaging, entry
from engine.families.blocks.land.engaging import APART, STACKING, enemies_in, engagers, terrain
from engine.families.blocks.land.native import gives_way, make_way
from engine.families.blocks.land.orders import March
from engine.families.blocks.movers import idle, left_of, no_such_blocks, ordered
from engine.families.blocks.vocabulary import ACROSS, TOOK
from engine.orders import join_path
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack

SECTION = "3.2 Land Movement"

PATH = Rule("land/path", SECTION, FATAL)
MISSING = Rule("land/missing", SECTION, FATAL)
STEP = Rule("land/step", SECTION, FATAL)
ENTRY = Rule("land/entry", SECTION)
SEA = Rule("land/sea", SECTION)
MOVEMENT = Rule("land/movement", SECTION)
STOP = Rule("land/stop", SECTION)
DROP = Rule("land/drop", "3.1.1 Airborne Operation")
AIR_ALONE = Rule("land/air-alone", SECTION)


def is_step(position: Position, key: Stack, one: str, two: str) -> bool:
    """Return whether two areas touch for blocks of a stack: aircraft and airborne blocks cross the coast and lakes, too."""
    title = position.title
    if two in land_neighbours(title, one):
        return True
    if not flies(position, key):
        return False
    return two in zones_of(title, one) or one in zones_of(title, two) or terrain(position).lake in borders(title, one, two)


def flies(position: Position, key: Stack) -> bool:
    """Return whether blocks of a stack can fly over areas and one sea zone: Air and Airborne Units."""
    row = unit(position, key)
    return is_air(row) or row.has("airborne")


def cost(position: Position, key: Stack, path: tuple[str, ...]) -> int:
    """Return the movement points that a path costs blocks of a stack."""
    return sum(step_cost(position, key, one, two) for one, two in pairwise(path))


def step_cost(position: Position, key: Stack, one: str, two: str) -> int:
    """Return what a step costs: rough terrain and double arrows are hard for tanks; a lake on the way is a step more."""
    row, between = terrain(position), borders(position.title, one, two)
    if area_kind(position.title, two) == "sea":
        return row.step
    if cls(unit(position, key)) in row.slow and (is_rough(position, two) or row.arrows in between):
        return row.hard
    return row.step * 2 if row.lake in between and two not in land_neighbours(position.title, one) else row.step


def check_march(position: Position, order: March) -> list[Problem]:
    """Return what is wrong with a march."""
    path = order.way
    if len(path) < 2 or any(area_kind(position.title, area) != "land" for area in (path[0], path[-1])):
        return [PATH.broken("a march goes from one land area to another", found=order.path, expected="land > ... > land")]
    stacks, missing = ordered(position, order.blocks, path[0], len(path) - 1)
    if missing or not stacks:
        told = no_such_blocks(position, order.blocks, path[0], missing, idle(position, path[0]))
        return [MISSING.broken(*told)]
    problems = [problem for key, _ in stacks for problem in _check_way(position, key, path)]
    return problems or check_arrival(position, stacks, path)


def _check_way(position: Position, key: Stack, path: tuple[str, ...]) -> list[Problem]:
    """Return what hinders blocks of a stack on their way: steps, movement points, areas closed to them, enemies between."""
    name = f"{key.unit} of {key.power}"
    for one, two in pairwise(path):
        if not is_step(position, key, one, two):
            return [STEP.broken(f"{name} cannot go from {one} to {two}", found=join_path(path), expected="areas that touch")]
        enters = two == path[-1] or is_ground(unit(position, key))
        if area_kind(position.title, two) == "land" and (why := _barred(position, key.power, two, enters)):
            return [ENTRY.broken(f"{name} cannot enter: {why}", found=two, expected="an area that it may enter")]
    if sum(area_kind(position.title, area) == "sea" for area in path) > 1:
        return [SEA.broken(f"{name} flies over one sea zone", found=join_path(path), expected="one sea zone")]
    if cost(position, key, path) > left_of(position, key):
        return [
            MOVEMENT.broken(
                f"{name} has not so many movement points",
                found=str(cost(position, key, path)),
                expected=str(left_of(position, key)),
            )
        ]
    return _check_passing(position, key, path)


def _barred(position: Position, power: str, area: str, enters: bool) -> str:
    """Return why a power's blocks may not be in an area.

    One that the other faction has just taken may give way to those who move into it, not to who flies over it (3.0.1).
    """
    why = entry.bar(position, power, area)
    return "" if why and enters and gives_way(position, power, area) else why


def _check_passing(position: Position, key: Stack, path: tuple[str, ...]) -> list[Problem]:
    """Return what stops blocks on the way: enemies stop who walks, and who has flown lands with friends only."""
    name = f"{key.unit} of {key.power}"
    held = [area for area in path[1:-1] if enemies_in(position, area, key.power)]
    if held and not flies(position, key):
        return [STOP.broken(f"{name} must stop where it engages", found=held[0], expected=f"{held[0]} as its end")]
    dropped = held or any(area_kind(position.title, area) == "sea" for area in path)
    ground = is_ground(unit(position, key))
    if ground and dropped and (is_enemy_held(position, key.power, path[-1]) or enemies_in(position, path[-1], key.power)):
        return [
            DROP.broken(
                f"{name} flies into enemy land in an operation only",
                found=path[-1],
                expected="a friendly area, or the order airborne",
            )
        ]
    return []


def check_arrival(position: Position, stacks: Blocks, path: tuple[str, ...]) -> list[Problem]:
    """Return what keeps blocks from ending their way together in the last area of their path."""
    area = path[-1]
    for power in dict.fromkeys(key.power for key, _ in stacks):
        if entry.strangers(position, power, area) and not gives_way(position, power, area):
            others = describe(entry.strangers(position, power, area))
            return [APART.broken(f"{power}'s blocks do not stand with these in {area}", found=others, expected="none of them there")]
    powers = dict.fromkeys(key.power for key, _ in stacks)
    if any(entry.apart(position, one, two) for one in powers for two in powers):
        return [APART.broken("these nations never stand together", found=", ".join(powers), expected="one of them")]
    free = min(_room(position, power, area) for power in powers)
    if count_of(stacks) > free:
        return [STACKING.broken(f"too many blocks for {area}", found=str(count_of(stacks)), expected=f"{free} more at most")]
    if problems := _check_air(position, stacks, area):
        return problems
    if any(enemies_in(position, area, power) for power in powers):
        there = [*engagers(position, area, camp_on_turn(position)), *stacks]
        return engaging.check_engaging(position, stacks, path) or engaging.check_support(position, there, stacks, area)
    return []


def _room(position: Position, power: str, area: str) -> int:
    """Return how many blocks of a power may end their way in an area once all have left who give way to them (3.0.1)."""
    leaving = entry.strangers(position, power, area) if gives_way(position, power, area) else ()
    return entry.room(position, power, area) + count_of(leaving)


def _check_air(position: Position, stacks: Blocks, area: str) -> list[Problem]:
    """Aircraft end in an enemy-controlled area only beside a ground block of theirs that has just moved in (section 3.2).

    What the other faction has taken is the enemy's again when it gives way to them (3.0.1).
    """
    aircraft = [item for item in stacks if is_air(unit(position, item[0]))]
    if not aircraft or len(aircraft) < len(stacks):
        return []
    power = aircraft[0][0].power
    before = position.state.turn_control.get(area, "")
    retaken = before in position.enemies_of(power) and gives_way(position, power, area)
    others = entry.strangers(position, power, area)
    beside = [item for item in engagers(position, area, camp_on_turn(position)) if item not in others]
    there = any(is_ground(unit(position, key)) for key, _ in beside)
    if (retaken or is_enemy_held(position, power, area)) and not there:
        return [
            AIR_ALONE.broken(
                f"aircraft do not move alone into {area}, which the enemy controls",
                found=describe(aircraft),
                expected="a ground block there first, or with them",
            )
        ]
    return []


def march(play: Play, order: March) -> None:
    """Move the blocks of an order; take the empty enemy areas on the way, and mark who attacks across water."""
    path = order.way
    stacks = ordered(play.position, order.blocks, path[0], len(path) - 1)[0]
    for key, count in sorted(stacks, key=lambda item: is_air(unit(play.position, item[0]))):
        for area in path[1:] if is_ground(unit(play.position, key)) else path[-1:]:
            make_way(play, key.power, area)
        condition = _after(play.position, key, path)
        _take_on_the_way(play, key, path)
        changes.move(play, key, path[-1], condition.text, count, path=path)


def _after(position: Position, key: Stack, path: tuple[str, ...]) -> Condition:
    """Return the condition of blocks at the end of their way."""
    condition = parse_condition(key.condition)
    condition = condition._replace(used=condition.used + cost(position, key, path), origin=back_of(position, key, path))
    condition = condition.without(TOOK)
    if not is_ground(unit(position, key)):
        return condition
    if entry.is_there_to_take(position, key.power, path[-1]):
        return condition.having(TOOK)
    engages = enemies_in(position, path[-1], key.power)
    return condition.having(ACROSS) if engages and engaging.is_across(position, path[-2], path[-1]) else condition


def back_of(position: Position, key: Stack, path: tuple[str, ...]) -> str:
    """Return the area that blocks came from last, if they could have stayed there; else where they started."""
    last = path[-2]
    could = area_kind(position.title, last) == "land" and last != path[0] and not enemies_in(position, last, key.power)
    stays = could and is_ground(unit(position, key)) and entry.may_stay(position, key, last) and entry.has_room(position, key, last)
    return last if stays else path[0]


def _take_on_the_way(play: Play, key: Stack, path: Iterable[str]) -> None:
    """Let ground blocks take the areas of their path that no enemy is in; a sea zone is flown over, and nothing is taken so."""
    if not is_ground(unit(play.position, key)):
        return
    for area in list(path)[1:]:
        if area_kind(play.title, area) == "land":
            entry.capture(play, key.power, area)
