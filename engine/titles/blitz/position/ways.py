"""Ways over the map: of air units, of ships, of land units (sections 4.1, 4.2, 5.1, 5.2, 5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from engine.condition import parse_condition
from engine.derived import derived_from
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.title.per_title import per_title
from engine.titles.blitz.position import board
from engine.titles.blitz.position.supply import in_supply, is_open, neighbours
from engine.titles.blitz.tables import Port, counters, figure, ports


def air_range(position: Position, key: Stack) -> int:
    """Return the air movement of a unit: of an air unit, or of a PARA where a scenario lets those fly (5.1, B.3)."""
    if board.lacks(position, "paratroops") and board.kind_of(position.title, key.unit) == "land":
        return 0
    return counters(position.title)[key.unit].fly


def sea_range(position: Position, key: Stack, *, to_sea: bool = True) -> int:
    """Return the movement of a naval unit; 1 when it puts to sea without a supply line (1.7)."""
    return counters(position.title)[key.unit].move if not to_sea or in_supply(position, key) else 1


def may_fly_over(position: Position, key: Stack, area: str) -> bool:
    """Return whether an air unit may pass over an area: sea, friendly land, land of enemies at war (1.6, 5.1)."""
    if not board.is_in_play(position, area):
        return False
    if position.title.areas[area].kind == "sea":
        return True
    owner = board.holder(position, area)
    if not owner:
        return False
    same = board.side_of(position, owner) == board.side_of(position, key.power)
    return same or board.is_hostile_land(position, key.power, area, key.unit)


@derived_from("moment")
def flights(position: Position, key: Stack, most: int) -> dict[str, int]:
    """Return the areas that a unit can fly to within `most` movement, each with what it costs: land 1, sea 2."""
    near, areas, over_sea = neighbours(position.title, "air"), position.title.areas, figure(position.title, "flight-over-sea")
    cost, ahead = {key.area: 0}, [(0, key.area)]
    while ahead:  # an area costs the same from whichever side it is entered: the first way found is the cheapest
        spent, place = heappop(ahead)
        for other in near[place]:
            total = spent + (over_sea if areas[other].kind == "sea" else 1)
            if other not in cost and total <= most and may_fly_over(position, key, other):
                cost[other] = total
                heappush(ahead, (total, other))
    return cost


@per_title
def distances(title: Title, start: str) -> dict[str, int]:
    """Return area to what an aircraft's way there from an area costs, whoever holds what is between: land 1, sea 2 (3.3, 3.4)."""
    near, areas, over_sea = neighbours(title, "air"), title.areas, figure(title, "flight-over-sea")
    cost, ahead = {start: 0}, [(0, start)]
    while ahead:
        spent, place = heappop(ahead)
        for other in near.get(place, ()):
            total = spent + (over_sea if areas[other].kind == "sea" else 1)
            if other not in cost:
                cost[other] = total
                heappush(ahead, (total, other))
    return cost


def exits(position: Position, key: Stack) -> tuple[str, ...]:
    """Return the sea areas that a naval unit may first enter: those its port touches, or its own."""
    if position.title.areas[key.area].kind == "sea":
        return (key.area,)
    port = board.port_at(position, key)
    return tuple(sea for sea in port.seas if board.is_in_play(position, sea)) if port else ()


def next_seas(position: Position, key: Stack, sea: str) -> list[str]:
    """Return the sea areas beside one that a ship may go on to; SUBs pass the narrows whoever holds them (4.2)."""
    side, sub = board.side_of(position, key.power), board.type_of(position.title, key.unit) == "SUB"
    near = position.title.neighbours[sea]
    return [
        other
        for other, link in near.items()
        if link.kind == "sea"
        and board.is_in_play(position, other)
        and (is_open(position, side, sea, other) or (sub and passes_under(position, sea, other)))
    ]


def passes_under(position: Position, one: str, two: str) -> bool:
    """Return whether a SUB may pass a strait that is closed; a canal it may not."""
    link = position.title.neighbours[one][two]
    return bool(link.passage) and position.title.passages[link.passage].kind == "strait"


def is_forced(position: Position, key: Stack, one: str, two: str) -> bool:
    """Return whether a ship can force its way between two sea areas, by an optional rule: narrows that are closed, no canal (9.8)."""
    link = position.title.neighbours[one].get(two)
    if position.options["forced-passage"] != "yes" or link is None or not link.passage:
        return False
    strait = position.title.passages[link.passage].kind == "strait"
    return strait and board.is_in_play(position, two) and two not in next_seas(position, key, one)


