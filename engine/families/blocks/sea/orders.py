"""The orders of the war at sea of block games, as they are typed in a log; battles are ordered with `fight`."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from engine.orders import Order, Path, UnitList

Hits = Annotated[int, Meta(ge=0)]


class Sail(Order, frozen=True, tag="sail"):
    """Move ships of the camp on turn together: `path` is sea zone > sea zone.

    The shortest legal way is taken between zones that are no neighbours. Ships without `@` are the strongest of their type
    that have not sailed yet.
    """

    units: UnitList
    path: Path


class Aim(Order, frozen=True, tag="aim"):
    """Choose the ship that fire strikes whose target is free: a submarine's, or an unopposed carrier's.

    `units` is one ship of the enemy's. It takes `hits`, or with 0 all that are left, as far as it has steps; for what is left after
    that the next ship is chosen.
    """

    tells: ClassVar[bool] = True

    units: UnitList
    hits: Hits = 0
