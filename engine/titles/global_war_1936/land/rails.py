"""Strategic rail movement (sections 10.4, 10.5, 1.12, 1.17)."""

from __future__ import annotations

from engine.events import UnitsMoved
from engine.families.axis_allies.board import condition_of, is_sea, own_stacks, was_friendly
from engine.families.axis_allies.facilities.facilities import working
from engine.families.axis_allies.orders import Transfer
from engine.families.axis_allies.vocabulary import MOVED
from engine.mechanics.profile import profile_of
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.titles.global_war_1936.economy import supply
from engine.titles.global_war_1936.economy.paying import road_is_open
from engine.titles.global_war_1936.land import militia
from engine.titles.global_war_1936.nations import controlled, controlled_by
from engine.titles.global_war_1936.settings import rails
from engine.titles.global_war_1936.tables import role
from engine.titles.global_war_1936.vocabulary import BURMA_ROAD, BY_RAIL, RAILED

SECTION = "10.4 Strategic Rail Movement"
BOATS, BASES = "by-rail", ("naval-base", "submarine-base")
"""Ability of boats that go by rail, and of the bases that they leave and reach: major ports, shipyards, dockyards, submarine bases."""

WAY = Rule("rail/way", SECTION, FATAL)
UNITS = Rule("rail/units", SECTION, FATAL)
RAIL_ROAD = Rule("rail/road", "1.17 Burma Road", FATAL)
CAPACITY = Rule("rail/capacity", SECTION, FATAL)


def region_of(position: Position, area: str) -> str:
    """Return the railway region of an area, nothing when it has none."""
    return next((name for name in rails(position.title) if position.title.in_region(area, name)), "")


def left(position: Position, region: str) -> int:
    """Return how many more units the nation on turn moves by rail in a region this turn.

    The number is each player's (10.4): what it has sent of its own nation leaves less to the minor powers that it controls.
    """
    used = max(BY_RAIL.number(position.state, region), RAILED.number(position.state, region))
    return rails(position.title)[region].capacity - used


def ready(position: Position, area: str) -> list[tuple[Stack, int]]:
    """Return the stacks that can go by rail and have done nothing in this turn: land units and aircraft, coastal submarines at sea."""
    sails = is_sea(position.title, area)
    return [
        (key, n)
        for key, n in own_stacks(position, area, position.power)
        if (profile_of(position, key).has(BOATS) if sails else profile_of(position, key).cls in ("land", "air")) and _is_fresh(key)
    ]


def _is_fresh(key: Stack) -> bool:
    condition = condition_of(key)
    return not condition.used and not condition.origin and all(word.endswith("!") for word in condition.words)


def passes(position: Position, area: str) -> bool:
    """Return whether trains of the nation on turn may go through an area: held by its side since the turn began (10.4)."""
    return was_friendly(position, area, position.power) and position.state.control.get(area) in position.friends_of(position.power)


