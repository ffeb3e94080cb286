"""Which blocks may be in which land areas: neutrals, closed areas, minor nations at home, nations apart, room (section 3.2).

Sections Introduction (Minor Nations), 3.2 Land Movement, 3.3 (Vichy France), 9.0 Campaigns (closed areas).
"""

from __future__ import annotations

from engine.derived import derived_from
from engine.families.blocks.board import (
    Blocks,
    at_war,
    camp_of,
    camp_on_turn,
    controller,
    is_naval,
    limited,
    own_blocks,
    stacking_limit,
    unit,
)
from engine.families.blocks.changes import take_control
from engine.families.blocks.land.engaging import enemies_in, engagers
from engine.families.blocks.politics import timetable
from engine.families.blocks.production.nations import is_alive, major_of
from engine.families.blocks.sea.routes import parted
from engine.families.blocks.sea.waters import is_ours
from engine.families.blocks.settings import Roam, rows
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.title.per_title import per_title


@per_title
def home_of(title: Title, power: str) -> frozenset[str]:
    """Return the areas of a nation: its home region, else the region of its name that it is formed with, else its original areas.

    The second are Vichy France's (section 3.3), which has nothing at first.
    """
    home = title.regions.get(f"home-{power}") or title.regions.get(power)
    return frozenset(home or (area for area, row in title.areas.items() if row.original_owner == power))


@per_title
def roams(title: Title, power: str) -> frozenset[str] | None:
    """Return the areas that blocks of a minor nation may be in beside those it controls; None for other powers: they may be anywhere."""
    if power not in title.nations:
        return None
    row = rows(title, "roam", Roam).get(power)
    return home_of(title, power).union(*(home_of(title, other) for other in row.into)) if row else home_of(title, power)


def bar(position: Position, power: str, area: str) -> str:
    """Return why blocks of a power may not be in a land area at all, even in passing; empty if they may."""
    row = position.title.areas[area]
    if row.kind != "land" or row.terrain == "impassable":
        return f"nobody may enter {area}"
    if area in _closed(position, camp_of(position, power)):
        return f"{area} is closed to the side now"
    ground, holder = roams(position.title, power), controller(position, area)
    if ground is not None and area not in ground and holder != power:
        return f"{power}'s blocks may not be in {area}"
    if holder and position.relation(power, holder) == "peace":
        return f"{holder}, which controls {area}, is not at war with {power}"
    return ""


@derived_from("relations", "round")
def _closed(position: Position, camp: str) -> frozenset[str]:
    """Return the areas that are closed to a camp this season."""
    return timetable.closed(position, camp)


def may_be(position: Position, power: str, area: str) -> bool:
    """Return whether blocks of a power may be in a land area, or pass it."""
    return not bar(position, power, area)


def apart(position: Position, one: str, two: str) -> bool:
    """Return whether blocks of two powers never stand in one area (Introduction)."""
    if parted(position, one, two):
        return True
    table = rows(position.title, "roam", Roam)
    return any(a in table and b in table[a].apart_from for a, b in ((one, two), (two, one)))


def strangers(position: Position, power: str, area: str) -> Blocks:
    """Return the blocks of a power's camp in an area that it may not stack with: the other faction's, separate nations'."""
    here = own_blocks(position, area, camp_of(position, power))
    return [item for item in here if apart(position, power, item[0].power) or position.relation(power, item[0].power) == "peace"]


def may_stay(position: Position, key: Stack, area: str) -> bool:
    """Return whether blocks of a stack may end their way in a land area, whoever else of their camp is there."""
    return may_be(position, key.power, area) and not strangers(position, key.power, area)


def garrison(position: Position, power: str, area: str) -> Blocks:
    """Return the ground and air blocks of a power's camp in an area."""
    here = own_blocks(position, area, camp_of(position, power))
    return [item for item in here if not is_naval(unit(position, item[0]))]


def room(position: Position, power: str, area: str) -> int:
    """Return how many more blocks of a power may end their way in a land area (section 3.2, stacking limit)."""
    return max(0, stacking_limit(position, area, power) - limited(position, area, garrison(position, power, area)))


def has_room(position: Position, key: Stack, area: str) -> bool:
    """Return whether one more block of a stack's power may end its way in a land area."""
    return room(position, key.power, area) > 0


def captor(position: Position, power: str, area: str) -> str:
    """Return the power that controls an area once a power's blocks have taken it.

    Its first owner when that is at war beside the power; else the power itself, and for a minor nation the one that plays it,
    as long as that has not surrendered.
    """
    owner = position.title.areas[area].original_owner
    if owner and at_war(position, owner) and owner in position.friends_of(power):
        return owner
    major = major_of(position, power)
    return major if major and is_alive(position, major) else power


def is_there_to_take(position: Position, power: str, area: str) -> bool:
    """Return whether ground blocks of a power take a land area by moving in: it is not theirs, and no enemy stands there."""
    return not is_ours(position, power, area) and not enemies_in(position, area, power)


def capture(play: Play, power: str, area: str, how: str = "captured") -> None:
    """Let a power's blocks capture a land area, if it can be captured."""
    if is_there_to_take(play.position, power, area):
        to = captor(play.position, power, area)
        take_control(play, area, to, "liberated" if play.title.areas[area].original_owner == to else how)


def occupy(play: Play) -> None:
    """Let the camp on turn take what its blocks stand in, engaged with enemies that have left the war (sections 1.3, 3.3)."""
    camp, kinds = camp_on_turn(play.position), play.title.areas
    for area in [slug for slug in play.position.board if kinds[slug].kind == "land"]:
        here = engagers(play.position, area, camp)
        if here:
            capture(play, max(here, key=lambda item: item[0].strength * item[1])[0].power, area)
