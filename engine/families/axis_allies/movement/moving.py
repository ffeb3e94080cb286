"""The Move order in both move phases: its checks, its units, and its events."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.condition import Condition, parse_condition
from engine.events import UnitsMoved
from engine.families.axis_allies.board import Stacks, enemy_stacks, is_hostile
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.deck import is_held
from engine.families.axis_allies.economy.fees import owe
from engine.families.axis_allies.facilities.raids import raid_words, raid_words_of
from engine.families.axis_allies.movement.air import check_air_way
from engine.families.axis_allies.movement.allied_aircraft import guests_in, must_ride, take_aboard
from engine.families.axis_allies.movement.combined_moves import IN_TOW, drop_fee, flown, movers, riding
from engine.families.axis_allies.movement.land import check_land_way, stops_land
from engine.families.axis_allies.movement.neutral_land import enter, is_neutral
from engine.families.axis_allies.movement.points import begun, points_left
from engine.families.axis_allies.movement.routes import Way
from engine.families.axis_allies.movement.rules import HOSTILE
from engine.families.axis_allies.movement.sea import check_sea_way, stopped, stops_ship
from engine.families.axis_allies.movement.selection import (
    Load,
    Selection,
    load_of,
    select,
    too_few,
)
from engine.families.axis_allies.movement.ship_repair import repair
from engine.families.axis_allies.orders import Move
from engine.families.axis_allies.transports import sail
from engine.families.axis_allies.vocabulary import DROPPING, REBASING
from engine.forces import show_units
from engine.mechanics.profile import profile
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Unit

IMMOBILE = Rule("immobile", "Industrial Complexes", FATAL)
HELD = Rule("damaged-carrier", "Aircraft Carriers")
RANGE = Rule("range", "Unit Profiles")
GUESTS = Rule("guests", "Aircraft Carriers")

UnitBar = Callable[[Unit, Stack, Condition], Problem | None]
"""Says why a stack of units of a type is not able to make a move, or None when it is."""


def check_way(position: Position, unit: Unit, way: Way, phase: str, peaceful: bool) -> Problem | None:
    """Return what is wrong with a path for a unit type, its length aside."""
    if unit.cls == "air":
        return check_air_way(position, way, phase)
    if unit.cls == "sea":
        return check_sea_way(position, unit, way, phase, peaceful)
    if unit.cls == "land":
        return check_land_way(position, unit, way, phase, peaceful)
    return IMMOBILE.in_phase(phase).broken(f"{unit.unit} cannot move", found=unit.unit, expected="a unit with a move value")


def range_bar(position: Position, unit: Unit, key: Stack, condition: Condition, way: Way, phase: str) -> Problem | None:
    """Return why the units of a stack cannot go so far, or any farther, this turn."""
    left, steps = points_left(position, key) + unit.has(IN_TOW), len(way) - 1
    if unit.cls == "air" and is_held(position, key):
        return HELD.in_phase(phase).broken(
            f"{unit.unit} cannot take off from a damaged carrier", found=key.area, expected="aircraft of a sound one"
        )
    if condition.used and unit.cls == "sea" and stops_ship(position, key.area, unit):
        return stopped(position, key.area, unit, phase)
    if condition.used and unit.cls == "land" and stops_land(position, key.area, unit):
        return HOSTILE.in_phase(phase).broken(
            "units must stop when they enter a hostile space",
            found=f"{unit.unit} out of {key.area}",
            expected="no further move",
        )
    if steps > left:
        return RANGE.in_phase(phase).broken(f"{unit.unit} cannot move so far", found=f"{steps} spaces", expected=f"at most {max(0, left)}")
    return None


def chosen(position: Position, order: Move, bar: UnitBar) -> dict[str, Selection]:
    """Return unit type to the units the order takes; `bar(unit, key, condition)` returns why a stack cannot go."""
    way, found = order.way, {}
    load = load_of(order, position.power) if order.cargo else None
    for name, unit in movers(position, order).items():
        count = dict(order.counts)[name]
        found[name] = select(
            position,
            way[0],
            name,
            count,
            partial(bar, unit),
            partial(_other_load, position, load, unit),
            load or (),
        )
    return found


def _other_load(position: Position, load: Load | None, unit: Unit, condition: Condition) -> bool:
    """Return whether an order with this load excludes ships of this condition.

    Allied aircraft are aboard no certain carrier before it moves: any carrier without cargo may take them.
    """
    if load is None or not (unit.has("carries-land") or unit.has("carries-aircraft")):
        return False
    if not load:
        return bool(condition.cargo)
    flying = any(position.title.units[kind].cls == "air" for _, kind in load)
    if unit.has("carries-aircraft"):
        return flying and condition.cargo not in ((), load)
    return not flying and condition.cargo != load


def check_numbers(position: Position, order: Move, found: dict[str, Selection], phase: str) -> list[Problem]:
    """Return the problems of units that are not there, or not able to make the move."""
    area, problems = order.way[0], []
    for unit, count in order.counts:
        selection = found[unit]
        if selection.present < count:
            problems.append(too_few(position, phase, area, unit, count, selection.present))
        elif selection.able < count and selection.barred:
            problems.append(selection.barred)
    return problems + _check_guests(position, order, found, phase)


def _check_guests(position: Position, order: Move, found: dict[str, Selection], phase: str) -> list[Problem]:
    """Allied aircraft named as `cargo` must be there, and must not leave others without a deck."""
    load = load_of(order, position.power) if order.cargo else ()
    if not load or position.title.units[load[0][1]].cls != "air":
        return []
    zone, carriers = order.way[0], _carriers(position, found)
    there = [(key.power, key.unit) for key, n in guests_in(position, zone) for _ in range(n)]
    empty = sum(n for key, n in carriers if not parse_condition(key.condition).cargo)
    wanted = [item for item in load for _ in range(empty)]
    if all(there.count(item) >= wanted.count(item) for item in wanted) and len(wanted) >= must_ride(position, zone, carriers):
        return []
    return [
        GUESTS.in_phase(phase).broken(
            "guest fighters stay aboard when their carrier moves",
            found=f"cargo {order.cargo}",
            expected=f"guests in {zone}: {show_units((u, 1, p) for p, u in there) or 'none'}",
        )
    ]


def _carriers(position: Position, found: dict[str, Selection]) -> Stacks:
    units = position.title.units
    return [item for unit, selection in found.items() if units[unit].has("carries-aircraft") for item in selection.draws]


def carry_move(play: Play, order: Move, found: dict[str, Selection], cause: Callable[[Unit], str], words: tuple[str, ...]) -> None:
    """Emit the events of a move: areas blitzed on the way, guests taken aboard, units and cargo moved.

    Args:
        found: what `chosen` chose. cause: unit type to the cause its UnitsMoved tell. words: what land and sea units then are (moved).
    """
    way, position = order.way, play.position
    aboard = riding(position, order)
    if any(unit not in aboard and position.title.units[unit].cls == "land" and selection.draws for unit, selection in found.items()):
        _blitz(play, way, past=any(profile(play.position, play.position.power, unit).has("blitzes-past-guns") for unit in found))
    neutral = is_neutral(play.position, way[-1])
    for unit, selection in found.items():
        row, draws = profile(play.position, play.position.power, unit), selection.draws
        if row.has("carries-aircraft"):
            load = load_of(order, play.position.power) if order.cargo else ()
            flying = load and play.title.units[load[0][1]].cls == "air"
            draws = take_aboard(play, way[0], draws, load if flying else ())
        if unit in aboard:
            _drop(play, draws, way, not words)
            continue
        for key, count in draws:
            _move(play, row, key, count, way, cause(row), words, order)
    if neutral and any(selection.draws for selection in found.values()):
        enter(play, way[-1])


def _drop(play: Play, draws: Stacks, way: Way, peaceful: bool) -> None:
    """Move land units that ride in the aircraft of the same order; in combat they cost their power a fee."""
    for (area, power, unit, strength, text), n in draws:
        after = flown(parse_condition(text), peaceful).text
        play.emit(UnitsMoved(power, unit, n, area, way[-1], strength, "airborne", text, after, way))
    if not peaceful:
        owe(play, play.position.power, drop_fee(play.position, sum(n for _, n in draws)), "airborne")


def _blitz(play: Play, way: Way, *, past: bool) -> None:
    """Take the areas on a way in which no enemy stands, or (`past`) none but guns and factories."""
    power, units = play.position.power, play.title.units
    for area in way[:-1]:
        there = enemy_stacks(play.position, area, power)
        if is_hostile(play.position, area, power) and all(past and units[key.unit].has("no-combat") for key, _ in there):
            take_area(play, area, power, "blitzed")


def _move(play: Play, unit: Unit, key: Stack, count: int, way: Way, cause: str, words: tuple[str, ...], order: Move) -> None:
    area, power, name, strength, text = key
    before = parse_condition(text)
    begins = begun(play.position, key)
    used = (0 if REBASING in begins else before.used) + len(way) - 1
    before = before.having(*begins)
    if unit.cls == "air":
        after = before.without(*raid_words_of(before))._replace(used=used)
        if order.raid and (unit.has("strategic-bombing") or unit.has("bombs-bases") or unit.has("escorts")):
            after = after.having(*raid_words(order.target))
        if order.drop and (unit.has("drops") or unit.has("ferries")):
            after = after.having(DROPPING)
        play.emit(UnitsMoved(power, name, count, area, way[-1], strength, cause, text, after.text, way))
        return
    if is_neutral(play.position, way[-1]):  # who enters neutral land goes no farther
        used = max(used, unit.move)
    after = before.having(*words)._replace(used=used, origin=way[-2])
    if unit.cls == "sea":
        sail(play, key, count, way, after, cause)
        repair(play, Stack(way[-1], power, name, strength, after.text), count, way)
    else:
        play.emit(UnitsMoved(power, name, count, area, way[-1], strength, cause, text, after.text, way))
