"""What a power buys alone, and some of it only while a road is open.

The road is open while no enemy of the power holds any area of it.
"""

from __future__ import annotations

import msgspec

from engine.orders import AreaName, PowerName, UnitName
from engine.rules import Position
from engine.title.settings import setting_rows


class Goods(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Power `slug` buys `units` alone, and `by_road` besides while the areas of `road` are free.

    With `anywhere` its units are placed in any area that it holds, without a factory and without a limit.
    """

    slug: PowerName
    units: tuple[UnitName, ...]
    source: str
    by_road: tuple[UnitName, ...] = ()
    road: tuple[AreaName, ...] = ()
    anywhere: bool = False


def goods_of(position: Position, power: str) -> Goods | None:
    """Return what a power is limited to, None when it is not."""
    return setting_rows(position.title, "goods", Goods).get(power) if "goods" in position.title.settings else None


def is_among_goods(position: Position, power: str, unit: str) -> bool:
    """Return whether a power may buy a unit type now, as far as its goods go."""
    row = goods_of(position, power)
    return row is None or unit in row.units or (unit in row.by_road and _is_open(position, power, row.road))


def _is_open(position: Position, power: str, road: tuple[str, ...]) -> bool:
    enemies, control = position.enemies_of(power), position.state.control
    return all(control.get(area) not in enemies for area in road)
