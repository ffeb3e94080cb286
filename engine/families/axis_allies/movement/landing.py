"""Where aircraft can land, and which of them cannot.

Sections Air Units, Aircraft Carriers, Fighters and Noncombat Move/Air Units. Land counts when it was friendly as the
turn began; a sea zone counts when a friendly carrier with room is there, can still come by noncombat move, or was
bought and can be placed there. The suicide-run check uses `assume`: every attack declared so far succeeds.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import NamedTuple

from engine.derived import derived_from
from engine.events import UnitsRemoved
from engine.families.axis_allies.board import (
    INLAND,
    Stacks,
    condition_of,
    is_cargo,
    is_friendly,
    is_hostile_sea,
    is_open,
    on_patrol,
    own_stacks,
    was_friendly,
)
from engine.families.axis_allies.deck import awaits_carriers, deck_of, is_held
from engine.families.axis_allies.facilities.facilities import working
from engine.families.axis_allies.facilities.factories import own_makers, room
from engine.families.axis_allies.movement.carrier_assignment import Arrangement, CarrierPlace, Flyer, Makers, arrange
from engine.families.axis_allies.movement.movement_limits import ban_on, closed_sky, strangers
from engine.families.axis_allies.movement.points import points_left
from engine.families.axis_allies.movement.routes import NOWHERE, flights, lands_from, walk
from engine.families.axis_allies.politics.guests import is_guest
from engine.families.axis_allies.vocabulary import BOMBARDED, FOUGHT, LANDED, MOVED, OFFLOADED
from engine.mechanics.profile import profile, profile_of
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.title.title_modules import hook

DONE = frozenset({MOVED, FOUGHT, BOMBARDED, OFFLOADED})
"""Words of a land or sea unit that has no noncombat move."""


class Plan(NamedTuple):
    """How the power's aircraft could land.

    Attributes:
        homes: (stack, count, where it lands) of aircraft that must still fly.
        carriers: (stack, zone) of each carrier that must still move.
        lost: (stack, count) of aircraft that cannot land.
    """

    homes: tuple[tuple[Stack, int, str], ...]
    carriers: tuple[tuple[Stack, str], ...]
    lost: tuple[tuple[Stack, int], ...]


def is_landing_area(position: Position, area: str, key: Stack | None = None) -> bool:
    """Return whether aircraft of the power on turn may land in a land area: friendly now and when the turn began.

    Args:
        key: the stack that would land, for rules that are not the same for all aircraft.
    """
    power = position.power
    if area not in _held_since(position, position.power) and not (
        is_friendly(position, area, power) and _is_captured_base(position, area, key)
    ):
        return False
    ground = hook(position.title, "landing_places", "may_land")
    if ground and not ground(position, area, key):
        return False
    return not position.title.bans or ban_on(position, power, "air", area) is None


@derived_from("control", "relations", "turn")
def _held_since(position: Position, power: str) -> frozenset[str]:
    """Return the areas that are friendly to the power on turn, or where it is a guest, and were when the turn began."""
    control, before = position.state.control, position.state.turn_control
    ours = (area for area in control if is_friendly(position, area, power) or is_guest(position, area, power))
    return frozenset(area for area in ours if was_friendly(position, area, power) or is_guest(position, area, power, before))


def _is_captured_base(position: Position, area: str, key: Stack | None) -> bool:
    """Whether aircraft may land at a base taken in this turn, with option `captured-bases` at `on`: seaplanes also beside ships."""
    if position.options.get("captured-bases") != "on":
        return False
    afloat = key is not None and position.title.units[key.unit].has("hits-few")
    bases = ("air-base", "naval-base", "seaplane-base") if afloat else ("air-base",)
    return any(working(position, area, base) for base in bases)


def land_in_reach(position: Position, area: str, left: int, key: Stack | None = None) -> str:
    """Return the nearest land area where aircraft (of a stack) that can enter `left` more spaces may land, or nothing."""
    for distance, other in lands_from(position.title, area, closed_sky(position, position.power)):
        if distance > left:
            return ""
        if is_landing_area(position, other, key):
            return other
    return ""


def range_left(position: Position, key: Stack) -> int:
    """Return how many more spaces the units of a stack can enter this turn; none once they have landed on a carrier."""
    condition = condition_of(key)
    return 0 if LANDED in condition else max(0, points_left(position, key))


@derived_from("moment")
def needy(position: Position) -> Stacks:
    """Return the power's aircraft that have no land in reach, sorted."""
    units = position.title.units
    return [
        (key, count)
        for key, count in position.stacks_of(position.power)
        if units[key.unit].cls == "air"
        and not is_cargo(key)
        and not on_patrol(key)
        and not land_in_reach(position, key.area, range_left(position, key), key)
        and not is_held(position, key)
    ]


