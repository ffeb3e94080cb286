"""Powers that raise units instead of buying them: one for so many areas that they hold (rows `[[muster]]` of title.toml).

Such a power collects no income. Its units come as its purchase ends, and stand wherever it holds land with few of its
units, without a factory.
"""

from __future__ import annotations

import msgspec

from engine.events import UnitsPurchased
from engine.families.axis_allies.board import own_stacks
from engine.play import Play
from engine.rules import Position
from engine.title.model import Title
from engine.title.settings import setting_rows


class Muster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Power `slug` raises a `unit` for every `areas` that it holds, and places it in areas with fewer than `most` of its units."""

    slug: str
    unit: str
    areas: int
    most: int
    source: str


def muster_of(title: Title, power: str) -> Muster | None:
    """Return what a power raises; None when it buys its units."""
    return setting_rows(title, "muster", Muster).get(power)


def raised(position: Position, power: str) -> int:
    """Return how many units a power raises now: none when it buys them."""
    row = muster_of(position.title, power)
    return sum(holder == power for holder in position.state.control.values()) // row.areas if row else 0


def takes(position: Position, area: str, row: Muster, counts: dict[str, int]) -> dict[str, int]:
    """Return the units of an order that may stand in an area of the power on turn: as many as are raised, or none."""
    there = sum(count for _, count in own_stacks(position, area, position.power))
    return {unit: count for unit, count in counts.items() if unit == row.unit and there < row.most}


def raise_units(play: Play) -> None:
    """Add what the power on turn raises to the units that wait to be placed."""
    power = play.position.power
    row, count = muster_of(play.title, power), raised(play.position, power)
    if row and count:
        play.emit(UnitsPurchased(power, row.unit, count, 0, 0, play.title.resource))
