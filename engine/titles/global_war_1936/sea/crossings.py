"""Narrow crossings and the channel ports: troops go over the water without a ship (sections 1.20, 1.21)."""

from __future__ import annotations

from engine.events import UnitsMoved
from engine.families.axis_allies.board import (
    condition_of,
    enemy_stacks,
    is_friendly,
    is_hostile,
    on_patrol,
    own_stacks,
)
from engine.families.axis_allies.vocabulary import FOUGHT, MOVED
from engine.mechanics.profile import profile_of
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.title.per_title import per_title
from engine.titles.global_war_1936.land import militia
from engine.titles.global_war_1936.orders import Cross
from engine.titles.global_war_1936.tables import figure
from engine.titles.global_war_1936.vocabulary import CROSSED

SECTION = "1.20 Narrow Crossings"
CROSSING, CHANNEL = "narrow-crossing-", "channel-port"

WAY = Rule("crossing/way", SECTION, FATAL)
ENEMY = Rule("crossing/enemy", SECTION, FATAL)
NUMBER = Rule("crossing/number", SECTION, FATAL)
UNITS = Rule("crossing/units", SECTION, FATAL)


def capacity(position: Position, one: str, other: str) -> int:
    """Return how many units cross between two areas a turn, 0 where no crossing is."""
    return _capacity(position.title, one, other)


@per_title
def every(title: Title) -> tuple[tuple[str, str], ...]:
    """Return the pairs of areas with a crossing between, each way of each, as the table of borders has them."""
    pairs = (pair for row in title.borders for pair in ((row.area, row.to), (row.to, row.area)))
    return tuple(pair for pair in pairs if _capacity(title, *pair))


def _crossing(title: Title, one: str, other: str) -> str:
    """The kind of border between two areas that troops cross without a ship, nothing where none is."""
    kinds = (row.border for row in title.borders_between.get(frozenset((one, other)), ()))
    return next((kind for kind in kinds if kind == CHANNEL or kind.startswith(CROSSING)), "")


@per_title
def _capacity(title: Title, one: str, other: str) -> int:
    kind = _crossing(title, one, other)
    if kind == CHANNEL:
        return figure(title, "channel-units")
    return int(kind.removeprefix(CROSSING)) if kind else 0


@per_title
def opposite(title: Title, area: str) -> tuple[str, ...]:
    """Return the areas over the narrow crossings of an area, sorted."""
    found = set[str]()
    for pair in title.borders_between:
        if area in pair and _capacity(title, *pair):
            found |= pair - {area}
    return tuple(sorted(found))


def left(position: Position, one: str, other: str) -> int:
    """Return how many more units cross between two areas this turn."""
    return capacity(position, one, other) - CROSSED.number(position.state, *sorted((one, other)))


def watchers(position: Position, one: str, other: str) -> list[str]:
    """Return the sea zones between two areas in which enemies keep troops from crossing: warships and patrols."""
    both = [zone for zone in position.title.neighbours[one] if zone in position.title.neighbours[other]]
    guards = [
        zone
        for zone in both
        if any(
            profile_of(position, key).has("surface-warship") or on_patrol(key) for key, _ in enemy_stacks(position, zone, position.power)
        )
    ]
    shores = [
        area
        for area in (one, other)
        if any(profile_of(position, key).has("guns-coast") for key, _ in enemy_stacks(position, area, position.power))
    ]
    return guards + shores


def _ready(position: Position, area: str, unit: str) -> list[tuple[Stack, int]]:
    return [
        (key, n)
        for key, n in own_stacks(position, area, position.power)
        if key.unit == unit and not condition_of(key).used and not {MOVED, FOUGHT} & set(condition_of(key).words)
    ]


def check_cross(position: Position, order: Cross) -> list[Problem]:
    """Return what is wrong with a crossing in the non-combat move."""
    way = order.way
    if len(way) != 2 or not capacity(position, *way) or not is_friendly(position, way[1], position.power):
        return [WAY.broken("troops cross from one friendly area to another", found=order.path, expected="a narrow crossing")]
    if guarded := watchers(position, *way):
        return [ENEMY.broken("enemies in the sea zone prevent the crossing", found=", ".join(guarded), expected="none")]
    number = 0
    for unit, count in order.counts:
        row = position.title.units[unit]
        away = row.has("keeps-home") and not militia.stay_home(position, way)
        if row.cls != "land" or away or not (row.has("infantry") or _crossing(position.title, *way) == CHANNEL):
            return [UNITS.broken(f"{unit} does not cross there", found=unit, expected="an infantry unit")]
        have = sum(n for _, n in _ready(position, way[0], unit))
        if count > have:
            return [UNITS.broken(f"not so many {unit} are free to cross", found=str(count), expected=f"at most {have}")]
        number += count
    if number > (room := left(position, *way)):
        return [NUMBER.broken("no more units cross there this turn", found=str(number), expected=f"at most {room}")]
    return []


def cross(play: Play, order: Cross) -> None:
    """Let the units cross; they have moved."""
    way, number = order.way, 0
    for unit, count in order.counts:
        for key, n in _ready(play.position, way[0], unit):
            taken = min(n, count)
            count -= taken
            number += taken
            if taken:
                becomes = condition_of(key).having(MOVED)._replace(used=1, origin=way[0]).text
                play.emit(UnitsMoved(key.power, unit, taken, way[0], way[1], key.strength, "crossing", key.condition, becomes, way))
    before = CROSSED.number(play.state, *sorted(way))
    CROSSED.emit(play, str(before + number), *sorted(way))


def check_storm(position: Position, order: Cross) -> list[Problem]:
    """Return what is wrong with marines that cross into combat."""
    way = order.way
    if len(way) != 2 or not capacity(position, *way) or not is_hostile(position, way[1], position.power):
        return [WAY.broken("marines cross into a hostile area", found=order.path, expected="a narrow crossing")]
    if guarded := watchers(position, *way):
        return [
            ENEMY.broken(
                "enemies in the sea zone, or their guns, prevent the crossing",
                found=", ".join(guarded),
                expected="none",
            )
        ]
    room, number = left(position, *way), 0
    for unit, count in order.counts:
        have = sum(n for _, n in _ready(position, way[0], unit))
        if not position.title.units[unit].has("lands-fast") or count > have:
            return [
                UNITS.broken(
                    "only marines that are there cross into combat",
                    found=f"{count} {unit}",
                    expected=f"marines, at most {have}",
                )
            ]
        number += count
    if number > room or not number:
        return [NUMBER.broken("no more units cross there this turn", found=str(number), expected=f"at most {room}")]
    return []


def storm(play: Play, order: Cross) -> None:
    """Let the marines cross; they attack, and retreat, as if the areas touched."""
    cross(play, order)
