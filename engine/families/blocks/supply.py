"""Supply: the reach of a power's lines from its capital, and blocks that are cut off (sections 1.2, 2.0.2, 6.1).

A line runs over land areas that the power's side controls, over sea zones that it controls, and over contested ones in which a
ship of the side is (option `supply-ships`: in any). One flood fill from a power's sources finds all that it reaches;
the result is kept until control, a relation, a lasting marker or the zones with the side's ships change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from engine.condition import has_word
from engine.derived import derived_from
from engine.families.blocks.board import SURRENDERED, camp_of, camp_on_turn, is_neutral, unit
from engine.families.blocks.changes import mark
from engine.families.blocks.politics import union
from engine.families.blocks.sea.control import ENEMY, FRIENDLY, ships, stance, zones_with_ships
from engine.families.blocks.sea.settings import Supply
from engine.families.blocks.sea.waters import is_open, is_ours, partners, zones
from engine.families.blocks.season import since
from engine.families.blocks.settings import Since, read, rows
from engine.families.blocks.vocabulary import UNSUPPLIED
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.title.per_title import per_title

Made = TypeVar("Made")

ALWAYS_SUPPLIED = "always-supplied"
"""Effect of a row of [[since]] on the blocks it names."""


class Reach(NamedTuple):
    """What a power's supply reaches: `way` are places that a line may go on from, `ends` zones that it only gets to."""

    way: frozenset[str]
    ends: frozenset[str]


SUPPLY = ("control", "relations", "markers", "turn")
"""What supply follows from, but for the ships on which it depends: see `afloat`."""


def sources(position: Position, power: str) -> tuple[str, ...]:
    """Return the areas that a power's blocks are supplied from, as far as its side controls them (section 1.2).

    That is its capital, or those of the powers it shares with, and further sources it has; a minor nation has those of
    the nation that plays it, too.
    """
    title, row = position.title, read(position.title, "supply", Supply)
    found: dict[str, None] = {}
    for one in _suppliers(position, power):
        capital = title.powers[one].capital
        if capital and position.state.standing.get(one) != SURRENDERED:
            found[capital] = None
        found.update(dict.fromkeys(title.regions.get(row.sources.get(one, ""), ())))
    return tuple(area for area in found if is_ours(position, power, area))


def _suppliers(position: Position, power: str) -> dict[str, None]:
    """Return the powers whose sources are a power's, too."""
    minor = position.title.nations.get(power)
    found = dict.fromkeys((power, minor.leader) if minor and minor.leader else (power,))
    for group in (*read(position.title, "supply", Supply).shared, *union.unions(position).values()):
        if found.keys() & set(group):
            found.update(dict.fromkeys(group))
    return found


def reach(position: Position, power: str) -> Reach:
    """Return what a power's supply reaches now (section 1.2); a neutral power reaches all that it controls (7.0 Glossary)."""
    return _reach(position, power, zones_with_ships(position, position.side_of(power)))


@derived_from("units", "relations")
def afloat(position: Position) -> tuple[frozenset[str], ...]:
    """Return the zones in which each side has ships: with SUPPLY, all that supply depends on."""
    return tuple(zones_with_ships(position, side) for side in position.title.sides)


@derived_from(*SUPPLY)
def _reach(position: Position, power: str, _: frozenset[str]) -> Reach:
    if is_neutral(position, power):
        own = (area for area, holder in position.state.control.items() if holder == power)
        return Reach(frozenset((*own, *zones(position.title))), frozenset())
    areas, control, ours = position.title.areas, position.state.control, partners(position, power)

    def goes(place: str, other: str) -> bool:
        if areas[other].kind == "land":
            return control.get(other, "") in ours
        return _may_cross(position, power, other) and stance(position, power, other) != ENEMY and may_pass(position, power, place, other)

    way, near = flood(position, power, goes), _near(position.title, power)
    beside = ((place, other) for place in way for other in near[place] if areas[other].kind == "sea" and other not in way)
    side = position.side_of(power)
    ends = (other for place, other in beside if ships(position, other)[side] and may_pass(position, power, place, other))
    return Reach(way, frozenset(ends))


