"""A levy: areas raise units of one type without money, and a road brings some money (global-1939, China, Burma Road).

Each area that the power controls when it collects adds one point to the levy's store, and a unit costs some points; so
leftover points are saved automatically. While no enemy of the power holds an area of the road, the power collects the
value of the areas it controls, up to a limit; otherwise it has no other income.
"""

from __future__ import annotations

import msgspec

from engine.rules import Position
from engine.title.settings import setting


class Levy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The power and the unit it raises at `price` points of `resource` each; `road` is a region, open while none of
    `closers` holds any of it.

    Units are placed in any area of region `home` that the power controls and that holds fewer than `most` of its units.
    """

    power: str
    unit: str
    resource: str
    price: int
    home: str
    most: int
    road: str
    road_limit: int
    closers: tuple[str, ...]
    source: str


def rules(position: Position, power: str) -> Levy | None:
    """Return the levy of a power, None when it has none."""
    found = setting(position.title, "levy", Levy)
    return found if found and found.power == power else None


def resource(position: Position, power: str) -> str:
    """Return the store of a power's levy; the main resource when it has none."""
    found = rules(position, power)
    return found.resource if found else position.title.resource


def price(position: Position, power: str, unit: str) -> int:
    """Return a unit's price in points of the levy, 0 if the levy does not raise it."""
    found = rules(position, power)
    return found.price if found and found.unit == unit else 0


def points(position: Position, power: str) -> int:
    """Return what a levy collects now: a point for each area that the power controls."""
    if rules(position, power) is None:
        return 0
    return sum(holder == power for holder in position.state.control.values())


def road_income(position: Position, power: str) -> int:
    """Return the money from the road: the value of the power's areas up to the limit, nothing while it is closed."""
    found = rules(position, power)
    if found is None:
        return 0
    control, areas = position.state.control, position.title.areas
    if any(control.get(area) in found.closers for area in position.title.regions.get(found.road, ())):
        return 0
    return min(found.road_limit, sum(areas[area].value for area, holder in control.items() if holder == power))
