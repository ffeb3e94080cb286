"""Damaged ships are repaired by touching a sea zone at a friendly factory (global-1939, Naval Repair)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.families.axis_allies.board import has_ability, is_friendly, neighbours, own_stacks, stacks_in
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile_of
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.title.settings import setting


class NavalRepair(msgspec.Struct, frozen=True):
    """[naval_repair]: the ability of the facility that repairs ships beside its friendly area."""

    at: str
    source: str = ""


def is_port(position: Position, zone: str) -> bool:
    """Return whether ships of the power on turn are repaired in a sea zone: a friendly area beside it has a factory."""
    row = setting(position.title, "naval_repair", NavalRepair)
    return row is not None and any(
        is_friendly(position, area, position.power) and has_ability(position, stacks_in(position, area), row.at)
        for area in neighbours(position, zone, "land")
    )


def repair(play: Play, key: Stack, count: int, zones: Iterable[str]) -> None:
    """Repair ships of a stack if they have touched a port that repairs in one of these zones; nothing where ships heal by themselves."""
    full = profile_of(play.position, key).strength
    if key.strength >= full or "naval_repair" not in play.title.settings:
        return
    if any(is_port(play.position, zone) for zone in zones):
        play.emit(changed(key, count, "repaired", to_strength=full))


def repair_in_place(play: Play) -> None:
    """Repair the power's damaged ships that end the moves of its turn beside a factory."""
    if "naval_repair" not in play.title.settings:
        return
    for area in list(play.position.board):
        if play.title.areas[area].kind == "sea":
            for key, count in own_stacks(play.position, area, play.position.power):
                if play.title.units[key.unit].cls == "sea":
                    repair(play, key, count, (area,))
