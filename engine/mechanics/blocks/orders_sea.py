"""The orders of the war at sea of block games, as they are typed in a log; battles are ordered with `fight`."""

from __future__ import annotations

from engine.orders import Order, Path, UnitList


class Sail(Order, frozen=True, tag="sail"):
    """Move ships of the camp on turn together: `path` is sea zone > sea zone.

    The shortest legal way is taken between zones that are no neighbours. Ships without `@` are the strongest of their type
    that have not sailed yet.
    """

    units: UnitList
    path: Path
