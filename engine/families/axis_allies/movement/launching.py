"""Airborne troops that a base sends into a battle (Global 1940: airborne forces).

`drop` of a Move without aircraft. A base (ability `launches`) sends so many units that parachute in a turn, as far as `launches-within`
says, over areas that aircraft may fly over, to where land units of their power attack already or have taken the area in this turn.
"""

from __future__ import annotations

from engine.condition import has_word
from engine.families.axis_allies.board import is_friendly, is_sea, stacks_in
from engine.families.axis_allies.combat.battle import ATTACKER, fighting
from engine.families.axis_allies.facilities.facilities import works
from engine.families.axis_allies.movement.air import check_air_way
from engine.families.axis_allies.orders import Move
from engine.families.axis_allies.transports import declared
from engine.families.axis_allies.vocabulary import AIRBORNE, SENT_BY_AIR
from engine.mechanics.profile import profile
from engine.play import Play
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.title.model import Unit

SECTION = "Airborne Forces"

UNITS = Rule("launch/units", SECTION)
BASE = Rule("launch/base", SECTION)
RANGE = Rule("launch/range", SECTION)
TARGET = Rule("launch/target", SECTION)


def is_launch(position: Position, order: Move) -> bool:
    """Return whether an order sends units from a base, without aircraft, where the title has bases that may."""
    return order.drop and "parachutes" in position.title.able and all(position.title.units[unit].cls == "land" for unit, _ in order.counts)


def bases(position: Position, area: str) -> list[Unit]:
    """Return the bases of the side in an area that work, as the power on turn uses them: by its own technologies."""
    if not is_friendly(position, area, position.power):
        return []
    friends = position.friends_of(position.power) | {position.power}
    there = [key for key, _ in stacks_in(position, area) if key.power in friends and works(position, key)]
    rows = [profile(position, position.power, key.unit) for key in there]
    return [row for row in rows if row.has("launches")]


def room(position: Position, area: str) -> int:
    """Return how many more units the bases of an area send in this turn."""
    return max(0, sum(row.number("launches") for row in bases(position, area)) - SENT_BY_AIR.number(position.state, area))


def joins(position: Position, area: str) -> bool:
    """Return whether land units of the power on turn attack an area, or have taken it in this turn."""
    state, power, units = position.state, position.power, position.title.units
    if state.control.get(area) == power:
        return state.turn_control.get(area) != power
    there = (
        key for key, _ in fighting(position, area, ATTACKER) if units[key.unit].cls == "land" and not has_word(key.condition, AIRBORNE)
    )
    return bool(declared(position, area)) or any(True for _ in there)


def check_launch(position: Position, order: Move, phase: str) -> list[Problem]:
    """Return what is wrong with sending units from a base into a battle."""
    way, count = order.way, sum(n for _, n in order.counts)
    found = bases(position, way[0])
    wrong = [unit for unit, _ in order.counts if not position.title.units[unit].has("parachutes")]
    if wrong:
        return [UNITS.in_phase(phase).broken(f"{wrong[0]} cannot be sent by air", found=wrong[0], expected="units that parachute")]
    if count > room(position, way[0]):
        message = "a base that works sends so many units into battle in a turn"
        return [BASE.in_phase(phase).broken(message, found=str(count), expected=f"at most {room(position, way[0])} from {way[0]}")]
    most = max(row.number("launches-within") for row in found)
    if len(way) - 1 > most:
        return [RANGE.in_phase(phase).broken(f"{way[-1]} is too far", found=f"{len(way) - 1} spaces", expected=f"at most {most}")]
    if is_sea(position.title, way[-1]) or not joins(position, way[-1]):
        message = "units are sent by air to where others of their power attack on land"
        return [TARGET.in_phase(phase).broken(message, found=way[-1], expected="an area that land units attack")]
    problem = check_air_way(position, way, phase)
    return [problem] if problem else []


def note_launch(play: Play, order: Move) -> None:
    """Count the units that a base has sent."""
    if is_launch(play.position, order):
        SENT_BY_AIR.add(play, sum(n for _, n in order.counts), order.way[0])
