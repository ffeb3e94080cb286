"""What a unit type is for a power now: the row of units.csv as the rows of revisions.csv change it.

Combat, movement and purchase ask `profile` for values and abilities; only what nothing can change (the class, what
size of cargo a unit is, whether it produces) may be read from the title's units directly.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from engine.state import GameState, Stack
from engine.title.model import Revision, Title, Unit

if TYPE_CHECKING:
    from engine.rules import Position

NUMBERS = ("cost", "attack", "defense", "move", "strength")
"""The columns of revisions.csv that change a number."""

_REVISED: dict[tuple[int, str, tuple[int, ...]], tuple[Title, Unit]] = {}


def profile(position: Position, power: str, unit: str) -> Unit:
    """Return a unit type as it is for a power now: with its nation's, its technologies' and the options' changes."""
    title = position.title
    rows = title.revisions_of.get(unit) if title.revisions else None
    if not rows:
        return title.units[unit]
    found = position.profiles.get((power, unit))
    if found is None:
        found = position.profiles[power, unit] = _revised(title, position.state, power, unit, rows)
    return found


def profile_of(position: Position, key: Stack) -> Unit:
    """Return the profile of the units of a stack."""
    return profile(position, key.power, key.unit)


def has_tech(state: GameState, power: str, tech: str) -> bool:
    """Return whether a power has a technology: TechAdvanced told of it."""
    return state.techs.get((power, tech), 0) > 0


def profile_in(title: Title, state: GameState, power: str, unit: str) -> Unit:
    """Return `profile` for who has a title and a state, but no Position."""
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


def revise(unit: Unit, row: Revision) -> Unit:
    """Return a unit type as a row of revisions.csv changes it; no number falls below 0."""
    numbers = {name: changed(getattr(unit, name), getattr(row, name)) for name in NUMBERS}
    return msgspec.structs.replace(unit, **numbers, abilities={**unit.abilities, **row.abilities})


@lru_cache(maxsize=1024)
def changed(value: int, change: str) -> int:
    """Return a number as a cell changes it: `4` is the new value, `+1` is added, empty leaves it."""
    if not change:
        return value
    return max(0, value + int(change) if change[0] in "+-" else int(change))
