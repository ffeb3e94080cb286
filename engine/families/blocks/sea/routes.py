"""Where ships can go: ways over open sea zones, and where they have to stop (sections 2.0.1, 2.1, 6.2)."""

from __future__ import annotations

from engine.condition import has_word
from engine.families.blocks.board import Blocks, hostile_blocks, is_naval, limited, own_blocks, stacking_limit, unit
from engine.families.blocks.board import camp_of as camp_of_power
from engine.families.blocks.board import zones_of as zones_beside
from engine.families.blocks.politics import union
from engine.families.blocks.production.nations import major_of
from engine.families.blocks.sea.settings import Apart
from engine.families.blocks.sea.waters import is_open, may_enter
from engine.families.blocks.season import since
from engine.families.blocks.settings import Since, rows
from engine.families.blocks.supply import is_marked
from engine.families.blocks.vocabulary import MOVED
from engine.rules import Position
from engine.state import Stack

PASSES_ENEMIES = "passes-enemies"
"""Effect of a row of [[since]] on the ships it names: they need not stop where enemy ships are."""


def must_stop(position: Position, key: Stack, zone: str) -> bool:
    """Return whether ships of a stack must stop as they enter a zone: it holds an enemy ship, and they cannot slip by (2.1, 6.2)."""
    enemies = (other for other, _ in hostile_blocks(position, zone, key.power) if is_naval(unit(position, other)))
    return any(enemies) and not _slips_by(position, key)


def _slips_by(position: Position, key: Stack) -> bool:
    return any(
        row.effect == PASSES_ENEMIES and row.power == key.power and unit(position, key).has(row.ability)
        for row in rows(position.title, "since", Since).values()
        if since(position, row.slug)
    )


def can_go(position: Position, key: Stack, one: str, two: str) -> bool:
    """Return whether ships of a stack may go from a zone to the next one: they may enter it, and the way is open (2.0.1, 2.1)."""
    beside = two in zones_beside(position.title, one)
    return beside and may_enter(position, key.power, two) and is_open(position, key.power, one, two)


def ways(position: Position, key: Stack, start: str = "") -> dict[str, tuple[str, ...]]:
    """Return zone to the shortest way there (both ends included) for ships of a stack, from `start` or where they are.

    Zones that only a longer way around an enemy reaches have that one; stacking is asked at the end of the movement only.
    """
    start = start or key.area
    found: dict[str, tuple[str, ...]] = {start: (start,)}
    ahead = [start]
    for zone in ahead:  # grows as it is walked: nearest zones first
        if zone != start and must_stop(position, key, zone):
            continue
        for other in zones_beside(position.title, zone):
            if other not in found and can_go(position, key, zone, other):
                found[other] = (*found[zone], other)
                ahead.append(other)
    del found[start]
    return found


def movable(position: Position, camp: str, zone: str) -> Blocks:
    """Return a camp's ships in a zone that may still sail this turn: in supply when it was checked, and not moved (1.2, 2.1)."""
    return [
        item
        for item in own_blocks(position, zone, camp)
        if is_naval(unit(position, item[0])) and not is_marked(item[0]) and not has_word(item[0].condition, MOVED)
    ]


def room(position: Position, power: str, zone: str) -> int:
    """Return how many more ships of a power may end their movement in a zone (section 2.1).

    None where a power is that it never stands together with (Introduction), unless the two have become a Union (3.3).
    """
    ships = own_blocks(position, zone, camp_of_power(position, power))
    if any(parted(position, power, key.power) for key, _ in ships):
        return 0
    return max(0, stacking_limit(position, zone, power) - limited(position, zone, ships))


def parted(position: Position, one: str, two: str) -> bool:
    """Return whether two powers never stand in one area or zone: a row of [[apart]] says so, and they are no Union.

    Minor nations are treated as the power that plays them (Introduction).
    """
    majors = {major_of(position, one), major_of(position, two)}
    if len(majors) == 1 or majors <= {*union.union_of(position, next(iter(majors)))}:
        return False
    return any(majors <= set(row.powers) for row in rows(position.title, "apart", Apart).values())


def destinations(position: Position, key: Stack) -> dict[str, tuple[str, ...]]:
    """Return zone to the shortest way for one ship of a stack, of those zones where it may end its movement now."""
    return {zone: way for zone, way in ways(position, key).items() if room(position, key.power, zone)}
