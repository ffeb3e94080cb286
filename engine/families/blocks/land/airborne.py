"""Airborne operations: drops on islands, or on other occupied areas beside a landing or a land attack; and escorts (3.1.1 to 3.1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.condition import parse_condition
from engine.families.blocks import changes
from engine.families.blocks.board import (
    Blocks,
    area_kind,
    count_of,
    is_air,
    is_ground,
    is_island,
    land_neighbours,
    unit,
    zones_of,
)
from engine.families.blocks.choice import choose
from engine.families.blocks.land import entry
from engine.families.blocks.land.engaging import check_support, enemies_in
from engine.families.blocks.land.move import cost, is_step
from engine.families.blocks.land.operations import check_launch, check_target, fresh, in_operation, row_of, taking_part
from engine.families.blocks.land.orders import Airborne, Escort
from engine.families.blocks.vocabulary import AIRBORNE, OPERATION, TOOK
from engine.forces import BlockCount
from engine.orders import join_path
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position

SECTION = "3.1.1 Airborne Operation"

DROP = Rule("operation/drop", SECTION, FATAL)
PATH = Rule("operation/path", SECTION, FATAL)
STEP = Rule("operation/step", SECTION, FATAL)
ENTRY = Rule("operation/entry", SECTION)
RANGE = Rule("operation/range", SECTION)
ISLAND = Rule("operation/island", SECTION)
NO_ISLAND = Rule("operation/no-island", SECTION)
ESCORT = Rule("operation/escort", SECTION)
ESCORT_AIR = Rule("operation/escort-air", SECTION, FATAL)
ESCORT_ALONE = Rule("operation/escort-alone", SECTION, FATAL)


def check_airborne(position: Position, order: Airborne) -> list[Problem]:
    """Return what is wrong with a drop."""
    path = order.way
    stacks, problems = _ordered(position, order.blocks, path)
    if problems:
        return problems
    others = [key.unit for key, _ in stacks if not (unit(position, key).has("airborne") or is_air(unit(position, key)))]
    if others or not any(unit(position, key).has("airborne") for key, _ in stacks):
        return [DROP.broken("airborne blocks are dropped, with aircraft beside them", found=order.units, expected="airborne blocks")]
    for key, _ in stacks:
        if problems := check_launch(position, key.power, path[-1]):
            return problems
    return (
        _check_flight(position, stacks, path)
        or _check_target(position, stacks, path)
        or _check_escorts(position, stacks, path[-1])
        or check_target(position, stacks, path[0], path[-1])
    )


def _ordered(position: Position, units: Sequence[BlockCount], path: tuple[str, ...]) -> tuple[Blocks, list[Problem]]:
    """Return the blocks that fly along a path, or what is wrong with them or it."""
    if len(path) < 2 or any(area_kind(position.title, area) != "land" for area in (path[0], path[-1])):
        return [], [PATH.broken("a flight goes from one land area to another", found=join_path(path), expected="land > ... > land")]
    return taking_part(position, units, path[0])


def _check_flight(position: Position, stacks: Blocks, path: tuple[str, ...]) -> list[Problem]:
    """Return what is wrong with a flight: steps, range, areas that may not be flown over."""
    for key, _ in stacks:
        for one, two in pairwise(path):
            if not is_step(position, key, one, two):
                return [STEP.broken(f"{key.unit} cannot fly from {one} to {two}", found=join_path(path), expected="areas that touch")]
            if area_kind(position.title, two) == "land" and (why := entry.bar(position, key.power, two)):
                return [
                    ENTRY.broken(
                        f"{key.unit} of {key.power} cannot fly over: {why}",
                        found=two,
                        expected="an area that it may enter",
                    )
                ]
        if cost(position, key, path) > unit(position, key).move:
            return [
                RANGE.broken(
                    f"{key.unit} does not fly so far",
                    found=str(cost(position, key, path)),
                    expected=str(unit(position, key).move),
                )
            ]
    return []


def _check_target(position: Position, stacks: Blocks, path: tuple[str, ...]) -> list[Problem]:
    """Drops go to islands of a sea zone beside their start; elsewhere only against enemies, in a Combined Operation."""
    area, title = path[-1], position.title
    if is_island(title, area):
        shared = set(zones_of(title, path[0])) & set(zones_of(title, area))
        if not shared and area not in land_neighbours(title, path[0]):
            return [ISLAND.broken(f"{area} is in no sea zone beside {path[0]}", found=join_path(path), expected="one sea zone between")]
    elif not enemies_in(position, area, stacks[0][0].power):
        return [NO_ISLAND.broken(f"{area} is no island and nobody is there", found=area, expected="an island, or an occupied area")]
    return []


def _check_escorts(position: Position, stacks: Blocks, area: str) -> list[Problem]:
    most = row_of(position).escort
    there = [item for item in in_operation(position, area) if is_air(unit(position, item[0]))]
    aircraft = count_of(there) + count_of(item for item in stacks if is_air(unit(position, item[0])))
    if aircraft > most:
        return [ESCORT.broken("too many aircraft go along", found=str(aircraft), expected=f"{most} at most")]
    return []


def check_escort(position: Position, order: Escort) -> list[Problem]:
    """Return what is wrong with an order to go along with an operation (sections 3.1.1, 3.1.2)."""
    path = order.way
    stacks, problems = _ordered(position, order.blocks, path)
    if problems:
        return problems
    if any(not is_air(unit(position, key)) for key, _ in stacks):
        return [ESCORT_AIR.broken("only aircraft go along", found=order.units, expected="aircraft")]
    partners = [item for item in in_operation(position, path[-1]) if is_ground(unit(position, item[0]))]
    if not partners:
        return [ESCORT_ALONE.broken(f"no block has been dropped or landed in {path[-1]}", found=path[-1], expected="an operation there")]
    for power in dict.fromkeys(key.power for key, _ in stacks):
        if problems := check_launch(position, power, path[-1]):
            return problems
    return (
        check_support(position, partners, stacks, path[-1])
        or _check_flight(position, stacks, path)
        or _check_escorts(position, stacks, path[-1])
        or check_target(position, stacks, path[0], path[-1])
    )


def fly(play: Play, order: Airborne | Escort) -> None:
    """Let the blocks of a drop, or of an escort, fly to their target; a drop takes it when nobody is there."""
    path = order.way
    area = path[-1]
    for key, count in choose(fresh(play.position, path[0]), order.blocks)[0]:
        dropped = unit(play.position, key).has("airborne")
        takes = dropped and entry.is_there_to_take(play.position, key.power, area)
        words = (OPERATION, *((AIRBORNE,) if dropped else ()), *((TOOK,) if takes else ()))
        condition = parse_condition(key.condition).having(*words)
        condition = condition._replace(used=cost(play.position, key, path), origin=path[0])
        changes.move(play, key, area, condition.text, count, cause=AIRBORNE if dropped else "escort", path=path)
        if takes:
            entry.capture(play, key.power, area)