def stranded(position: Position, assume: bool = False, cleared: frozenset[str] = NOWHERE) -> int:
    """Return how many of the power's aircraft cannot land, whatever the noncombat moves.

    With `assume` all attacks declared so far hit and all defenders miss (the suicide-run check); zones in `cleared`
    then count as attacked too.
    """
    return sum(count for _, count in plan(position, assume, cleared).lost)


def plan(position: Position, assume: bool = False, cleared: frozenset[str] = NOWHERE) -> Plan:
    """Return a way for as many as possible of the aircraft that need a deck to land; see `ways_home` for all others."""
    units = position.title.units
    stacks = needy(position)
    deck = [item for item in stacks if units[item[0].unit].has("lands-on-carriers")]
    lost = [item for item in stacks if not units[item[0].unit].has("lands-on-carriers")]
    if not deck:
        return Plan((), (), tuple(lost))
    flyers = [Flyer(key, count, range_left(position, key)) for key, count in deck]
    makers = _makers(position)
    carriers = _carriers(position, assume, cleared) + _bought(position, makers, position.title.areas)
    best = arrange(position.title, flyers, _guests(position), carriers, makers, closed=closed_sky(position, position.power))
    lost += [(f.key, f.number - sum(zones.values())) for f, zones in zip(flyers, best.seats, strict=True)]
    homes = tuple((f.key, n, zone) for f, zones in zip(flyers, best.seats, strict=True) for zone, n in zones.items() if zone != f.key.area)
    moves = tuple((b.key, zone) for b, zone in zip(carriers, best.places, strict=True) if b.key and zone != b.key.area)
    return Plan(homes, moves, tuple((key, count) for key, count in lost if count))


def unlanded(position: Position) -> Stacks:
    """Return the power's aircraft that are not in a landing place now, as (key, count).

    Carriers bought and placeable count for the fighters over their zone. If there are too many fighters, those that
    cannot fly on to land keep their place.
    """
    units = position.title.units
    found: Stacks = []
    over_sea: Stacks = []
    for key, count in position.stacks_of(position.power):
        if units[key.unit].cls != "air" or is_cargo(key) or on_patrol(key) or is_held(position, key):
            continue
        if position.title.areas[key.area].kind == "sea" and units[key.unit].has("lands-on-carriers"):
            over_sea.append((key, count))
        elif not is_landing_area(position, key.area, key):
            found.append((key, count))
    over_sea.sort(key=lambda item: _claim(position, item[0]))
    best = _as_they_stand(position, over_sea)
    for (key, count), zones in zip(over_sea, best.seats, strict=True):
        if count > sum(zones.values()):
            found.append((key, count - sum(zones.values())))
    return found


def _as_they_stand(position: Position, over_sea: Stacks) -> Arrangement:
    if not over_sea:
        return Arrangement((), ())
    flyers = [Flyer(key, count, 0) for key, count in over_sea]
    makers = _makers(position)
    carriers = [CarrierPlace(carrier.key, carrier.room, carrier.zones[:1]) for carrier in _carriers(position, False)]
    carriers += _bought(position, makers, dict.fromkeys(key.area for key, _ in over_sea))
    urgent = sum(1 for key, _ in over_sea if not _claim(position, key)[0])
    return arrange(position.title, flyers, _guests(position), carriers, makers, urgent)


def _claim(position: Position, key: Stack) -> tuple[bool, bool, Stack]:
    onward = bool(land_in_reach(position, key.area, range_left(position, key), key))
    return onward, LANDED not in condition_of(key), key


def ways_home(position: Position) -> Plan:
    """Return the remaining moves that let every aircraft that can land do so."""
    best = plan(position)
    homes = list(best.homes)
    planned = {key for key, _, _ in homes}
    lost = {key for key, _ in best.lost}
    for key, count in unlanded(position):
        area = land_in_reach(position, key.area, range_left(position, key), key)
        if area and key not in planned and key not in lost:
            homes.append((key, count, area))
    return Plan(tuple(homes), best.carriers, best.lost)


def way_to(position: Position, key: Stack, area: str, assume: bool = False) -> tuple[str, ...]:
    """Return a shortest path for aircraft or a carrier of a `Plan` to where it lands or ends; `assume` as for the plan."""
    if position.title.units[key.unit].cls == "air":
        return flights(position.title, key.area, closed_sky(position, position.power))[area]
    return carrier_ways(position, key, assume)[area]


