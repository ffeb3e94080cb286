"""Strategic ways: along controlled areas in supply and across seas, and what they cost (section 3.4).

How many blocks of a camp have used the trail this season is a marker of the turn, `trail/CAMP`.
"""

from __future__ import annotations

import heapq
from itertools import pairwise

from engine.derived import derived_from
from engine.families.blocks.board import area_kind, borders, camp_of, land_neighbours, zones_of
from engine.families.blocks.land import crossing, entry
from engine.families.blocks.land.engaging import enemies_in
from engine.families.blocks.land.settings import StrategicMove
from engine.families.blocks.production.blitz_discs import is_closed
from engine.families.blocks.sea.waters import body_of, is_open, is_ours, passage_between
from engine.families.blocks.settings import read
from engine.families.blocks.supply import is_supplied
from engine.families.blocks.vocabulary import TRAIL
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.title.per_title import per_title

Path = tuple[str, ...]
OpenWay = tuple[int, int, int, Path, frozenset[str]]
"""A way in the queue: its SMPs, the dice that fire at it, its length, its areas, the bodies of water it has crossed."""


def row_of(position: Position) -> StrategicMove:
    """Return the figures of strategic movement."""
    return read(position.title, "strategic_move", StrategicMove)


def cost(position: Position, path: Path) -> int:
    """Return the SMPs that a way costs one block: one, one more for each further body of water, one for the way round the Cape."""
    row, title = row_of(position), position.title
    zones = [area for area in path if area_kind(title, area) == "sea"]
    bodies = {body_of(title, zone) for zone in zones}
    routes = sum(_is_route(title, one, two) for one, two in pairwise(path))
    return row.unit + row.water * max(0, len(bodies) - 1) + row.route * routes


@per_title
def _is_route(title: Title, one: str, two: str) -> bool:
    name = passage_between(title, one, two)
    return bool(name) and title.passages[name].kind == "route"


def is_way(position: Position, power: str, area: str) -> bool:
    """Return whether a land area may lie on a strategic way: controlled, in supply, without enemies, open to the nation.

    In the Blitz Phase it is on a front whose disc is in hand, too (section 4.0).
    """
    return (
        is_ours(position, power, area)
        and not enemies_in(position, area, power)
        and entry.may_be(position, power, area)
        and is_supplied(position, power, area)
        and not is_closed(position, position.side_of(power), area)
    )


def is_link(position: Position, key: Stack, one: str, two: str, need: int = 1) -> bool:
    """Return whether `need` blocks of a stack may go from one area to the next on a strategic way."""
    return _is_link(position, key.power, one, two, need)


@derived_from("moment")
def _is_link(position: Position, power: str, one: str, two: str, need: int) -> bool:
    title = position.title
    if area_kind(title, two) == "land":
        if area_kind(title, one) == "sea":
            return _embarks(position, power, two, one) and is_way(position, power, two)
        return two in land_neighbours(title, one) and _on_trail(position, power, one, two, need) and is_way(position, power, two)
    if two not in zones_of(title, one) or crossing.free_ships(position, power, two) < need:
        return False
    return is_open(position, power, one, two) if area_kind(title, one) == "sea" else _embarks(position, power, one, two)


def _embarks(position: Position, power: str, area: str, zone: str) -> bool:
    """Return whether blocks may go aboard, or ashore, on the coast between an area and a zone: in a port, as the option says."""
    return position.options.get("transport-ports") == "none" or crossing.has_port(position, power, area, zone)


def _on_trail(position: Position, power: str, one: str, two: str, need: int) -> bool:
    row = row_of(position)
    return row.trail not in borders(position.title, one, two) or trail_used(position, power) + need <= row.trail_most


def trail_used(position: Position, power: str) -> int:
    """Return how many blocks of a power's camp have used the trail this season."""
    return TRAIL.number(position.state, camp_of(position, power))


def ways(position: Position, key: Stack, origin: str = "", target: str = "", need: int = 1) -> dict[str, Path]:
    """Return land area to the cheapest way there: least SMPs, then least fire, then fewest areas; only to `target` when named."""
    start = origin or key.area
    found: dict[str, Path] = {}
    known: set[tuple[str, frozenset[str]]] = set()
    ahead: list[OpenWay] = [(row_of(position).unit, 0, 1, (start,), frozenset())]
    while ahead:
        smps, danger, length, path, bodies = heapq.heappop(ahead)
        here = path[-1]
        if (here, bodies) in known:
            continue
        known.add((here, bodies))
        if area_kind(position.title, here) == "land" and here not in found:
            found[here] = path
            if here == target:
                break
        for other in (*land_neighbours(position.title, here), *zones_of(position.title, here)):
            if other not in path and is_link(position, key, here, other, need):
                heapq.heappush(ahead, _further(position, key, (smps, danger, length, path, bodies), other))
    found.pop(start, None)
    return found


def _further(position: Position, key: Stack, way: OpenWay, other: str) -> OpenWay:
    """Return the entry of the queue for a way that goes on to another area."""
    smps, danger, length, path, bodies = way
    if area_kind(position.title, other) == "sea":
        danger += sum(gun.dice for gun in crossing.guns(position, key.power, other))
        row, body = row_of(position), body_of(position.title, other)
        smps += row.water * (bool(bodies) and body not in bodies) + row.route * _is_route(position.title, path[-1], other)
        bodies |= {body}
    return smps, danger, length + 1, (*path, other), bodies


def whole(position: Position, key: Stack, points: Path, need: int = 1) -> Path | None:
    """Return all areas of a way along some points, with the cheapest ways between those that do not touch; None without one."""
    path = points[:1]
    for one, two in pairwise(points):
        if is_link(position, key, one, two, need):
            path += (two,)
            continue
        between = ways(position, key, one, two, need).get(two) if area_kind(position.title, two) == "land" else None
        if between is None:
            return None
        path += between[1:]
    return path
