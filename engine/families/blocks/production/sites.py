"""Where a new block may be deployed (section 1.6, b)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.derived import derived_from
from engine.families.blocks.board import (
    SURRENDERED,
    controller,
    enemy_blocks,
    front,
    is_fort,
    is_island,
    is_naval,
    own_blocks,
    unit,
    unlimited_for,
)
from engine.families.blocks.board import camp_of as camp
from engine.families.blocks.land import entry
from engine.families.blocks.production.overseas import overland, ports
from engine.families.blocks.production.settings import FortSites
from engine.families.blocks.sea import routes
from engine.families.blocks.sea.control import ENEMY, stance
from engine.families.blocks.sea.waters import is_ours
from engine.families.blocks.settings import read
from engine.families.blocks.supply import is_supplied
from engine.families.blocks.vocabulary import DEPLOYED
from engine.rules import Position
from engine.state import Stack

"""Beginning of the key of the phase's marker of an area or zone where a block was deployed; the rest is the area."""


@derived_from("moment")
def sites(position: Position, power: str, name: str) -> tuple[str, ...]:
    """Return the areas or sea zones where a power may deploy a new block of a type now, in the title's order."""
    return tuple(_sites(position, power, name))


def _sites(position: Position, power: str, name: str) -> Iterator[str]:
    row, key = position.title.units[name], Stack("", power, name, 1, "")
    if is_naval(row):
        zones = position.title.regions.get(f"navy-{power}", ())
        yield from (zone for zone in zones if _takes_ship(position, power, zone))
    elif is_fort(row):
        held = (area for area in position.title.areas if is_ours(position, power, area))
        yield from (area for area in held if _takes_fort(position, power, area) and _fits(position, key, area))
    else:
        held = (area for area in position.title.areas if _is_home(position, power, area))
        yield from (area for area in held if _is_fresh(position, power, area) and _fits(position, key, area))


def _is_home(position: Position, power: str, area: str) -> bool:
    """Return whether an area takes new blocks of a nation: of its home, and its side's now.

    A minor nation's is all that it controls or had at first (Transylvania as long as Romania has it), but islands (Crete) only where
    the region of its home has them.
    """
    title = position.title
    if f"home-{power}" in title.regions and title.in_region(area, f"home-{power}"):
        return is_ours(position, power, area)
    if power not in title.nations or is_island(title, area):
        return False
    own = area in entry.home_of(title, power) or controller(position, area) == power
    return own and is_ours(position, power, area)


def _fits(position: Position, key: Stack, area: str) -> bool:
    """Return whether a new block can stand in an area: nobody hostile, nobody it keeps apart from, and room for it."""
    if enemy_blocks(position, area, camp(position, key.power)):
        return False
    return entry.may_stay(position, key, area) and entry.has_room(position, key, area)


def _is_fresh(position: Position, power: str, area: str) -> bool:
    """Return whether an area has still to take the one new block that it may take a season; some take any number of a power's."""
    return power in unlimited_for(position.title, area) or not DEPLOYED.read(position.state, area)


def _takes_ship(position: Position, power: str, zone: str) -> bool:
    fresh = stance(position, power, zone) != ENEMY and _is_fresh(position, power, zone)
    return fresh and routes.room(position, power, zone) > 0


def _takes_fort(position: Position, power: str, area: str) -> bool:
    """Return whether a power may build a fort in an area: on its fronts, in supply, with no fort there yet.

    On the front that is overseas the line of supply must be over land, or the area must have a port.
    """
    row, here = read(position.title, "fort_sites", FortSites), front(position.title, area)
    if not here or not is_supplied(position, power, area) or _has_fort(position, power, area):
        return False
    if here not in row.fronts.get(power, (here,)) and not _is_opened(position, row, power, here):
        return False
    return here != row.overseas or area in overland(position, power) or bool(ports(position, power, area))


def _is_opened(position: Position, row: FortSites, power: str, here: str) -> bool:
    """Return whether a front has been opened to a power's forts by another one's surrender (Germany in the Med after Italy's)."""
    return position.state.standing.get(row.after.get(power, {}).get(here, "")) == SURRENDERED


def _has_fort(position: Position, power: str, area: str) -> bool:
    return any(is_fort(unit(position, key)) for key, _ in own_blocks(position, area, camp(position, power)))
