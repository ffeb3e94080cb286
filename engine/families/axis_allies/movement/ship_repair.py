"""Damaged ships are repaired by touching a sea zone at a friendly factory (global-1939, Naval Repair)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.families.axis_allies.board import has_ability, is_friendly, neighbours, own_stacks, stacks_in
from engine.families.axis_allies.facilities.facilities import working
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile_of
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.title.settings import setting


class NavalRepair(msgspec.Struct, frozen=True):
    """[naval_repair]: the ability of the facility that repairs ships beside its friendly area.

    With `as_moves_begin` ships are repaired where they stand as the combat move of their power begins, and at no other time.
    """

    at: str
    source: str = ""
    as_moves_begin: bool = False


def is_port(position: Position, zone: str) -> bool:
    """Return whether ships of the power on turn are repaired in a sea zone: a friendly area beside it has a factory."""
    row = setting(position.title, "naval_repair", NavalRepair)
    return row is not None and any(
        is_friendly(position, area, position.power) and _repairs(position, area, row.at) for area in neighbours(position, zone, "land")
    )


def _repairs(position: Position, area: str, ability: str) -> bool:
    """Return whether a facility of an area repairs ships: one that has the ability, and is not damaged too much for it."""
    if ability == "naval-base":
        return bool(working(position, area, ability))
    return has_ability(position, stacks_in(position, area), ability)


def repair(play: Play, key: Stack, count: int, zones: Iterable[str]) -> None:
    """Repair ships of a stack if they have touched a port that repairs in one of these zones; nothing where ships heal by themselves."""
    row = setting(play.title, "naval_repair", NavalRepair)
    if row and not row.as_moves_begin:
        _mend(play, key, count, zones)


def _mend(play: Play, key: Stack, count: int, zones: Iterable[str]) -> None:
    full = profile_of(play.position, key).strength
    if key.strength >= full:
        return
    anywhere = play.position.options.get("naval-repair") == "anywhere"
    if anywhere or any(is_port(play.position, zone) for zone in zones):
        play.emit(changed(key, count, "repaired", to_strength=full))


def repair_in_place(play: Play) -> None:
    """Repair the power's damaged ships that end the moves of its turn beside a factory."""
    row = setting(play.title, "naval_repair", NavalRepair)
    if row and not row.as_moves_begin:
        _mend_all(play)


def repair_as_moves_begin(play: Play) -> None:
    """Repair the power's damaged ships beside a port before they move, where the title has it so."""
    row = setting(play.title, "naval_repair", NavalRepair)
    if row and row.as_moves_begin:
        _mend_all(play)


def _mend_all(play: Play) -> None:
    for area in list(play.position.board):
        if play.title.areas[area].kind == "sea":
            for key, count in own_stacks(play.position, area, play.position.power):
                if play.title.units[key.unit].cls == "sea":
                    _mend(play, key, count, (area,))
