"""Which raids of strategic warfare are due, with which blocks, and what the table says of them (section 1.5)."""

from __future__ import annotations

from typing import NamedTuple

from engine.families.blocks.board import Blocks, camp_of, camp_on_turn, hostile, is_air, unit
from engine.families.blocks.production.nations import is_alive
from engine.families.blocks.production.settings import StrategicWarfare, Target
from engine.families.blocks.season import GOOD, weather
from engine.families.blocks.settings import read, rows
from engine.families.blocks.supply import is_marked
from engine.rules import Position
from engine.title.model import StrategicResult, Title
from engine.title.per_title import per_title

AIR, NAVAL = "strategic-air", "strategic-naval"
RAIDERS, INTERCEPTORS = "raiders", "interceptors"
SIDES = (RAIDERS, INTERCEPTORS)


class Raid(NamedTuple):
    """A raid that is due: on whom, where (an umbrella or a sea zone), and in the air or at sea (the kind of its battle)."""

    target: Target
    place: str
    kind: str


class Outcome(NamedTuple):
    """What a raid costs: steps of raiders, PPs, steps of interceptors."""

    raiders: int
    production: int
    interceptors: int


def halved(number: int) -> int:
    """Return half of a number, rounded down, but never below one of what there is (section 1.5, Note)."""
    return max(number // 2, 1) if number else 0


@per_title
def _cells(title: Title) -> dict[tuple[int, int], StrategicResult]:
    return {(row.raiders, row.interceptors): row for row in title.strategic_results}


def outcome(title: Title, raiders: int, interceptors: int) -> Outcome:
    """Return what the table says of so many steps; over its end both are halved and the result applied twice."""
    times, most = 1, read(title, "strategic_warfare", StrategicWarfare).most
    while max(raiders, interceptors) > most:
        raiders, interceptors, times = halved(raiders), halved(interceptors), 2 * times
    cell = _cells(title)[raiders, interceptors]
    return Outcome(times * cell.raider_losses, times * cell.production_losses, times * cell.interceptor_losses)


def raids(position: Position) -> list[Raid]:
    """Return the raids on the camp on turn, in their order: in the air, then zone by zone."""
    camp, found = camp_on_turn(position), []
    for target in rows(position.title, "strategic_target", Target).values():
        if camp_of(position, target.slug) == camp and is_alive(position, target.slug):
            found.append(Raid(target, target.umbrella, AIR))
            found.extend(Raid(target, zone, NAVAL) for zone in target.zones)
    return found


def raiders(position: Position, raid: Raid) -> Blocks:
    """Return the blocks that raid: aircraft of one enemy side under the umbrella, or a power's ships in the zone."""
    if raid.kind == NAVAL:
        foe = raid.target.raiders
        there = position.stacks(raid.place) if hostile(position, foe, raid.target.slug) else []
        return [item for item in there if item[0].power == foe]
    return [
        item
        for item in _aircraft(position, raid.place)
        if position.side_of(item[0].power) == raid.target.by and hostile(position, item[0].power, raid.target.slug)
    ]


def interceptors(position: Position, raid: Raid) -> Blocks:
    """Return the blocks that intercept or escort: those of the target and its allies that are in supply."""
    friends = position.friends_of(raid.target.slug)
    if raid.kind == NAVAL:
        there = [item for item in position.stacks(raid.place) if position.title.units[item[0].unit].has("escorts-convoys")]
    else:
        there = _aircraft(position, raid.place)
    return [item for item in there if item[0].power in friends and not is_marked(item[0])]


def _aircraft(position: Position, umbrella: str) -> Blocks:
    areas = position.title.regions.get(umbrella, ())
    return [item for area in areas for item in position.stacks(area) if is_air(unit(position, item[0]))]


def strength(position: Position, stacks: Blocks) -> int:
    """Return the steps of blocks; those of elite aircraft count more (section 1.5)."""
    elite = read(position.title, "strategic_warfare", StrategicWarfare).elite
    found = 0
    for key, count in stacks:
        row = unit(position, key)
        found += key.strength * count * (elite if is_air(row) and row.has("elite") else 1)
    return found


def force(position: Position, raid: Raid) -> int:
    """Return the number of raiders with which a raid is looked up; 0 when there is none.

    In the air it takes some steps at least, before weather halves their sum; at sea the strength of any ship does.
    """
    row = read(position.title, "strategic_warfare", StrategicWarfare)
    steps = strength(position, raiders(position, raid))
    if raid.kind == NAVAL or not steps:
        return steps
    if steps < row.threshold and _needs_threshold(position, raid):
        return 0
    return steps if weather(position, raid.target.over) == GOOD else max(steps // row.weather, 1)


def _needs_threshold(position: Position, raid: Raid) -> bool:
    """Whether few aircraft do not raid: nobody's, or by the option only those of the side it names."""
    only = position.options["air-threshold"]
    return only == "both" or all(position.side_of(key.power) == only for key, _ in raiders(position, raid))


def side_blocks(position: Position, raid: Raid, side: str) -> Blocks:
    """Return the blocks of a side of a raid as they are now."""
    return raiders(position, raid) if side == RAIDERS else interceptors(position, raid)


def raider_of(position: Position, raid: Raid) -> str:
    """Return the power named for the raiders: whose steps are most."""
    steps: dict[str, int] = {}
    for key, count in raiders(position, raid):
        steps[key.power] = steps.get(key.power, 0) + key.strength * count
    return max(steps, key=lambda power: (steps[power], -position.title.order.index(power)))
