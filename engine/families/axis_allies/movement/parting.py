"""Ships that have attacked in a zone with units that they do not mix with leave it at the next chance (global-1939: Xenophobia).

Option `shared-seas` lets ships attack enemies beside Soviet ones: they must then fight, and stay for that turn. The marker `shares|{zone}`
says whose ships have come so: in their next turn they leave, or fight there again. Nobody makes way for them.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.families.axis_allies.board import condition_of, is_cargo, is_hostile_sea, is_sea, own_stacks
from engine.families.axis_allies.movement.movement_limits import mixes
from engine.families.axis_allies.movement.routes import Way
from engine.families.axis_allies.movement.rules import XENOPHOBIA
from engine.families.axis_allies.movement.shore import load_text
from engine.families.axis_allies.orders import Move
from engine.families.axis_allies.vocabulary import SHARES
from engine.forces import show_units
from engine.mechanics.profile import profile
from engine.orders import join_path
from engine.play import Play
from engine.problems import Problem
from engine.rules import Position
from engine.state import Stack

Ways = Callable[[Position, Stack], dict[str, Way]]
"""Returns where a stack can go, with a path."""


def check_attackers(position: Position, order: Move, phase: str) -> list[Problem]:
    """Return what is wrong with ships that come among units that they do not mix with where nothing of theirs attacks."""
    zone, power, units = order.way[-1], position.power, position.title.units
    if not position.title.bans or not any(units[unit].cls == "sea" for unit, _ in order.counts):
        return []
    if not is_sea(position.title, zone) or is_hostile_sea(position, zone, power) or not (row := mixes(position, power, "sea", zone)):
        return []
    own = [key.unit for key, _ in own_stacks(position, zone, power) if not is_cargo(key)]
    if any(profile(position, power, unit).attack for unit in (*own, *(unit for unit, _ in order.counts)) if units[unit].cls != "land"):
        return []
    message = f"ships come among those of {row.of} to attack only"
    return [XENOPHOBIA.in_phase(phase).broken(message, found=order.units, expected="a unit that attacks, ordered before")]


def note_guests(play: Play) -> None:
    """Note the zones where ships of the power on turn have come among units that they do not mix with, and those they have left."""
    if not play.title.bans:
        return
    power = play.position.power
    shared = _shared(play.position)
    for (zone,), guest in list(SHARES.entries(play.state)):
        if guest == power and zone not in shared:
            SHARES.set(play, "", zone)
    for zone in shared:
        if not SHARES.read(play.state, zone):
            SHARES.set(play, power, zone)


def departures(position: Position, ways: Ways, is_legal: Callable[[Move], bool]) -> list[Move]:
    """Return legal orders by which ships leave the zones that they have come to share in an earlier turn, one for each stack."""
    if not position.title.bans:
        return []
    zones = [zone for (zone,), guest in SHARES.entries(position.state) if guest == position.power]
    shared = _shared(position) if zones else []
    ships = [
        key
        for zone in zones
        if zone in shared
        for key, _ in own_stacks(position, zone, position.power)
        if position.title.units[key.unit].cls == "sea" and not is_cargo(key)
    ]
    found = []
    for key in ships:
        orders = (
            Move(show_units([(key.unit, 1)]), join_path(way), load_text(key) if condition_of(key).cargo else "")
            for way in ways(position, key).values()
        )
        order = next(filter(is_legal, orders), None)
        found += [order] if order else []
    return found


def _shared(position: Position) -> list[str]:
    """Return the zones where ships of the power on turn are among units that they do not mix with."""
    title, power = position.title, position.power
    zones = sorted({key.area for key in position.state.stacks if key.power == power and title.units[key.unit].cls == "sea"})
    return [zone for zone in zones if is_sea(title, zone) and mixes(position, power, "sea", zone)]
