"""The event of units that change where they stand."""

from __future__ import annotations

from engine.events import UnitsChanged
from engine.state import Stack


def changed(
    key: Stack,
    count: int,
    cause: str,
    becomes: str | None = None,
    *,
    to_power: str = "",
    to_unit: str = "",
    to_strength: int = 0,
    battle: int = 0,
) -> UnitsChanged:
    """Return the event that changes `count` units of a stack; arguments left out stay as they are.

    Args:
        key: the stack. cause: as in UnitsChanged. becomes: their condition afterwards; the same when None.
        to_power, to_unit, to_strength, battle: as in UnitsChanged.
    """
    area, power, unit, strength, condition = key
    after = condition if becomes is None else becomes
    return UnitsChanged(power, unit, count, area, strength, condition, to_power, to_unit, to_strength, after, cause, battle)