def voyages(position: Position, key: Stack, most: int, *, shy: bool = False, force: bool = False) -> dict[str, tuple[str, ...]]:
    """Return the sea areas within `most` movement of a naval unit, each with its shortest way from the unit's area.

    A `shy` ship enters no sea area with an enemy that has printed Air or Naval Factors (5.1); with `force` it also goes through
    closed narrows (9.8).
    """
    return _voyages(position, key, most, shy, force)


@derived_from("moment")
def _voyages(position: Position, key: Stack, most: int, shy: bool, force: bool) -> dict[str, tuple[str, ...]]:
    at_sea = position.title.areas[key.area].kind == "sea"
    found: dict[str, tuple[str, ...]] = {}
    ahead: list[tuple[str, ...]] = []
    for sea in exits(position, key):
        if at_sea:
            found[sea] = (sea,)
            ahead.append((sea,))
        elif most >= 1 and not (shy and armed_enemies(position, key, sea)):
            found[sea] = (key.area, sea)
            ahead.append((key.area, sea))
    for way in ahead:  # grows as it is walked
        if len(way) - 1 >= most:
            continue
        near = next_seas(position, key, way[-1])
        if force:
            near += [other for other in position.title.neighbours[way[-1]] if is_forced(position, key, way[-1], other)]
        for other in near:
            if other not in found and not (shy and armed_enemies(position, key, other)):
                found[other] = (*way, other)
                ahead.append(found[other])
    return found


def armed_enemies(position: Position, key: Stack, sea: str) -> bool:
    """Return whether a sea area holds an enemy with 1 or more printed Air or Naval Factors."""
    title = position.title
    return any(
        max(board.printed(title, other, "air"), board.printed(title, other, "naval")) > 0 or board.kind_of(title, other.unit) == "air"
        for other in board.enemies_in(position, sea, key)
    )


def havens(position: Position, key: Stack, most: int, *, shy: bool = False, force: bool = False) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return (land area, sea of the port) that a naval unit can reach within `most` and stack in, each with its way there."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    seen: set[Port] = set()
    by_sea = port_map(position.title)
    near = voyages(position, key, most - 1, shy=shy, force=force)
    for sea, way in sorted(near.items(), key=lambda item: (len(item[1]), item[0])):
        for area, port in by_sea.get(sea, ()):
            if port not in seen and board.can_stack(position, key, area, port) and _load_fits(position, key, area):
                seen.add(port)
                found[area, sea] = (*way, area)
    return found


def _load_fits(position: Position, key: Stack, area: str) -> bool:
    """Return whether what a TRS at sea carries can come ashore in an area too."""
    if position.title.areas[key.area].kind != "sea":
        return True
    return fit_ashore(position, board.find_all(position, (unit for _, unit in parse_condition(key.condition).cargo)), area)


def fit_ashore(position: Position, riders: Sequence[Stack], area: str) -> bool:
    """Return whether land units may come ashore in an area together, and have room there (1.3)."""
    size = 0
    for rider in riders:
        size += rider.strength
        if not board.may_enter(position, rider, area) or not board.has_room(position, rider, area, None, size):
            return False
    return True


@per_title
def port_map(title: Title) -> dict[str, list[tuple[str, Port]]]:
    """Return sea area to the land areas with a port on it."""
    found: dict[str, list[tuple[str, Port]]] = {}
    for area, rows in ports(title).items():
        for port in rows:
            for sea in port.seas:
                found.setdefault(sea, []).append((area, port))
    return found


def bases(position: Position, key: Stack, most: int) -> dict[str, int]:
    """Return the land areas that an air unit can fly to within `most` and stack in, each with its cost."""
    return {area: cost for area, cost in flights(position, key, most).items() if board.can_stack(position, key, area)}


def steps(position: Position, key: Stack) -> int:
    """Return the land movement of a unit."""
    return counters(position.title)[key.unit].move


def shore(position: Position, sea: str) -> tuple[str, ...]:
    """Return the land areas in play that touch a sea area."""
    near = position.title.neighbours[sea]
    return tuple(area for area, link in near.items() if link.kind == "coast" and board.is_in_play(position, area))
