"""Bodies of water: who may enter a sea zone, which are active, which canals and straits are open.

Sections 1.1 (activation), 2.0.1, 2.1. A body of water is active from the moment that a power whose war opens it is no
longer neutral; until then nobody is opposed in it. All of it follows from how the powers stand, so no event is needed.
"""

from __future__ import annotations

from engine.derived import derived_from
from engine.families.blocks.board import is_neutral
from engine.families.blocks.sea.settings import Straits, Waters
from engine.families.blocks.settings import read, rows
from engine.rules import Position
from engine.title.model import Title
from engine.title.per_title import per_title


@per_title
def zones(title: Title) -> tuple[str, ...]:
    """Return all sea zones, in the order of the waters."""
    return tuple(zone for body in rows(title, "waters", Waters) for zone in title.regions.get(body, ()))


@per_title
def body_of(title: Title, zone: str) -> str:
    """Return the body of water of a sea zone, empty for what is none."""
    return next((body for body in rows(title, "waters", Waters) if title.in_region(zone, body)), "")


@per_title
def entrants(title: Title, zone: str) -> frozenset[str]:
    """Return the powers whose ships may enter a sea zone (section 2.0.1); none for an area that is no sea zone."""
    row = rows(title, "waters", Waters).get(body_of(title, zone))
    return frozenset(row.excepted.get(zone, row.powers)) if row else frozenset()


@per_title
def sides_of(title: Title, zone: str) -> tuple[str, ...]:
    """Return the sides whose ships may enter a sea zone, in the title's order."""
    sides = {title.side_of[power] for power in entrants(title, zone)}
    return tuple(side for side in title.sides if side in sides)


@per_title
def is_open_to_two(title: Title, zone: str) -> bool:
    """Return whether ships of two sides may enter a sea zone; only there are discs and a check of control (section 1.2)."""
    return len(sides_of(title, zone)) > 1


def is_active(position: Position, zone: str) -> bool:
    """Return whether a sea zone's body of water is active: a power that opens it is or has been at war (section 1.1)."""
    row = rows(position.title, "waters", Waters).get(body_of(position.title, zone))
    return row is not None and any(not is_neutral(position, power) for power in row.active_with)


@derived_from("relations")
def is_disputed(position: Position, zone: str) -> bool:
    """Return whether discs lie in a sea zone and its control is checked: it is active and open to two sides."""
    return is_open_to_two(position.title, zone) and is_active(position, zone)


@per_title
def passage_between(title: Title, one: str, two: str) -> str:
    """Return the canal or strait between two sea zones, empty when there is none."""
    link = title.neighbours.get(one, {}).get(two)
    return link.passage if link else ""


def is_ours(position: Position, power: str, area: str) -> bool:
    """Return whether an area is controlled by a power, or by one of its side where neither of them is neutral."""
    return position.state.control.get(area, "") in partners(position, power)


@derived_from("relations")
def partners(position: Position, power: str) -> frozenset[str]:
    """Return a power and, unless it is neutral, the powers of its side that are not neutral."""
    side, others = position.side_of(power), () if is_neutral(position, power) else position.title.side_of
    same = (other for other in others if position.side_of(other) == side and not is_neutral(position, other))
    return frozenset((power, *same))


def is_open(position: Position, power: str, one: str, two: str) -> bool:
    """Return whether a power's ships and supply may pass between two neighbouring sea zones (section 2.1, Canals and Straits).

    A canal or strait is open to the side that may use it while it holds all of its banks; a route is open to all.
    """
    name = passage_between(position.title, one, two)
    if not name:
        return True
    passage = position.title.passages[name]
    if passage.kind == "route":
        return True
    only = read(position.title, "straits", Straits).only.get(name)
    if only and only != position.side_of(power):
        return False
    doors = [door for door in (passage.needs, passage.instead) if door]
    return any(all(is_ours(position, power, area) for area in door) for door in doors)


def may_enter(position: Position, power: str, zone: str) -> bool:
    """Return whether a power's ships may ever be in a sea zone; those of a minor nation sail as their leader's."""
    minor = position.title.nations.get(power)
    return (minor.leader if minor else power) in entrants(position.title, zone)
