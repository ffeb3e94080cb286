"""The orders of land combat and retreat of block games, as they are typed in a log; losses are chosen with `lose`."""

from __future__ import annotations

from engine.orders import AreaName, Order, Path, UnitList


class ResolveCombat(Order, frozen=True, tag="fight"):
    """Resolve the combat of an area; without the order they are fought in the order of the title's areas."""

    area: AreaName


class Withdraw(Order, frozen=True, tag="withdraw"):
    """Retreat after combat without having to; a defender's forts are destroyed."""


class Stand(Order, frozen=True, tag="stand"):
    """Do not retreat after combat unless the rules force it (the default)."""


class FallBack(Order, frozen=True, tag="fall-back"):
    """Retreat blocks along a path from the area that was fought for.

    It is area > area, or area > sea zone > area by sea, and goes on through areas that are full.
    """

    units: UnitList
    path: Path
