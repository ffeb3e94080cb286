"""Defending fighters whose carrier was destroyed (Unit Profiles, Fighters: Land on Aircraft Carriers).

They move after all of the attacker's combats and before the noncombat move: to another carrier in the zone (fighters
with room there are not displaced), or one space to a friendly territory or carrier (with option `carrier-retreat` at `far`,
as many as their movement); otherwise they are lost.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from engine.events import UnitsMoved, UnitsRemoved
from engine.families.axis_allies.board import Stacks, condition_of, is_friendly, is_sea, stacks_in
from engine.families.axis_allies.combat.pending_battles import still_required
from engine.families.axis_allies.deck import free_deck
from engine.families.axis_allies.movement.movement_limits import ban_on, closed_sky
from engine.families.axis_allies.movement.routes import flights
from engine.families.axis_allies.orders import Land
from engine.families.axis_allies.vocabulary import FOUGHT_AT_SEA, SCRAMBLED
from engine.forces import show_units
from engine.mechanics.profile import profile
from engine.orders import join_path
from engine.problems import FATAL, ILLEGAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack

if TYPE_CHECKING:
    from engine.play import Play

SECTION = "Fighters: Land on Aircraft Carriers"

TOO_EARLY = Rule("displaced-fighters/too-early", SECTION)
NONE = Rule("displaced-fighters/none", SECTION, FATAL)
COUNT = Rule("displaced-fighters/count", SECTION)
MUST_LAND = Rule("displaced-fighters/must-land", SECTION)
HAVEN = Rule("displaced-fighters/haven", SECTION)


class Displaced(NamedTuple):
    """`count` fighters over a zone have no carrier; `owners` counts each power's, in the order of play."""

    zone: str
    number: int
    owners: dict[str, int]


def displaced(position: Position) -> list[Displaced]:
    """Return the fighters of the defender's side without a carrier, zone by zone where there was sea combat this turn."""
    found = []
    for (zone,), _ in sorted(FOUGHT_AT_SEA.entries(position.state)):
        owners = _owners(position, _fighters(position, zone))
        count = -free_deck(position, zone, next(iter(owners)), flown=True) - scrambled_over(position, zone) if owners else 0
        if count > 0:
            found.append(Displaced(zone, count, owners))
    return found


def _fighters(position: Position, zone: str) -> Stacks:
    units, whose = position.title.units, _defending(position)
    over = [(key, n) for key, n in stacks_in(position, zone) if key.power in whose and not condition_of(key).aboard]
    return [(key, n) for key, n in over if units[key.unit].cls == "air" and not is_scrambled(key)]


def _defending(position: Position) -> frozenset[str]:
    """Return the enemies of the power on turn and their allies, also those at peace with it: their aircraft are guests on enemy decks."""
    allies = frozenset[str]().union(*(position.friends_of(enemy) for enemy in position.enemies))
    return allies - position.friends_of(position.power)


def is_scrambled(key: Stack) -> bool:
    """Return whether aircraft have scrambled from a base, and so can return there."""
    return bool(key.condition) and SCRAMBLED in condition_of(key).words


def scrambled_over(position: Position, zone: str) -> int:
    """Return how many enemy aircraft that could land on carriers have scrambled to a zone."""
    units = position.title.units
    return sum(
        n
        for key, n in stacks_in(position, zone)
        if key.power in position.enemies and is_scrambled(key) and units[key.unit].has("lands-on-carriers")
    )


def _owners(position: Position, fighters: Stacks) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for key, n in fighters:
        counts[key.power] += n
    return {power: counts[power] for power in position.title.order if counts[power]}


def reach(position: Position, power: str, unit: str) -> int:
    """Return how many spaces a power's aircraft without a carrier may fly to land."""
    return profile(position, power, unit).move if position.options.get("carrier-retreat") == "far" else 1


def havens(position: Position, zone: str, power: str, spaces: int = 1) -> dict[str, int]:
    """Return where a power's fighter over a zone can land within so many spaces, the nearest first by name, with the room there is."""
    near = sorted(position.title.neighbours[zone])
    if spaces > 1:
        ways = flights(position.title, zone, closed_sky(position, power))
        near = sorted(
            (area for area in ways if area != zone and len(ways[area]) <= spaces + 1),
            key=lambda area: (len(ways[area]), area),
        )
    found = {}
    for area in near:
        if ban_on(position, power, "air", area):
            continue
        if not is_sea(position.title, area):
            if is_friendly(position, area, power):
                found[area] = 10**6
            continue
        if (room := free_deck(position, area, power)) > 0:
            found[area] = room
    return found


