"""Advanced rules of carrier aircraft (section 15.3): carriers keep their aircraft, and are placed with some aboard.

Option `carrier-aircraft` at `advanced`. Aircraft that begin their turn on a carrier end it on one, unless another takes
their place; a carrier without aircraft sails for its nation's nearest factory.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.events import UnitsMoved, UnitsPlaced
from engine.families.axis_allies.board import condition_of, is_sea, on_patrol, own_stacks
from engine.families.axis_allies.deck import deck_of, free_deck
from engine.families.axis_allies.facilities.factories import account_at, ready_factories
from engine.families.axis_allies.movement.allied_aircraft import must_ride
from engine.families.axis_allies.movement.landing import carrier_ways, unlanded
from engine.families.axis_allies.orders import Move, Place
from engine.families.axis_allies.transports import change, sail
from engine.families.axis_allies.vocabulary import MOBILIZED, MOVED
from engine.mechanics.profile import profile, profile_of
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.titles.global_war_1936.economy.making import room
from engine.titles.global_war_1936.vocabulary import CARRIER_BASED

SECTION = "15.3 Advanced Carrier Aircraft Rules"
DECK, BORNE = "carries-aircraft", "lands-on-carriers"

NO_AIRCRAFT = Rule("place/carrier-aircraft", SECTION, FATAL)
DECKS = Rule("place/decks", SECTION, FATAL)
EMPTY = Rule("noncombat-move/empty-carrier", SECTION)


def is_played(position: Position) -> bool:
    """Return whether the optional rule is in use."""
    return position.options.get("carrier-aircraft") == "advanced"


def _borne(position: Position, key: Stack) -> bool:
    return position.title.units[key.unit].has(BORNE) and not on_patrol(key) and not condition_of(key).aboard


def turn_begun(play: Play) -> None:
    """Mark the aircraft that begin their nation's turn on carriers."""
    if not is_played(play.position):
        return
    for key, n in sorted(play.state.stacks.items()):
        if key.power == play.position.power and is_sea(play.title, key.area) and _borne(play.position, key):
            change(play, key, n, condition_of(key).having(CARRIER_BASED), "carrier-based")


# Swapping


def may_land_ashore(position: Position, area: str, key: Stack) -> bool:
    """Return whether aircraft of a stack may end their move in a land area: those of a carrier when others take their place."""
    if not is_played(position) or CARRIER_BASED not in condition_of(key):
        return True
    if position.state.clock.phase != "noncombat-move":
        return False
    return swaps(position) >= (0 if key.area == area else 1)


def swaps(position: Position) -> int:
    """Return how many more carrier aircraft may stay ashore: as many as have come aboard, or will be placed there."""
    more = _committed(position)
    for key, n in position.state.stacks.items():
        if key.power == position.power and _borne(position, key):
            based, aboard = CARRIER_BASED in condition_of(key), is_sea(position.title, key.area)
            if based != aboard:
                more += n if aboard else -n
    return more


def _committed(position: Position) -> int:
    """Aircraft in the place-units box that factories beside the nation's carriers can put aboard."""
    waiting = sum(
        n for (power, unit), n in position.state.pool.items() if power == position.power and position.title.units[unit].has(BORNE)
    )
    if not waiting:
        return 0
    near = {area for zone in _carrier_zones(position) for area in position.title.neighbours[zone]}
    return min(waiting, sum(room(position, area) for area in near & set(ready_factories(position, position.power))))


def _carrier_zones(position: Position) -> list[str]:
    return sorted({key.area for key in position.state.stacks if key.power == position.power and deck_of(position, key)})


# Placing


def is_of_carriers(position: Position, order: Place) -> bool:
    """Return whether an order places carriers, or aircraft at sea, by these rules."""
    if not is_played(position) or order.area not in position.title.areas or not is_sea(position.title, order.area):
        return False
    return any(position.title.units[unit].has(DECK) or position.title.units[unit].has(BORNE) for unit, _ in order.counts)


def split(position: Position, order: Place) -> tuple[Place | None, dict[str, int], int]:
    """Return the part of an order that places ships, its aircraft, and how many decks the new ships have."""
    units = position.title.units
    planes = {unit: n for unit, n in order.counts if units[unit].cls == "air"}
    ships = [(unit, n) for unit, n in order.counts if unit not in planes]
    decks = sum(profile(position, position.power, unit).number(DECK) * n for unit, n in ships)
    text = ", ".join(f"{n} {unit}" for unit, n in ships)
    return (replace(order, units=text) if ships else None), planes, decks


def check_aircraft(position: Position, order: Place) -> list[Problem]:
    """Return what is wrong with the aircraft that are placed on carriers, new ones or those in the zone."""
    ships, planes, decks = split(position, order)
    carriers = sum(n for unit, n in order.counts if position.title.units[unit].has(DECK))
    number = sum(planes.values())
    if carriers > number:
        return [
            NO_AIRCRAFT.broken(
                "a carrier is placed with an aircraft aboard, new or from an adjacent land zone",
                found=f"{number} aircraft for {carriers} carriers",
                expected=f"as in 'Place: {order.units}, fighter'",
            )
        ]
    most = decks + max(0, free_deck(position, order.area, position.power))
    if number > most or not all(position.title.units[unit].has(BORNE) for unit in planes):
        return [DECKS.broken("the decks there hold fewer", found=str(number), expected=f"at most {most} carrier aircraft")]
    for unit, n in planes.items():
        able = sum(count for _, _, count in _sources(position, order, unit, bool(ships)))
        if n > able:
            return [
                NO_AIRCRAFT.broken(
                    f"no such {unit} is ready beside {order.area}",
                    found=str(n),
                    expected=f"at most {able}, built this turn or in an adjacent land zone",
                )
            ]
    return []


