"""Coastal artillery against ships that bombard its coast or land troops there (sections 9.9, 12.9)."""

from __future__ import annotations

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
from engine.titles.global_war_1936.vocabulary import COAST_FIRED

NUMBER = 3
"""The die or less that hits."""


def guns(position: Position, area: str, zone: str) -> int:
    """Return how many dice the guns of an area that face a sea zone can roll at ships in it."""
    whole, shots = position.title.in_region(area, "one-fortification"), 0
    for key, n in stacks_in(position, area):
        row = profile_of(position, key)
        if (
            row.has("guns-coast")
            and key.power in position.enemies
            and (whole or BORDER.of(zone) in condition_of(key).words)
        ):
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
        shots = sum(min(number, 3) for _ in range(each // 3))
        if not shots or COAST_FIRED.read(play.state, area, zone):
            continue
        COAST_FIRED.emit(play, "yes", area, zone)
        for die in play.roll(shots, f"coastal artillery of {area} at {number} ships"):
            left = [ship for ship, _ in ships(play.position, area, named).get(zone, [])]
            if die <= NUMBER and left:
                _hit(play, min(left, key=lambda ship: _price(play.position, ship)))


def _price(position: Position, ship: Stack) -> tuple[bool, int, Stack]:
    cargo = sum(profile(position, key.power, key.unit).cost * n for key, n in riders(position, ship))
    return ship.strength == 1, profile_of(position, ship).cost + cargo, ship


def _hit(play: Play, ship: Stack) -> None:
    if ship.strength > 1:
        play.emit(changed(ship, 1, "hit", to_strength=ship.strength - 1))
    else:
        sink(play, ship, 1, "coastal-artillery")
