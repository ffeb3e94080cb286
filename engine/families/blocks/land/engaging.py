"""Engaging: moving into a land area with enemies (section 3.2), and the requirements of an engagement.

Two classes of blocks at least, and no more than two blocks of a class; some areas and lines may not be engaged (across).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.condition import has_word, parse_condition
from engine.families.blocks.board import (
    Blocks,
    area_kind,
    borders,
    camp_on_turn,
    cls,
    controller,
    count_of,
    enemy_blocks,
    full,
    hostile_blocks,
    is_air,
    is_ground,
    is_island,
    is_naval,
    own_blocks,
    unit,
)
from engine.families.blocks.land.settings import NoEngage, Terrain
from engine.families.blocks.season import GOOD, weather
from engine.families.blocks.settings import read, rows
from engine.families.blocks.vocabulary import ACROSS, AIRBORNE, SEABORNE, TOOK
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.title.per_title import per_title

SECTION = "3.2 Land Movement"

NO_ENGAGE = Rule("land/no-engage", SECTION)
DOUBLE_ARROWS = Rule("land/double-arrows", SECTION)
CLASSES = Rule("land/classes", SECTION)
TWO_CLASSES = Rule("land/two-classes", SECTION)
APART = Rule("land/apart", SECTION)
STACKING = Rule("land/stacking", SECTION)
ESCORT = Rule("land/escort", "3.1.1 Airborne Operation")
DROPPED_ALONE = Rule("land/combined", "3.1.3 Combined Operations")
FULL = Rule("operation/full", "3.1.2 Seaborne Operations")


def sent_back(key: Stack) -> str:
    """Return the condition of blocks that are sent back to where they came from: the words of their attack are off it."""
    return parse_condition(key.condition).without(ACROSS, AIRBORNE, SEABORNE, TOOK)._replace(origin="").text


def terrain(position: Position) -> Terrain:
    """Return the figures of movement over land."""
    return read(position.title, "land_move", Terrain)


def enemies_in(position: Position, area: str, power: str) -> Blocks:
    """Return the ground and air blocks in a land area that are at war with a power."""
    return [item for item in hostile_blocks(position, area, power) if not is_naval(unit(position, item[0]))]


def engagers(position: Position, area: str, camp: str) -> Blocks:
    """Return the ground and air blocks of a camp in an area."""
    return [item for item in own_blocks(position, area, camp) if not is_naval(unit(position, item[0]))]


def engaged(position: Position) -> list[str]:
    """Return the land areas in which blocks of the camp on turn stand with enemies, in the title's order."""
    camp, board = camp_on_turn(position), position.board
    return [
        area
        for area in position.title.areas
        if area in board
        and area_kind(position.title, area) == "land"
        and engagers(position, area, camp)
        and any(not is_naval(unit(position, key)) for key, _ in enemy_blocks(position, area, camp))
    ]


def classes(position: Position, stacks: Iterable[tuple[Stack, int]]) -> Counter[int]:
    """Return how many blocks of each class there are."""
    found: Counter[int] = Counter()
    for key, count in stacks:
        found[cls(unit(position, key))] += count
    return found


def is_across(position: Position, one: str, two: str) -> bool:
    """Return whether ground blocks that attack from one area into the next are halved: over water that is not frozen (6.5)."""
    row, between = terrain(position), borders(position.title, one, two)
    frozen = row.freezes if weather(position, two) == "snow" else ()
    return any(border in between and border not in frozen for border in row.across)


@per_title
def near_side(title: Title, line: str) -> frozenset[str]:
    """Return the land areas on the side of a line that its rows begin on: all that can be reached without crossing it."""
    edges = {frozenset((row.area, row.to)) for row in title.borders if row.border == line}
    found = {row.area for row in title.borders if row.border == line}
    ahead = list(found)
    while ahead:
        area = ahead.pop()
        for other in title.neighbours[area]:
            if title.areas[other].kind == "land" and other not in found and frozenset((area, other)) not in edges:
                found.add(other)
                ahead.append(other)
    return frozenset(found)


def forbidden(position: Position, power: str, origin: str, area: str) -> str:
    """Return the slug of the row of [[no_engage]] that keeps a power's blocks from engaging an area, or empty (3.2)."""
    side, title = position.side_of(power), position.title
    for row in rows(title, "no_engage", NoEngage).values():
        if row.side != side or not any(key.power == row.foe for key, _ in enemies_in(position, area, power)):
            continue
        if row.region and title.in_region(area, row.region):
            return row.slug
        if row.line and origin in near_side(title, row.line) and area not in near_side(title, row.line):
            holder = controller(position, row.until_held)
            if not holder or position.side_of(holder) != side:
                return row.slug
    return ""


