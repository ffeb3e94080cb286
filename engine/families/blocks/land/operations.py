"""Special operations: what every one of them needs, and what each kind shares (section 3.1).

A landing is in `seaborne.py`, a drop in `airborne.py`. What an operation needs of other classes is asked at the end of the
phase (`engaging.py`), since blocks of several areas, and an attack over land, may make it up together.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.condition import has_word, parse_condition
from engine.families.blocks.board import Blocks, camp_on_turn, count_of, front, is_enemy_held, own_blocks
from engine.families.blocks.choice import choose, describe
from engine.families.blocks.land import entry
from engine.families.blocks.land.engaging import check_classes, enemies_in, forbidden
from engine.families.blocks.land.settings import Operations
from engine.families.blocks.movers import idle, no_such_blocks
from engine.families.blocks.production.blitz_discs import has_disc
from engine.families.blocks.season import GOOD, weather
from engine.families.blocks.settings import read
from engine.families.blocks.vocabulary import OPERATION, TOOK
from engine.forces import BlockCount
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position

SECTION = "3.1 Special Operations"

MISSING = Rule("operation/missing", SECTION, FATAL)
ENTRY = Rule("operation/entry", SECTION)
TARGET = Rule("operation/target", SECTION)
DISC = Rule("operation/disc", SECTION)
WEATHER = Rule("operation/weather", SECTION)
APART = Rule("operation/apart", SECTION)
NO_ENGAGE = Rule("operation/no-engage", SECTION)
STACKING = Rule("operation/stacking", SECTION)


def row_of(position: Position) -> Operations:
    """Return the figures of special operations."""
    return read(position.title, "operations", Operations)


def fresh(position: Position, area: str) -> Blocks:
    """Return the blocks in an area that may take part in an operation: those that have not acted in this phase."""
    return [item for item in idle(position, area) if not parse_condition(item[0].condition).used]


def taking_part(position: Position, units: Sequence[BlockCount], area: str) -> tuple[Blocks, list[Problem]]:
    """Return the blocks in an area that an order means, or what is wrong with it."""
    there = fresh(position, area)
    stacks, missing = choose(there, units)
    if missing or not stacks:
        return [], [MISSING.broken(*no_such_blocks(position, units, area, missing, there))]
    return stacks, []


def in_operation(position: Position, area: str) -> Blocks:
    """Return the blocks of the camp on turn that have come to an area by an operation of this phase."""
    here = own_blocks(position, area, camp_on_turn(position))
    return [item for item in here if has_word(item[0].condition, OPERATION)]


def is_target(position: Position, power: str, area: str) -> bool:
    """Return whether an operation of a power may go to an area: the enemy's, or taken by others of the same operation."""
    if is_enemy_held(position, power, area) or enemies_in(position, area, power):
        return True
    return any(has_word(key.condition, TOOK) for key, _ in in_operation(position, area))


def check_launch(position: Position, power: str, area: str) -> list[Problem]:
    """Return what forbids an operation of a power against an area: no Blitz Disc, bad weather, not the enemy's."""
    if why := entry.bar(position, power, area):
        return [ENTRY.broken(f"{power}'s blocks cannot enter: {why}", found=area, expected="an enemy area")]
    if not is_target(position, power, area):
        return [TARGET.broken(f"{area} is not the enemy's", found=position.state.control.get(area, "nobody"), expected="an enemy area")]
    side, where = position.side_of(power), front(position.title, area)
    if not has_disc(position, side, where):
        return [
            DISC.broken(
                f"an operation against {area} needs the Blitz Disc of its front",
                found=f"no disc for {where}",
                expected=where,
            )
        ]
    sky = weather(position, area)
    if sky != GOOD and not (sky == "snow" and power in row_of(position).snow_powers):
        return [WEATHER.broken(f"{power} launches no operation against {area} in this weather", found=sky, expected=GOOD)]
    return []


def check_target(position: Position, stacks: Blocks, origin: str, area: str) -> list[Problem]:
    """Return what keeps blocks from coming to an area together: nations apart, room, classes, lines that are not engaged."""
    for power in dict.fromkeys(key.power for key, _ in stacks):
        if others := entry.strangers(position, power, area):
            return [
                APART.broken(
                    f"{power}'s blocks do not stand with these in {area}",
                    found=describe(others),
                    expected="none of them",
                )
            ]
        if slug := forbidden(position, power, origin, area):
            return [NO_ENGAGE.broken(f"{power}'s blocks from {origin} may not engage {area}", found=slug, expected="an empty area")]
        free = entry.room(position, power, area)
        if count_of(stacks) > free:
            return [STACKING.broken(f"too many blocks for {area}", found=str(count_of(stacks)), expected=f"{free} more at most")]
    if any(enemies_in(position, area, key.power) for key, _ in stacks):
        return check_classes(position, stacks, area)
    return []
