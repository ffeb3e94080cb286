"""Opposition Discs: what islands and stars beside a sea zone add to a side's ships there (sections 1.1, 2.2).

They are no units: who holds what, who is at war and which waters are active tell how many lie where.
"""

from __future__ import annotations

from collections import Counter

from engine.families.blocks.board import at_war, is_neutral
from engine.families.blocks.sea.settings import Discs
from engine.families.blocks.sea.waters import entrants, is_disputed
from engine.families.blocks.settings import read
from engine.rules import Position
from engine.title.model import Title
from engine.title.per_title import per_title


@per_title
def brings_disc(title: Title, area: str) -> bool:
    """Return whether who controls a land area has a disc in each sea zone beside it: an island or a Strategic Area."""
    row = read(title, "discs", Discs)
    return title.areas[area].terrain == row.terrain or any(title.in_region(area, region) for region in row.regions)


@per_title
def disc_areas(title: Title, zone: str) -> tuple[str, ...]:
    """Return the areas beside a sea zone that bring a disc, in the order of links.csv."""
    return tuple(area for area in title.neighbours[zone] if title.areas[area].kind == "land" and brings_disc(title, area))


@per_title
def disc_power(title: Title, side: str, zone: str) -> str:
    """Return the power whose discs a side lays in a sea zone, empty for a side that may not enter it (section 2.0.1)."""
    powers = read(title, "discs", Discs).powers
    return next((power for power in powers if power in entrants(title, zone) and title.side_of[power] == side), "")


def lays_discs(position: Position, side: str, zone: str) -> bool:
    """Return whether a side has discs in a sea zone: the waters are active and their power is at war.

    Neutral powers lay none (2.2); those of a power that has surrendered are out of the game (5.1).
    """
    power = disc_power(position.title, side, zone)
    return bool(power) and at_war(position, power) and is_disputed(position, zone)


def opposition(position: Position, zone: str) -> Counter[str]:
    """Return side to its Opposition Discs in a sea zone; what a surrendered power was the last to occupy is its side's (7.0)."""
    found: Counter[str] = Counter()
    if not is_disputed(position, zone):
        return found
    for area in disc_areas(position.title, zone):
        holder = position.state.control.get(area, "")
        if holder and not is_neutral(position, holder) and lays_discs(position, position.side_of(holder), zone):
            found[position.side_of(holder)] += 1
    return found


def discs_of(position: Position, zone: str, side: str) -> int:
    """Return how many Opposition Discs a side has in a sea zone."""
    return opposition(position, zone)[side]