def flood(position: Position, power: str, goes: Callable[[str, str], bool]) -> frozenset[str]:
    """Return the places that lines from a power's sources reach; `goes` says whether a line goes on from one to the next."""
    near = _near(position.title, power)
    ahead = list(sources(position, power))
    way = set(ahead)
    for place in ahead:  # grows as it is walked
        for other in near[place]:
            if other not in way and goes(place, other):
                way.add(other)
                ahead.append(other)
    return frozenset(way)


def _may_cross(position: Position, power: str, zone: str) -> bool:
    """Return whether a line may come into a zone: the side controls it, or has a ship there; by option it needs the ship anyhow."""
    if ships(position, zone)[position.side_of(power)]:
        return True
    return position.options["supply-ships"] == "contested" and stance(position, power, zone) == FRIENDLY


def may_pass(position: Position, power: str, one: str, two: str) -> bool:
    """Return whether a line may go on from a place to a sea zone: from another one over an open canal or strait (2.1)."""
    return position.title.areas[one].kind != "sea" or is_open(position, power, one, two)


@per_title
def _near(title: Title, power: str) -> dict[str, tuple[str, ...]]:
    """Return area to the areas that a power's supply may run to from there: neighbours, and over its own roads."""
    table = {area: list(near) for area, near in title.neighbours.items()}
    roads = read(title, "supply", Supply).roads
    for row in title.borders:
        if power in roads.get(row.border, ()):
            table[row.area].append(row.to)
            table[row.to].append(row.area)
    return {area: tuple(dict.fromkeys(near)) for area, near in table.items()}


def in_supply(position: Position, key: Stack) -> bool:
    """Return whether the blocks of a stack can trace a line to a source of theirs now.

    The line begins in their own area. A ship's own zone may be the enemy's (9.0 Campaigns); those of neutral powers are always in
    supply (7.0 Glossary), some blocks since a date (6.1).
    """
    if is_neutral(position, key.power) or _is_exempt(position, key):
        return True
    found = reach(position, key.power)
    return key.area in found.way or key.area in found.ends


def _is_exempt(position: Position, key: Stack) -> bool:
    return any(
        row.effect == ALWAYS_SUPPLIED and row.power == key.power and unit(position, key).has(row.ability)
        for row in rows(position.title, "since", Since).values()
        if since(position, row.slug)
    )


def is_supplied(position: Position, power: str, area: str) -> bool:
    """Return whether a land area is in supply for a power: controlled by its side and reached from its sources."""
    return area in reach(position, power).way and is_ours(position, power, area)


def supplied_areas(position: Position, power: str) -> frozenset[str]:
    """Return the land areas that a power's supply reaches."""
    return _land_of(position.title, reach(position, power).way)


@per_title
def _land_of(title: Title, places: frozenset[str]) -> frozenset[str]:
    return frozenset(area for area in places if title.areas[area].kind == "land")


def check(play: Play) -> None:
    """Mark the blocks of the camp on turn that are out of supply with a white cube (section 1.2)."""
    for key, count in unsupplied(play.position, camp_on_turn(play.position)):
        mark(play, key, UNSUPPLIED, count=count, cause="supply")


def unsupplied(position: Position, camp: str) -> list[tuple[Stack, int]]:
    """Return the blocks of a camp on the map that are out of supply now."""
    return [
        (key, count)
        for area, stacks in position.board.items()
        if position.title.areas[area].kind != "box"
        for key, count in stacks
        if camp_of(position, key.power) == camp and not in_supply(position, key)
    ]


def is_marked(key: Stack) -> bool:
    """Return whether blocks carry the white cube."""
    return has_word(key.condition, UNSUPPLIED)