def route(position: Position, start: str, end: str, inside: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return a shortest way by rail, `inside` these areas if any are named, nothing when there is none (section 10.5).

    A change of gauge ends it.
    """
    if (start, end) == role(position.title, "burma-road").areas:
        return (start, end) if road_is_open(position) and passes(position, start) and passes(position, end) else ()
    if not passes(position, start):
        return ()
    gauges = position.options.get("rail-gauge") == "on"
    first: list[tuple[tuple[str, ...], str]] = [((start,), "")]
    seen = {(start, "")}
    while first:
        further = []
        for way, gauge in first:
            for other in supply.tracks_from(position, way[-1], roads=False):
                kind = _gauge(position, way[-1], other) if gauges else ""
                first_of_way = gauge or kind
                if not passes(position, other) or (other, first_of_way) in seen or (inside and other not in inside):
                    continue
                if other == end:
                    return (*way, other)
                if kind and kind != first_of_way:
                    continue
                seen.add((other, first_of_way))
                further.append(((*way, other), first_of_way))
        first = further
    return ()


def _gauge(position: Position, one: str, other: str) -> str:
    kinds = {row.border for row in position.title.borders_between.get(frozenset((one, other)), ())}
    return next((kind for kind in ("railroad", "broad-railroad") if kind in kinds), "")


def way_of(position: Position, order: Transfer) -> tuple[str, ...]:
    """Return the way by rail of an order, nothing when there is none; militia go by one within their home country if there is one."""
    homes = militia.homes(position) if militia.are_named(position, order) else []
    ways = (route(position, order.area, order.to, areas) for areas in homes if order.area in areas)
    return next(filter(None, ways), ()) or route(position, order.area, order.to)


def check_transfer(position: Position, order: Transfer) -> list[Problem]:
    """Return what is wrong with sending units by rail; coastal submarines go from sea to sea."""
    if order.area == order.to:
        return [WAY.broken("trains go from one land area to another", found=f"{order.area} to {order.to}", expected="two of them")]
    if is_sea(position.title, order.area) and is_sea(position.title, order.to):
        return _check_boats(position, order)
    way = way_of(position, order)
    if not way:
        return [
            WAY.broken(
                "no undamaged railway through land held since the turn began",
                found=f"{order.area} to {order.to}",
                expected="two areas that one joins",
            )
        ]
    if any(item.power not in ("", position.power) for item in order.forces):
        return [UNITS.broken("only the nation on turn sends its units", found=order.units, expected=position.power)]
    there = ready(position, order.area)
    for unit, count in order.counts:
        have = sum(n for key, n in there if key.unit == unit)
        if count > have:
            return [
                UNITS.broken(
                    f"not so many {unit} in {order.area} that have done nothing",
                    found=str(count),
                    expected=f"at most {have}",
                )
            ]
    return _check_load(position, order, way) + militia.check_home(position, order, way)


def _check_load(position: Position, order: Transfer, way: tuple[str, ...]) -> list[Problem]:
    number = sum(count for _, count in order.counts)
    if (order.area, order.to) == role(position.title, "burma-road").areas and number + BURMA_ROAD.number(position.state) > 1:
        return [RAIL_ROAD.broken("one unit a turn uses the Burma Road", found=str(number), expected="one")]
    short = [region for region in regions(position, way) if left(position, region) < number]
    if short:
        return [
            CAPACITY.broken(
                f"no more units go by rail in {short[0]}",
                found=str(number),
                expected=f"at most {left(position, short[0])}",
            )
        ]
    return []


def boat_route(position: Position, start: str, end: str) -> tuple[str, ...]:
    """Return a way by rail from a base beside one sea zone to a base beside another, nothing when there is none."""

    def quays(zone: str) -> list[str]:
        near = position.title.neighbours[zone]
        return [area for area in near if passes(position, area) and any(working(position, area, base) for base in BASES)]

    for one in quays(start):
        for other in quays(end):
            if way := (one,) if one == other else route(position, one, other):
                return way
    return ()


def _check_boats(position: Position, order: Transfer) -> list[Problem]:
    way, there = boat_route(position, order.area, order.to), ready(position, order.area)
    if not way:
        return [
            WAY.broken(
                "no railway joins naval bases beside the two sea zones",
                found=f"{order.area} to {order.to}",
                expected="a major port, shipyard, dockyard or submarine base at either end",
            )
        ]
    for unit, count in order.counts:
        have = sum(n for key, n in there if key.unit == unit)
        if count > have:
            return [UNITS.broken(f"not so many {unit} go by rail", found=str(count), expected=f"at most {have}")]
    return _check_load(position, order, way)


def regions(position: Position, way: tuple[str, ...]) -> list[str]:
    """Return the regions whose capacity a way uses: every one that it touches (section 10.4)."""
    return sorted({region_of(position, area) for area in way} - {""})


def transfer(play: Play, order: Transfer) -> None:
    """Send the units; they have moved."""
    afloat = is_sea(play.title, order.area)
    way = boat_route(play.position, order.area, order.to) if afloat else way_of(play.position, order)
    number = 0
    for unit, count in order.counts:
        number += count
        for key, n in ready(play.position, order.area):
            taken = min(n, count) if key.unit == unit else 0
            count -= taken
            if taken:
                becomes = condition_of(key).having(MOVED).text
                play.emit(
                    UnitsMoved(
                        key.power,
                        unit,
                        taken,
                        order.area,
                        order.to,
                        key.strength,
                        "transfer",
                        key.condition,
                        becomes,
                        (order.area, *way, order.to) if afloat else way,
                    )
                )
    for region in regions(play.position, way):
        BY_RAIL.add(play, number, region)
        if controlled(play.position, play.position.power) or controlled_by(play.position, play.position.power):
            RAILED.add(play, number, region)
    if (order.area, order.to) == role(play.title, "burma-road").areas:
        BURMA_ROAD.emit(play, str(number))


def turn_begun(play: Play) -> None:
    """The turn of a player begins, with that of its nation: what the last player has sent is forgotten."""
    if play.position.power in play.title.turns:
        for region, _ in list(RAILED.entries(play.state)):
            RAILED.emit(play, "", *region)