def _carriers(position: Position, assume: bool, cleared: frozenset[str] = NOWHERE) -> list[CarrierPlace]:
    """Return every friendly carrier, one by one; the power's own with the zones they can still end in."""
    friends = position.friends_of(position.power) - strangers(position, position.power)
    carriers = []
    for key, count in sorted(item for friend in friends for item in position.stacks_of(friend)):
        size = deck_of(position, key)
        if not size:
            continue
        zones = tuple(carrier_ways(position, key, assume, cleared)) if key.power == position.power else (key.area,)
        carriers.extend([CarrierPlace(key, max(0, size - len(condition_of(key).cargo)), zones)] * count)
    return carriers


def carrier_ways(position: Position, key: Stack, assume: bool, cleared: frozenset[str] = NOWHERE) -> dict[str, tuple[str, ...]]:
    """Return where one's own carrier can end its noncombat move, where it is first.

    A carrier that has moved or fought stays; so does one in a zone with enemy surface warships, because it will fight
    there. Under `assume` the zones that are under attack count as cleared.
    """
    title, power, condition = position.title, position.power, condition_of(key)
    left = points_left(position, key)
    if DONE.intersection(condition.words) or (assume and is_hostile_sea(position, key.area, power)):
        return {key.area: (key.area,)}

    def enters(before: str, zone: str) -> bool:
        if title.areas[zone].kind != "sea" or title.areas[zone].terrain == INLAND:
            return False
        if not is_open(position, title.neighbours[before][zone], power):
            return False
        if title.bans and ban_on(position, power, "sea", zone, passing=True):
            return False
        return not is_hostile_sea(position, zone, power) or (assume and (zone in cleared or attacks(position, zone)))

    ways = walk(title, key.area, left, enters, lambda _: False)
    if not title.bans:
        return ways
    return {zone: way for zone, way in ways.items() if zone == key.area or not ban_on(position, power, "sea", zone)}


def carrier_zones(position: Position) -> set[str]:
    """Return the zones in reach of the power's carriers that have not moved, ignoring units on the way."""
    found: set[str] = set()
    for key, _ in position.stacks_of(position.power):
        if deck_of(position, key):
            found.update(walk(position.title, key.area, max(0, points_left(position, key)), _by_sea(position), lambda _: False))
    return found


def _by_sea(position: Position) -> Callable[[str, str], bool]:
    return lambda _, zone: position.title.areas[zone].kind == "sea"


def attacks(position: Position, zone: str) -> bool:
    """Return whether the power on turn has units in a zone that can attack there."""
    return any(profile_of(position, key).attack > 0 and not is_cargo(key) for key, _ in own_stacks(position, zone, position.power))


def _guests(position: Position) -> list[tuple[str, int]]:
    """Return (zone, count) of the allies' aircraft on carriers, those that are cargo left out."""
    units, power = position.title.units, position.power
    allies = position.friends_of(power) - {power}
    return [
        (key.area, count)
        for key, count in sorted(item for ally in allies for item in position.stacks_of(ally))
        if units[key.unit].has("lands-on-carriers") and position.title.areas[key.area].kind == "sea" and not is_cargo(key)
    ]


def _makers(position: Position) -> Makers:
    """Return where bought carriers could be placed: by factories held all turn, each as many as it can make."""
    units = position.title.units
    if not awaits_carriers(position) or not any(
        units[unit].has("carries-aircraft") for power, unit in position.state.pool if power == position.power
    ):
        return Makers()
    rooms = {area: room(position, area) for area in own_makers(position)}
    zones: dict[str, tuple[str, ...]] = {}
    for area in rooms:
        for zone in position.title.neighbours[area]:
            if position.title.areas[zone].kind == "sea" and not ban_on(position, position.power, "sea", zone):
                zones[zone] = (*zones.get(zone, ()), area)
    return Makers(zones, rooms)


def _bought(position: Position, makers: Makers, wanted: Container[str]) -> list[CarrierPlace]:
    """Return the carriers bought and not yet placed, one by one, each able to go to any of the makers' zones wanted."""
    units = position.title.units
    zones = ("", *(zone for zone in sorted(makers.zones) if zone in wanted))
    return [
        CarrierPlace(None, profile(position, power, unit).number("carries-aircraft"), zones)
        for (power, unit), count in sorted(position.state.pool.items())
        for _ in range(count)
        if power == position.power and units[unit].has("carries-aircraft")
    ]


def remove_unlanded(play: Play) -> None:
    """Destroy the power's aircraft that are not in a landing place (Noncombat Move/Air Units)."""
    for (area, power, unit, strength, condition), count in unlanded(play.position):
        play.emit(UnitsRemoved(power, unit, count, area, strength, "no-landing", condition))
