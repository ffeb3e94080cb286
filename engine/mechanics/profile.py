"""A unit type's current values for a power: its row of units.csv with the changes of revisions.csv.

Combat, movement and purchase ask `profile` for values and abilities. Only fixed properties (the class, the cargo size,
whether a unit produces) may be read from the title's units directly.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from engine.derived import derived_from
from engine.state import GameState, Stack
from engine.title.model import Revision, Title, Unit

if TYPE_CHECKING:
    from engine.rules import Position

NUMBERS = ("cost", "attack", "defense", "move", "strength")
"""The columns of revisions.csv that change a number."""

_REVISED: dict[tuple[int, str, tuple[int, ...]], tuple[Title, Unit]] = {}


def profile(position: Position, power: str, unit: str) -> Unit:
    """Return a unit type's current values for a power, with the changes of its nation, technologies and options."""
    title = position.title
    rows = title.revisions_of.get(unit) if title.revisions else None
    if not rows:
        return title.units[unit]
    return _revised_now(position, power, unit)


@derived_from("figures")
def _revised_now(position: Position, power: str, unit: str) -> Unit:
    title = position.title
    return _revised(title, position.state, power, unit, title.revisions_of[unit])


def profile_of(position: Position, key: Stack) -> Unit:
    """Return the profile of the units of a stack."""
    return profile(position, key.power, key.unit)


def has_tech(state: GameState, power: str, tech: str) -> bool:
    """Return whether a power has gained a technology (TechAdvanced)."""
    return state.techs.get((power, tech), 0) > 0


def profile_in(title: Title, state: GameState, power: str, unit: str) -> Unit:
    """Return `profile` for callers that have a title and a state but no Position."""
    rows = title.revisions_of.get(unit)
    return _revised(title, state, power, unit, rows) if rows else title.units[unit]


def _revised(title: Title, state: GameState, power: str, unit: str, rows: tuple[Revision, ...]) -> Unit:
    applied = tuple(at for at, row in enumerate(rows) if _applies(title, state, power, row))
    if not applied:
        return title.units[unit]
    key = (id(title), unit, applied)
    found = _REVISED.get(key)
    if found is None:
        row = title.units[unit]
        for at in applied:
            row = revise(row, rows[at])
        # The title is kept beside its row, so that its id stays its own.
        found = _REVISED[key] = (title, row)
    return found[1]


def _applies(title: Title, state: GameState, power: str, row: Revision) -> bool:
    if row.power and row.power != power:
        return False
    if row.tech and not has_tech(state, power, row.tech):
        return False
    return not row.when or state.options.get(row.when[0], title.options[row.when[0]].default) == row.when[1]


def may_have(title: Title, unit: str, ability: str) -> bool:
    """Return whether a unit type has an ability, by its row or by a nation, technology or option."""
    return title.units[unit].has(ability) or any(ability in row.abilities for row in title.revisions_of.get(unit, ()))


def revise(unit: Unit, row: Revision) -> Unit:
    """Return a unit type with the changes of a row of revisions.csv; no number falls below 0."""
    numbers = {name: changed(getattr(unit, name), getattr(row, name)) for name in NUMBERS}
    return msgspec.structs.replace(unit, **numbers, abilities={**unit.abilities, **row.abilities})


@lru_cache(maxsize=1024)
def changed(value: int, change: str) -> int:
    """Return a number after a cell's change: `4` sets it, `+1` adds to it, an empty cell leaves it."""
    if not change:
        return value
    return max(0, value + int(change) if change[0] in "+-" else int(change))
