"""Seaborne operations: landings carried by ships (section 3.1.2); the gunfire that supports them is in `gunfire.py`."""

from __future__ import annotations

from itertools import pairwise

from engine.condition import has_word, parse_condition
from engine.derived import derived_from
from engine.families.blocks import changes
from engine.families.blocks.board import Blocks, area_kind, count_of, full, is_fort, is_ground, unit, zones_of
from engine.families.blocks.choice import choose
from engine.families.blocks.land import crossing, entry, gunfire
from engine.families.blocks.land.engaging import FULL, classes, enemies_in
from engine.families.blocks.land.operations import check_launch, check_target, fresh, in_operation, row_of, taking_part
from engine.families.blocks.land.orders import Seaborne
from engine.families.blocks.sea.control import ENEMY, stance
from engine.families.blocks.sea.waters import is_open
from engine.families.blocks.vocabulary import OPERATION, SEABORNE, TOOK
from engine.orders import join_path
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack

SECTION = "3.1.2 Seaborne Operations"

PATH = Rule("operation/path", SECTION, FATAL)
NO_WAY = Rule("operation/no-way", SECTION, FATAL)
CLASSES = Rule("operation/classes", SECTION)
GROUND = Rule("operation/ground", SECTION, FATAL)
PORT = Rule("operation/port", SECTION)
CLOSED = Rule("operation/closed", SECTION)
SEA = Rule("operation/sea", SECTION)
SHIPS = Rule("operation/ships", SECTION)


def voyage(position: Position, key: Stack, origin: str, target: str, need: int = 1) -> tuple[str, ...] | None:
    """Return the shortest way of a landing, from port over sea zones to port; None without one."""
    power = key.power
    for zone, way in _afloat(position, power, origin, need).items():
        if crossing.has_port(position, power, target, zone):
            return (*way, target)
    return None


@derived_from("moment")
def _afloat(position: Position, power: str, origin: str, need: int) -> dict[str, tuple[str, ...]]:
    """Return sea zone to the shortest way there from a port of an area, the nearest first, with a free ship for each of `need` blocks."""
    title = position.title
    found: dict[str, tuple[str, ...]] = {
        zone: (origin, zone)
        for zone in zones_of(title, origin)
        if crossing.has_port(position, power, origin, zone) and crossing.free_ships(position, power, zone) >= need
    }
    ahead = list(found)
    for zone in ahead:  # grows as it is walked
        for other in zones_of(title, zone):
            if other not in found and is_open(position, power, zone, other) and crossing.free_ships(position, power, other) >= need:
                found[other] = (*found[zone], other)
                ahead.append(other)
    return found


def _path(position: Position, stacks: Blocks, points: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the whole way of a landing, found when the order leaves the sea zones out."""
    return points if len(points) > 2 else voyage(position, stacks[0][0], points[0], points[-1], count_of(stacks))


def check_seaborne(position: Position, order: Seaborne) -> list[Problem]:
    """Return what is wrong with a landing."""
    points = order.way
    kinds = [area_kind(position.title, area) for area in points]
    if len(points) < 2 or kinds[0] != "land" or kinds[-1] != "land" or set(kinds[1:-1]) - {"sea"}:
        return [PATH.broken("a landing goes from port over sea zones to port", found=order.path, expected="port > zone > ... > port")]
    stacks, problems = taking_part(position, order.blocks, points[0])
    if problems or (problems := _check_blocks(position, stacks)):
        return problems
    path = _path(position, stacks, points)
    if path is None:
        return [
            NO_WAY.broken(
                f"no way by sea from {points[0]} to {points[-1]}",
                found=order.path,
                expected=f"ports, open zones, {count_of(stacks)} free ships in each",
            )
        ]
    for key, _ in stacks:
        if problems := check_launch(position, key.power, path[-1]) or _check_zones(position, key, path, count_of(stacks)):
            return problems
    return check_target(position, stacks, path[0], path[-1]) or _check_classes(position, stacks, path[-1])


def _check_classes(position: Position, stacks: Blocks, area: str) -> list[Problem]:
    """No more than two blocks of a class land in an area, whether anybody is there or not."""
    landed = [item for item in in_operation(position, area) if has_word(item[0].condition, SEABORNE)]
    most, found = row_of(position).of_a_class, max(classes(position, [*landed, *stacks]).values())
    if found > most:
        return [CLASSES.broken(f"no more than {most} blocks of a class land in {area}", found=str(found), expected=f"{most} at most")]
    return []


def _check_blocks(position: Position, stacks: Blocks) -> list[Problem]:
    for key, _ in stacks:
        row = unit(position, key)
        if not is_ground(row) or is_fort(row):
            return [GROUND.broken(f"{key.unit} does not land from the sea; aircraft escort", found=key.unit, expected="ground blocks")]
        if key.strength < full(position, key):
            return [
                FULL.broken(
                    "only blocks at full strength land",
                    found=f"{key.unit}@{key.strength}",
                    expected=f"{full(position, key)} steps",
                )
            ]
    return []


def _check_zones(position: Position, key: Stack, path: tuple[str, ...], need: int) -> list[Problem]:
    """Return what hinders a landing on its way: ports, waters, straits, enemy control, too few ships."""
    power, zones = key.power, path[1:-1]
    for area, zone in ((path[0], zones[0]), (path[-1], zones[-1])):
        if not crossing.has_port(position, power, area, zone):
            return [PORT.broken(f"{area} has no port on {zone} for {power}", found=join_path(path), expected="a port at both ends")]
    for one, two in pairwise(zones):
        if two not in zones_of(position.title, one) or not is_open(position, power, one, two):
            return [
                CLOSED.broken(
                    f"no open way from {one} to {two}",
                    found=join_path(path),
                    expected="sea zones that touch, open straits",
                )
            ]
    for zone in zones:
        if not crossing.may_sail(position, power, zone) or stance(position, power, zone) == ENEMY:
            return [
                SEA.broken(
                    f"{power}'s blocks cannot cross {zone}",
                    found=stance(position, power, zone),
                    expected="not the enemy's",
                )
            ]
        if crossing.spare(position, power, zone) < need:
            return [
                SHIPS.broken(
                    f"each block needs a free ship in {zone}",
                    found=f"{crossing.spare(position, power, zone)}",
                    expected=str(need),
                )
            ]
    return []


def land(play: Play, order: Seaborne) -> None:
    """Carry the blocks of a landing across, one by one under fire; take the area when nobody is there."""
    points = order.way
    stacks = choose(fresh(play.position, points[0]), order.blocks)[0]
    path = _path(play.position, stacks, points)
    if path is None:
        return
    for key, count in stacks:
        for _ in range(count):
            _carry(play, key, path)


def _carry(play: Play, key: Stack, path: tuple[str, ...]) -> None:
    zones, area = path[1:-1], path[-1]
    crossing.note_carried(play, key.power, zones)
    left = crossing.fire(play, key, zones)
    if left is None:
        return
    takes = entry.is_there_to_take(play.position, key.power, area)
    condition = parse_condition(left.condition).having(OPERATION, SEABORNE, *((TOOK,) if takes else ()))._replace(origin=path[0])
    changes.move(play, left, area, condition.text, cause=SEABORNE, path=path)
    entry.capture(play, key.power, area)
    if enemies_in(play.position, area, key.power):
        gunfire.note_landing(play, area, zones[-1])