def _sources(position: Position, order: Place, unit: str, new: bool) -> Iterator[tuple[str, Stack | None, int]]:
    """Yield (area, stack or None for the place-units box, how many) of the aircraft of a type that can be put aboard."""
    power = position.power
    near = [area for area in position.title.neighbours[order.area] if not is_sea(position.title, area)]
    left = position.state.pool.get((power, unit), 0)
    for area in near:
        if area in ready_factories(position, power) and account_at(position, area) == power:
            able = min(left, room(position, area))
            left -= able
            yield area, None, able
    for area in near if new else ():
        for key, n in own_stacks(position, area, power):
            if key.unit == unit:
                yield area, key, n


def place_aircraft(play: Play, order: Place, planes: dict[str, int], new: bool) -> None:
    """Put aircraft aboard: those that have been built first, then those beside the zone."""
    zone, power = order.area, play.position.power
    for unit, count in planes.items():
        left = count
        for area, key, n in list(_sources(play.position, order, unit, new)):
            taken = min(left, n)
            left -= taken
            if not taken:
                continue
            if key is None:
                MOBILIZED.add(play, taken, area)
                row = profile(play.position, power, unit)
                play.emit(UnitsPlaced(power, unit, taken, zone, row.strength, "mobilize"))
            else:
                play.emit(UnitsMoved(power, unit, taken, area, zone, key.strength, "aboard-new", key.condition, "", (area, zone)))


# Carriers without aircraft


def _without_guests(position: Position, zone: str) -> list[tuple[Stack, int]]:
    """The carriers of the nation on turn in a zone that have no friend's aircraft aboard."""
    own = own_stacks(position, zone, position.power)
    return [(key, n) for key, n in own if profile_of(position, key).has(DECK) and not condition_of(key).cargo]


def empty_carriers(position: Position, zone: str) -> list[tuple[Stack, int]]:
    """Return the carriers of the nation on turn in a zone that have no aircraft, not a friend's either; those that can still move first."""
    own, carriers = own_stacks(position, zone, position.power), _without_guests(position, zone)
    left = sum(n for _, n in carriers) - sum(n for key, n in own if _borne(position, key))
    left -= must_ride(position, zone, carriers)
    found = []
    for key, n in sorted(carriers, key=lambda item: MOVED in condition_of(item[0])):
        if left > 0:
            found.append((key, min(n, left)))
            left -= n
    return found


def distances(position: Position) -> dict[str, int]:
    """Return sea zone to how many zones it is from the nearest one beside a factory of the nation on turn."""
    edge = [
        zone
        for area in sorted(ready_factories(position, position.power))
        for zone in position.title.neighbours[area]
        if is_sea(position.title, zone)
    ]
    found = dict.fromkeys(edge, 0)
    while edge:
        further = []
        for zone in edge:
            for other in position.title.neighbours[zone]:
                if is_sea(position.title, other) and other not in found:
                    found[other] = found[zone] + 1
                    further.append(other)
        edge = further
    return found


def check_move(position: Position, order: Move) -> list[Problem]:
    """Return what is wrong with a non-combat move of carriers: those without aircraft sail for the nearest factory.

    A carrier that leaves a zone with too few aircraft for all of its carriers, and takes none along, has none.
    """
    way = order.way
    if not is_played(position):
        return []
    empty = {key.unit for key, _ in _without_guests(position, way[0])} if empty_carriers(position, way[0]) else set()
    moved = {unit for unit, _ in order.counts}
    flown = {unit for unit in moved if position.title.units[unit].cls == "air"}
    if not empty & moved or flown or unlanded(position):
        return []
    far = distances(position)
    here = far.get(way[0], 0)
    if not here or far[way[-1]] < here:
        return []
    return [
        EMPTY.broken(
            "a carrier without aircraft sails for its nation's nearest factory",
            found=order.path,
            expected=f"a move that ends less than {here} sea zones from one",
        )
    ]


def sail_home(play: Play) -> None:
    """Let the carriers without aircraft that have not moved sail towards the nearest factory."""
    if not is_played(play.position):
        return
    far = distances(play.position)
    for zone in [area for area in play.position.board if area in far]:
        for key, n in empty_carriers(play.position, zone):
            ways = carrier_ways(play.position, key, False)
            end = min(ways, key=lambda other: (far[other], len(ways[other]), other))
            if far[end] < far[zone]:
                becomes = condition_of(key).having(MOVED)._replace(used=len(ways[end]) - 1, origin=zone)
                sail(play, key, n, ways[end], becomes, "noncombat")
