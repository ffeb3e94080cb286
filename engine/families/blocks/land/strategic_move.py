"""Strategic movement: along controlled areas in supply and across seas, for Strategic Movement Points (section 3.4).

What a nation has spent is a marker `smp/NATION` (the first of those that share their Strategic Power), and how many
blocks have moved in the first winter `winter-smp/SIDE`.
"""

from __future__ import annotations

from itertools import pairwise

from engine.condition import parse_condition
from engine.families.blocks import changes
from engine.families.blocks.board import Blocks, area_kind, borders, camp_of, count_of
from engine.families.blocks.choice import choose, describe
from engine.families.blocks.land import crossing, entry
from engine.families.blocks.land.orders import StrategicMove
from engine.families.blocks.land.strategic_ways import Path, cost, is_way, row_of, ways, whole
from engine.families.blocks.movers import idle, no_such_blocks
from engine.families.blocks.production.blitz_discs import is_closed
from engine.families.blocks.production.economy import strategic_power
from engine.families.blocks.production.nations import sharers
from engine.families.blocks.season import first_winter
from engine.families.blocks.settings import FirstWinter, read
from engine.families.blocks.vocabulary import SMP, STRATEGIC, TRAIL, WINTER_SMP
from engine.orders import join_path
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack

SECTION = "3.4 Strategic Land Movement"

FRONT = Rule("blitz/front", "4.0 BLITZ PHASE")
PATH = Rule("strategic/path", SECTION, FATAL)
MISSING = Rule("strategic/missing", SECTION, FATAL)
AREA = Rule("strategic/area", SECTION, FATAL)
SEA = Rule("strategic/sea", SECTION, FATAL)
NO_WAY = Rule("strategic/no-way", SECTION, FATAL)
APART = Rule("strategic/apart", SECTION)
STACKING = Rule("strategic/stacking", SECTION)
SMPS = Rule("strategic/smps", SECTION)
FIRST_WINTER = Rule("strategic/first-winter", "6.5.1 Axis First Winter in the East")


def account(position: Position, power: str) -> str:
    """Return the power by whose name SMPs are counted: the first of those that share a Strategic Power."""
    return next(iter(sharers(position, power)), power)


def _scope(position: Position) -> str:
    """Return how long spent SMPs stay spent: for the season, so that both phases share them, or for the phase."""
    return "phase" if position.options.get("smp-in-blitz") == "fresh" else "turn"


def spent(position: Position, power: str) -> int:
    """Return the SMPs that a power's nation has spent."""
    return SMP[_scope(position)].number(position.state, account(position, power))


def smps(position: Position, power: str) -> int:
    """Return the SMPs that a power's nation has left: its Strategic Power less what it has spent."""
    return max(0, strategic_power(position, power) - spent(position, power))


def movable(position: Position, area: str) -> Blocks:
    """Return the blocks in an area that may move strategically: those that have not moved in this phase, as the option says."""
    after_march = position.options.get("strategic-after-march") == "yes"
    return [item for item in idle(position, area) if after_march or not parse_condition(item[0].condition).used]


def destinations(position: Position, key: Stack) -> dict[str, Path]:
    """Return land area to the cheapest way for one block of a stack, where it may end and which its nation can pay."""
    left = smps(position, key.power)
    if not left or is_closed(position, position.side_of(key.power), key.area):
        return {}
    found = ways(position, key)
    return {
        area: path
        for area, path in found.items()
        if cost(position, path) <= left
        and entry.may_stay(position, key, area)
        and entry.has_room(position, key, area)
        and not check_winter(position, key.power, path, 1)
    }


def check_strategic(position: Position, order: StrategicMove) -> list[Problem]:
    """Return what is wrong with a strategic move."""
    points = order.way
    if len(points) < 2 or points[0] == points[-1] or any(area_kind(position.title, points[i]) != "land" for i in (0, -1)):
        return [PATH.broken("a strategic move goes from one land area to another", found=order.path, expected="land > ... > land")]
    stacks, missing = choose(movable(position, points[0]), order.blocks)
    if missing or not stacks:
        told = no_such_blocks(position, order.blocks, points[0], missing, movable(position, points[0]))
        return [MISSING.broken(*told)]
    need = count_of(stacks)
    needed: dict[str, int] = {}
    for key, count in stacks:
        path = whole(position, key, points, need)
        if path is None:
            return [_no_way(position, key, points, need)]
        if problems := _check_end(position, key, path[-1], need) or check_winter(position, key.power, path, need):
            return problems
        name = account(position, key.power)
        needed[name] = needed.get(name, 0) + count * cost(position, path)
    return [problem for name, points_needed in needed.items() for problem in _check_smps(position, name, points_needed)]


