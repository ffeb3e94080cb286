"""Reinforcing away from home: lines over land, ports and what they cost, lines over controlled seas (sections 1.6, 6.4, 9.0)."""

from __future__ import annotations

from engine.derived import derived_from
from engine.families.blocks.board import SURRENDERED, borders, front, is_naval, is_neutral, unit, zones_of
from engine.families.blocks.production.settings import Overseas
from engine.families.blocks.sea.control import FRIENDLY, mare_nostrum, stance
from engine.families.blocks.sea.settings import MareNostrum
from engine.families.blocks.sea.waters import is_ours
from engine.families.blocks.settings import read
from engine.families.blocks.supply import flood, may_pass, reach
from engine.rules import Position
from engine.state import Stack


@derived_from("moment")
def overland(position: Position, power: str) -> frozenset[str]:
    """Return the areas that a power's supply reaches by ground only, not over straits (7.0 Orange Ports: Sicily is one)."""
    straits, areas = frozenset(read(position.title, "overseas", Overseas).straits), position.title.areas

    def goes(place: str, other: str) -> bool:
        on_land = areas[other].kind == "land" and is_ours(position, power, other)
        return on_land and straits.isdisjoint(borders(position.title, place, other))

    return flood(position, power, goes)


@derived_from("moment")
def controlled_line(position: Position, power: str) -> frozenset[str]:
    """Return what a power's supply reaches over land and friendly controlled sea zones only (section 9.0).

    It is a line of supply with one condition more: it crosses zones that supply crosses, with a ship in each (1.2).
    """
    supplied = reach(position, power).way

    def goes(place: str, other: str) -> bool:
        if position.title.areas[other].kind == "land":
            return is_ours(position, power, other)
        friendly = other in supplied and stance(position, power, other) == FRIENDLY
        return friendly and may_pass(position, power, place, other)

    return flood(position, power, goes)


def _supplied_zones(position: Position, power: str) -> frozenset[str]:
    """Return the places that a block's supply may come over: in a campaign all zones must be controlled (section 9.0).

    Not those to neutral nations, which are in supply without a line (3.3, 7.0; option `neutral-overseas`).
    """
    free = is_neutral(position, power) and position.options["neutral-overseas"] == "free"
    if is_campaign(position) and not free:
        return controlled_line(position, power)
    return reach(position, power).way


def is_campaign(position: Position) -> bool:
    """Return whether the game is a campaign, in which blocks overseas are reinforced over controlled zones only (section 9.0)."""
    return position.state.scenario in read(position.title, "overseas", Overseas).campaigns


def price_factor(position: Position, key: Stack) -> int:
    """Return how many times its price a step costs a block where it is; 0 when it cannot be reinforced there.

    The block is in supply. On one front those that are supplied by sea need a port; some ports cost more. Of several ports
    those count that the line comes in by; a block may be in a port that its line reaches over land from another one.
    """
    area, power = key.area, key.power
    if is_naval(unit(position, key)):
        return int(not is_campaign(position) or _ship_is_in_line(position, power, area))
    if area in overland(position, power):
        return 1
    lines = _supplied_zones(position, power)
    if front(position.title, area) != read(position.title, "overseas", Overseas).front:
        return int(area in lines)
    if area not in lines:
        return 0
    usable = ports(position, power, area)
    reached = [border for zone, border in usable.items() if zone in lines] or list(usable.values())
    return min((_port_price(position, power, area, one) for one in reached if _is_wanted(position, one)), default=0)


def _ship_is_in_line(position: Position, power: str, zone: str) -> bool:
    """Return whether the zones between a ship's own and its source are friendly; its own may be anybody's."""
    lines = controlled_line(position, power)
    near = position.title.neighbours[zone]
    return zone in lines or any(place in lines and may_pass(position, power, place, zone) for place in near)


def ports(position: Position, power: str, area: str) -> dict[str, str]:
    """Return the zones on which an area has a port that a power may use, each with its border."""
    row, found = read(position.title, "overseas", Overseas), {}
    for zone in zones_of(position.title, area):
        for border in borders(position.title, area, zone):
            only = row.only.get(border)
            if border in row.prices and (not only or position.side_of(power) in only):
                found[zone] = border
    return found


def _is_wanted(position: Position, border: str) -> bool:
    """Return whether blocks are reinforced in a port of this kind: by the narrow reading only in coloured ones."""
    row = read(position.title, "overseas", Overseas)
    return position.options["overseas-ports"] == "any" or border in row.coloured


def _port_price(position: Position, power: str, area: str, border: str) -> int:
    price = read(position.title, "overseas", Overseas).prices[border]
    return 1 if price > 1 and waived(position, power, area) else price


def waived(position: Position, power: str, area: str) -> bool:
    """Return whether ports cost a power no more than elsewhere: by a surrender, the Mare Nostrum (6.4), or in an area of its own."""
    row = read(position.title, "overseas", Overseas)
    if area in row.exempt.get(power, ()) or position.state.standing.get(row.until) == SURRENDERED:
        return True
    own = "mare_nostrum" in position.title.settings and read(position.title, "mare_nostrum", MareNostrum).side
    return own == position.side_of(power) and mare_nostrum(position)