def check_engaging(position: Position, stacks: Blocks, path: tuple[str, ...]) -> list[Problem]:
    """Return the problems of engaging the last area of a path."""
    area, origin = path[-1], path[0]
    for power in dict.fromkeys(key.power for key, _ in stacks):
        if slug := forbidden(position, power, origin, area):
            return [NO_ENGAGE.broken(f"{power}'s blocks from {origin} may not engage {area}", found=slug, expected="an empty area")]
    if any(is_ground(unit(position, key)) for key, _ in stacks) and _over_arrows(position, path):
        return [
            DOUBLE_ARROWS.broken(
                f"{area} is engaged across double arrows in good weather only",
                found=weather(position, area),
                expected=GOOD,
            )
        ]
    return check_classes(position, stacks, area)


def _over_arrows(position: Position, path: tuple[str, ...]) -> bool:
    arrows = terrain(position).arrows in borders(position.title, path[-2], path[-1])
    return arrows and weather(position, path[-1]) != GOOD


def check_classes(position: Position, stacks: Blocks, area: str) -> list[Problem]:
    """Return what is wrong when blocks come to an engagement that has as many of their class as may be.

    Blocks of the other faction must give way to them (3.0.1); otherwise they cannot enter.
    """
    most, powers = terrain(position).of_a_class, {key.power for key, _ in stacks}
    here = engagers(position, area, camp_on_turn(position))
    there = classes(position, (item for item in here if powers <= position.friends_of(item[0].power)))
    coming = classes(position, stacks)
    for kind, count in sorted(coming.items()):
        if there[kind] + count > most:
            return [
                CLASSES.broken(
                    f"no more than {most} blocks of a class engage {area}",
                    found=f"{there[kind] + count} of class {kind}",
                    expected=f"{most} at most",
                )
            ]
    return []


def check_engaged(position: Position, area: str) -> list[Problem]:
    """Return the requirements that an engaged area still lacks for combat."""
    row, stacks = terrain(position), engagers(position, area, camp_on_turn(position))
    found = classes(position, stacks)
    wrong = []
    if len(found) < row.classes:
        wrong.append(
            TWO_CLASSES.broken(
                f"{area} is engaged by blocks of {row.classes} classes at least; move others in or recall these",
                found=f"{len(found)}",
                expected=f"{row.classes}",
            )
        )
    if max(found.values()) > row.of_a_class:
        wrong.append(
            CLASSES.broken(
                f"no more than {row.of_a_class} blocks of a class engage {area}; recall the others",
                found=str(max(found.values())),
                expected=str(row.of_a_class),
            )
        )
    return wrong or _check_drop(position, area, stacks) or check_support(position, stacks, stacks, area)


def _check_drop(position: Position, area: str, stacks: Blocks) -> list[Problem]:
    """A drop on an occupied island needs aircraft beside it (3.1.1); elsewhere it is part of a Combined Operation only (3.1.3)."""
    dropped = [item for item in stacks if has_word(item[0].condition, AIRBORNE)]
    if is_island(position.title, area):
        if not dropped or any(is_air(unit(position, key)) for key, _ in stacks):
            return []
        return [
            ESCORT.broken(
                f"blocks dropped on {area}, which is occupied, need aircraft beside them; let some go along or recall them",
                found="no aircraft",
                expected="an Air Unit at least",
            )
        ]
    on_foot = [item for item in stacks if is_ground(unit(position, item[0])) and item not in dropped]
    if dropped and not on_foot:
        return [
            DROPPED_ALONE.broken(
                f"{area} is no island: a drop on it needs a landing or a land attack beside it; recall it",
                found=f"{count_of(dropped)} dropped alone",
                expected="ground blocks, too",
            )
        ]
    return []


def check_support(position: Position, there: Blocks, aircraft: Blocks, area: str) -> list[Problem]:
    """Aircraft beside a landing without other ground blocks must be at full strength, however they arrive (section 3.1.2).

    Args:
        there: the blocks that attack the area. aircraft: the aircraft to check; other blocks among them are ignored.
    """
    ground = [key for key, _ in there if is_ground(unit(position, key))]
    if not ground or any(not has_word(key.condition, SEABORNE) for key in ground):
        return []
    weak = [key for key, _ in aircraft if is_air(unit(position, key)) and key.strength < full(position, key)]
    if not weak:
        return []
    return [
        FULL.broken(
            f"only aircraft at full strength go along with the landing in {area}",
            found=f"{weak[0].unit}@{weak[0].strength}",
            expected=f"{full(position, weak[0])} steps, or a land attack beside it",
        )
    ]


def is_combined(position: Position, area: str) -> bool:
    """Return whether an engaged area is attacked by a drop together with a landing or an attack over land (section 3.1.3)."""
    words = [(key, parse_condition(key.condition).words) for key, _ in engagers(position, area, camp_on_turn(position))]
    dropped = any(AIRBORNE in said for _, said in words)
    return dropped and any(is_ground(unit(position, key)) and AIRBORNE not in said for key, said in words)