def _no_way(position: Position, key: Stack, points: Path, need: int) -> Problem:
    """Say why there is no way: an area or zone of the order that may not lie on it, else that none was found."""
    name = f"{key.unit} of {key.power}"
    for area in points[1:]:
        if area_kind(position.title, area) == "land" and is_closed(position, position.side_of(key.power), area):
            return FRONT.broken(
                f"{area} is on a front whose Blitz Disc is not in hand",
                found=area,
                expected="a front with a disc",
                severity=FATAL,
            )
        if area_kind(position.title, area) == "land" and not is_way(position, key.power, area):
            return AREA.broken(f"{name} cannot pass {area}", found=area, expected="controlled and supplied, without enemies")
        if area_kind(position.title, area) == "sea" and crossing.free_ships(position, key.power, area) < 1:
            return SEA.broken(
                f"{name} cannot cross {area}",
                found=area,
                expected="a zone of its waters that no enemy controls, with a free ship",
            )
    ships = f"{need} free ships in each zone, ports, open straits"
    return NO_WAY.broken(f"{name} finds no strategic way", found=join_path(points), expected=ships)


def _check_end(position: Position, key: Stack, area: str, count: int) -> list[Problem]:
    if not entry.may_stay(position, key, area):
        others = describe(entry.strangers(position, key.power, area))
        return [APART.broken(f"{key.power}'s blocks do not stand with these in {area}", found=others, expected="none of them there")]
    free = entry.room(position, key.power, area)
    if count > free:
        return [STACKING.broken(f"too many blocks for {area}", found=str(count), expected=f"{free} more at most")]
    return []


def _check_smps(position: Position, power: str, needed: int) -> list[Problem]:
    left = smps(position, power)
    if needed > left:
        return [SMPS.broken(f"{power} has not so many Strategic Movement Points", found=str(needed), expected=f"{left} left")]
    return []


def check_winter(position: Position, power: str, path: Path, count: int) -> list[Problem]:
    """Return what the first winter in the East forbids: more strategic moves of the side inside the region (section 6.5.1)."""
    if not first_winter(position):
        return []
    row, side = read(position.title, "first_winter", FirstWinter), position.side_of(power)
    if side != row.side or not any(position.title.in_region(area, row.region) for area in path):
        return []
    moved = WINTER_SMP.number(position.state, side)
    if moved + count > row.smp:
        return [
            FIRST_WINTER.broken(
                f"no more strategic moves in the region of {row.power}",
                found=str(moved + count),
                expected=f"{row.smp} at most",
            )
        ]
    return []


def move_strategically(play: Play, order: StrategicMove) -> None:
    """Move the blocks of an order one by one, each under the fire of every zone it crosses."""
    points = order.way
    stacks = choose(movable(play.position, points[0]), order.blocks)[0]
    need = count_of(stacks)
    for key, path in [(key, whole(play.position, key, points, need)) for key, _ in stacks]:
        for _ in range(dict(stacks)[key]):
            if path:
                _send(play, key, path)


def _send(play: Play, key: Stack, path: Path) -> None:
    _spend(play, key.power, path)
    zones = [area for area in path if area_kind(play.title, area) == "sea"]
    crossing.note_carried(play, key.power, zones)
    left = crossing.fire(play, key, zones)
    if left is not None:
        changes.move(play, left, path[-1], changes.with_words(left.condition, STRATEGIC), cause=STRATEGIC, path=path)


def _spend(play: Play, power: str, path: Path) -> None:
    position = play.position
    total = spent(position, power) + cost(position, path)
    SMP[_scope(position)].set(play, str(total), account(position, power))
    trail = row_of(position).trail
    if any(trail in borders(play.title, one, two) for one, two in pairwise(path)):
        TRAIL.add(play, 1, camp_of(position, power))
    if first_winter(position):
        row, side = read(play.title, "first_winter", FirstWinter), position.side_of(power)
        if side == row.side and any(play.title.in_region(area, row.region) for area in path):
            WINTER_SMP.add(play, 1, side)
