"""Ways of retreat from a battle (section 3.6.1).

A block goes to a friendly, supplied area beside the battle that has room for it. Only without one it may go on over full
areas, at a step for each after the first, or across one friendly sea zone with a ship of its own, at a step for that, one
for each full area behind it, and under fire. A block that would lose all steps this way is eliminated at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.condition import parse_condition
from engine.families.blocks import board, supply
from engine.families.blocks.board import Blocks
from engine.families.blocks.changes import eliminate, lose_steps, move
from engine.families.blocks.combat.battle import Battle, note_losses
from engine.families.blocks.land import crossing
from engine.families.blocks.land.entry import has_room, may_stay, room
from engine.families.blocks.sea.control import FRIENDLY, stance
from engine.families.blocks.sea.waters import is_ours
from engine.families.blocks.vocabulary import ACROSS, AIRBORNE, COMBINED, FERRIED, SEABORNE, WAITS
from engine.play import Play
from engine.rules import Position
from engine.state import Stack

CAUSE = "retreat"
BATTLE_WORDS = frozenset({ACROSS, SEABORNE, AIRBORNE, COMBINED, WAITS})


class Way(NamedTuple):
    """A way of retreat: its areas in order, starting with the battle's, and its certain cost in steps."""

    path: tuple[str, ...]
    hits: int

    @property
    def destination(self) -> str:
        """Where it ends."""
        return self.path[-1]


def ways(position: Position, key: Stack) -> dict[str, Way]:
    """Return the ways of a block by where they end, the least costly to each; none for a fort, or one that is lost."""
    if board.is_fort(board.unit(position, key)):
        return {}
    near = [area for area in board.land_neighbours(position.title, key.area) if is_open(position, key, area)]
    direct = {area: Way((key.area, area), 0) for area in near if ends(position, key, area)}
    if direct:
        return direct
    starts = [Way((key.area, area), 0) for area in near]
    found = _onward(position, key, starts)
    for way in _onward(position, key, _landings(position, key)).values():
        if way.destination not in found or way.hits < found[way.destination].hits:
            found[way.destination] = way
    return {area: way for area, way in found.items() if way.hits < key.strength}


def is_open(position: Position, key: Stack, area: str) -> bool:
    """Return whether a block may pass through an area as it retreats: friendly, without enemies, not barred to its nation."""
    return is_ours(position, key.power, area) and not board.hostile_blocks(position, area, key.power) and may_stay(position, key, area)


def ends(position: Position, key: Stack, area: str) -> bool:
    """Return whether a retreat may end in an open area: supplied, with room."""
    return has_room(position, key, area) and supply.is_supplied(position, key.power, area)


def _landings(position: Position, key: Stack) -> list[Way]:
    """Return the first areas of retreats by sea; a full one costs a step at once."""
    found = []
    for zone in board.zones_of(position.title, key.area):
        if not is_ferried(position, key, zone):
            continue
        for area in board.coasts(position.title, zone):
            if area != key.area and is_open(position, key, area):
                full = not has_room(position, key, area)
                found.append(Way((key.area, zone, area), 2 if full else 1))
    return found


def is_ferried(position: Position, key: Stack, zone: str) -> bool:
    """Return whether a block may retreat across a sea zone: friendly, with a ship that has carried nobody in this retreat."""
    return stance(position, key.power, zone) == FRIENDLY and free_ships(position, key.power, zone) > 0


def free_ships(position: Position, power: str, zone: str) -> int:
    """Return how many ships of a power's faction in a zone have carried nobody in this retreat."""
    return crossing.ships_for(position, power, zone) - FERRIED.number(position.state, zone)


def _onward(position: Position, key: Stack, starts: Iterable[Way]) -> dict[str, Way]:
    """Return the least costly ways that end somewhere: over full areas, one step each, to the first one with room."""
    found: dict[str, Way] = {}
    known: set[str] = {key.area}
    ahead = sorted(starts, key=lambda way: way.hits)
    while ahead:
        way = ahead.pop(0)
        if way.destination in known:
            continue
        known.add(way.destination)
        if has_room(position, key, way.destination):
            if ends(position, key, way.destination):
                found[way.destination] = way
            continue
        for area in board.land_neighbours(position.title, way.destination):
            if area not in known and is_open(position, key, area):
                cost = 0 if has_room(position, key, area) else 1
                ahead.append(Way((*way.path, area), way.hits + cost))
        ahead.sort(key=lambda way: way.hits)
    return found


def usual_way(position: Position, key: Stack, found: dict[str, Way]) -> Way:
    """Return the default of several ways: the least costly; back to where the block came from, else where fewest stand."""
    origin, camp = parse_condition(key.condition).origin, board.camp_of(position, key.power)

    def cost(way: Way) -> tuple[int, bool, int, int]:
        there = board.count_of(board.own_blocks(position, way.destination, camp))
        return way.hits, way.destination != origin, there, list(position.title.areas).index(way.destination)

    return min(found.values(), key=cost)


def retreat(play: Play, battle: Battle, key: Stack, way: Way | None) -> None:
    """Let a block retreat along a way; without one, or with nothing left of it, it is eliminated."""
    since = len(play.events)
    if way is None:
        eliminate(play, key, CAUSE)
    else:
        left: Stack | None = lose_steps(play, key, way.hits, CAUSE)
        zone = way.path[1]
        if left and board.area_kind(play.title, zone) == "sea":
            FERRIED.add(play, 1, zone)
            left = crossing.fire(play, left, (zone,))
        if left:
            move(play, left, way.destination, _rested(left), cause=CAUSE, path=way.path)
    note_losses(play, since)


def _rested(key: Stack) -> str:
    """Return the condition of a block that has left a battle."""
    condition = parse_condition(key.condition)
    return condition.without(*BATTLE_WORDS)._replace(target="").text


def leaving(position: Position, stacks: Blocks) -> list[tuple[Stack, dict[str, Way]]]:
    """Return the blocks that must go, the strongest first, each stack with its ways."""
    ranked = sorted(stacks, key=lambda item: (-item[0].strength, item[0]))
    return [(key, ways(position, key)) for key, _ in ranked]


def is_choice(position: Position, stacks: Blocks) -> bool:
    """Return whether the owner can choose where a block goes, or which of several different blocks gets the room or the ship."""
    wanted: dict[str, Blocks] = {}
    counts = dict(stacks)
    for key, found in leaving(position, stacks):
        if len(found) > 1:
            return True
        for way in found.values():
            for place in taken(position, way.path):
                wanted.setdefault(place, []).append((key, counts[key]))
    return any(len(those) > 1 and not _all_fit(position, place, those) for place, those in wanted.items())


def taken(position: Position, path: tuple[str, ...]) -> list[str]:
    """Return the places along a way where a block takes room: the area where it ends, the sea zone where it takes a ship."""
    zones = [place for place in path if board.area_kind(position.title, place) == "sea"]
    return [*zones, path[-1]]


def _all_fit(position: Position, place: str, those: Blocks) -> bool:
    """Return whether blocks that all go to an area, or across a sea zone, find room or ships there."""
    return board.count_of(those) <= places_left(position, those[0][0].power, place)


def places_left(position: Position, power: str, place: str) -> int:
    """Return how many blocks of a power a land area still has room for, or a sea zone ships."""
    at_sea = board.area_kind(position.title, place) == "sea"
    return free_ships(position, power, place) if at_sea else room(position, power, place)