def usual_landing(position: Position, lost: Displaced) -> Land:
    """Return the order that lands fighters at the first haven by name, or gives up those without one."""
    power = next(iter(lost.owners))
    kinds: Counter[str] = Counter()
    for key, n in _fighters(position, lost.zone):
        kinds[key.unit] += n if key.power == power else 0
    unit, have = next((unit, n) for unit, n in sorted(kinds.items()) if n)
    count = min(lost.number, have)
    spaces = reach(position, power, unit)
    haven, room = next(iter(havens(position, lost.zone, power, spaces).items()), ("", count))
    units = show_units([(unit, min(count, room), power)])
    return Land(units, join_path(_way(position, power, lost.zone, haven)) if haven else lost.zone)


def _way(position: Position, power: str, zone: str, haven: str) -> tuple[str, ...]:
    if haven in position.title.neighbours[zone]:
        return (zone, haven)
    return flights(position.title, zone, closed_sky(position, power))[haven]


def check_land(position: Position, order: Land) -> list[Problem]:
    """Return what is wrong with landing displaced fighters."""
    path = order.way
    waiting = still_required(position)
    if waiting:
        names = ", ".join(f"{due.kind} in {due.area}" for due in waiting)
        message = "fighters land after all of the attacker's combats"
        return [TOO_EARLY.broken(message, found=order.path, expected=names)]
    lost = next((one for one in displaced(position) if one.zone == path[0]), None)
    if lost is None:
        where = ", ".join(one.zone for one in displaced(position)) or "nowhere"
        return [NONE.broken("no fighters there are without a carrier", found=path[0], expected=where)]
    return _check_count(position, order, lost) or _check_haven(position, order, lost, path)


def _check_count(position: Position, order: Land, lost: Displaced) -> list[Problem]:
    taken, missing = _take(position, order, lost)
    if missing or not taken:
        message = f"at most {lost.number} fighters are without a carrier"
        have = ", ".join(f"{n} of {power}" for power, n in lost.owners.items())
        return [COUNT.broken(message, found=order.units, expected=have, severity=ILLEGAL if taken else FATAL)]
    return []


def _check_haven(position: Position, order: Land, lost: Displaced, path: tuple[str, ...]) -> list[Problem]:
    taken, _ = _take(position, order, lost)
    problems = []
    for power in sorted({key.power for key, _ in taken}):
        count = sum(n for key, n in taken if key.power == power)
        spaces = min(reach(position, power, key.unit) for key, _ in taken if key.power == power)
        places = havens(position, lost.zone, power, spaces)
        expected = ", ".join(places) or lost.zone
        if len(path) == 1 and places:
            message = "fighters without a carrier must land where they can"
            problems.append(MUST_LAND.broken(message, found=order.path, expected=expected))
        elif len(path) > spaces + 1 or (len(path) > 1 and places.get(path[-1], 0) < count):
            message = f"fighters land within {spaces} space{'s' * (spaces > 1)}, in friendly territory or on a carrier with room"
            problems.append(HAVEN.broken(message, found=order.path, expected=expected))
    return problems


def _take(position: Position, order: Land, lost: Displaced) -> tuple[Stacks, bool]:
    """Return the stacks that an order lands, and whether it names more units than are displaced."""
    left = Counter({key: n for key, n in _fighters(position, lost.zone)})
    limit, taken, missing = lost.number, [], False
    for unit, count, power in order.forces:
        for key in sorted(left):
            n = min(count, left[key], limit)
            if n > 0 and key.unit == unit and power in ("", key.power):
                taken.append((key, n))
                left[key] -= n
                limit, count = limit - n, count - n
        missing = missing or count > 0
    return taken, missing


def land_fighters(play: Play, order: Land) -> None:
    """Land displaced fighters at the end of the path; a path that is only the zone gives them up."""
    path = order.way
    lost = next((one for one in displaced(play.position) if one.zone == path[0]), None)
    if lost is None:
        return
    taken, _ = _take(play.position, order, lost)
    for (area, power, unit, strength, condition), n in taken:
        if len(path) == 1:
            play.emit(UnitsRemoved(power, unit, n, area, strength, "no-landing", condition))
        else:
            play.emit(UnitsMoved(power, unit, n, area, path[-1], strength, "landing", condition, condition, path))


def land_all(play: Play) -> None:
    """Land every displaced fighter in the usual way."""
    while lost := displaced(play.position):
        land_fighters(play, usual_landing(play.position, lost[0]))
