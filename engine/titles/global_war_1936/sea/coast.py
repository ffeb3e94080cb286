"""Coastal artillery against ships that bombard its coast or land troops there (sections 9.9, 12.9)."""

from __future__ import annotations

from itertools import pairwise

from engine.events import UnitsMoved
from engine.families.axis_allies.board import Stacks, condition_of, stacks_in
from engine.families.axis_allies.combat.assault import bombarding
from engine.families.axis_allies.transports import declared, riders, sink
from engine.families.axis_allies.vocabulary import BORDER
from engine.forces import UnitCount
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile, profile_of
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.titles.global_war_1936.sea import crossings
from engine.titles.global_war_1936.tables import figure
from engine.titles.global_war_1936.vocabulary import COAST_FIRED, PASSERS_SHOT_AT


def guns(position: Position, area: str, zone: str) -> int:
    """Return how many dice the guns of an area that face a sea zone can roll at ships in it."""
    whole, shots = position.title.in_region(area, "one-fortification"), 0
    for key, n in stacks_in(position, area):
        row = profile_of(position, key)
        if row.has("guns-coast") and key.power in position.enemies and (whole or BORDER.of(zone) in condition_of(key).words):
            shots += n * row.number("guns-coast")
    return shots


def ships(position: Position, area: str, named: tuple[UnitCount, ...] | None) -> dict[str, Stacks]:
    """Return sea zone to the ships there that bombard an area or land units in it."""
    found: dict[str, Stacks] = {}
    for ship, _ in declared(position, area):
        found.setdefault(ship.area, []).append((ship, 1))
    for key, n in bombarding(position, area, named):
        found.setdefault(key.area, []).append((key, n))
    return found


def fire(play: Play, area: str, named: tuple[UnitCount, ...] | None) -> None:
    """Fire one die at each ship for each gun, three at most; hits fall where they cost their owner least."""
    for zone, targets in ships(play.position, area, named).items():
        number = sum(n for _, n in targets)
        each = guns(play.position, area, zone)
        shots = min(number, figure(play.title, "coast-shots")) * (each // figure(play.title, "coast-shots"))
        if not shots or COAST_FIRED.read(play.state, area, zone):
            continue
        COAST_FIRED.emit(play, "yes", area, zone)
        for die in play.roll(shots, f"coastal artillery of {area} at {number} ships"):
            left = [ship for ship, _ in ships(play.position, area, named).get(zone, [])]
            if die <= figure(play.title, "coast-hit") and left:
                _hit(play, min(left, key=lambda ship: _price(play.position, ship)))


def order_over(play: Play) -> None:
    """Guns at narrow crossings fire at the surface ships that an order has taken past them, three shots a turn each (12.9)."""
    for event in play.events[play.ordered :]:
        row = play.title.units.get(event.unit) if isinstance(event, UnitsMoved) else None
        if isinstance(event, UnitsMoved) and row and row.cls == "sea" and not row.has("submarine"):
            for one, other in pairwise(event.path):
                for area in banks(play.position, one, other):
                    _fire_at_passers(play, area, (one, other), event)


def banks(position: Position, one: str, other: str) -> list[str]:
    """Return the areas with a narrow crossing that ships pass between two sea zones: both of its ends are beside both zones."""
    both = [area for area in position.title.neighbours[one] if area in position.title.neighbours[other]]
    return [area for area in both if any(crossings.capacity(position, area, end) for end in both if end != area)]


def _fire_at_passers(play: Play, area: str, zones: tuple[str, str], event: UnitsMoved) -> None:
    battery = sum(guns(play.position, area, zone) for zone in zones)
    if play.position.title.in_region(area, "one-fortification"):
        battery = guns(play.position, area, zones[0])
    left = battery - PASSERS_SHOT_AT.number(play.state, area)
    shots = min(left, event.count * (battery // figure(play.title, "coast-shots")))
    if shots < 1:
        return
    PASSERS_SHOT_AT.add(play, shots, area)
    key = Stack(event.destination, event.power, event.unit, event.strength, event.becomes)
    for die in play.roll(shots, f"coastal artillery of {area} at {event.count} {event.unit}"):
        if die <= figure(play.title, "coast-hit") and play.state.stacks.get(key):
            _hit(play, key)


def _price(position: Position, ship: Stack) -> tuple[bool, int, Stack]:
    cargo = sum(profile(position, key.power, key.unit).cost * n for key, n in riders(position, ship))
    return ship.strength == 1, profile_of(position, ship).cost + cargo, ship


def _hit(play: Play, ship: Stack) -> None:
    if ship.strength > 1:
        play.emit(changed(ship, 1, "hit", to_strength=ship.strength - 1))
    else:
        sink(play, ship, 1, "coastal-artillery")
