"""Accounts: riders have money and homes of their own within the turn of the power that leads them.

global-1939, section ANZAC and Canada: their forces are the leader's in every way, but what their areas yield is spent
and placed there. A rider's home is the region that has its slug.
"""

from __future__ import annotations

from engine.rules import Position
from engine.title.model import Title

RIDER = "rider"


def riders(title: Title, power: str) -> tuple[str, ...]:
    """Return the riders that a power leads, in the order of nations.csv."""
    return tuple(row.power for row in title.nations.values() if row.kind == RIDER and row.leader == power)


def accounts(title: Title, power: str) -> tuple[str, ...]:
    """Return the accounts of a power: its own, then its riders'."""
    return (power, *riders(title, power))


def account_of(title: Title, area: str, power: str) -> str:
    """Return whose money an area that a power controls yields, and takes: the rider's whose home it is, else the power's."""
    return next((rider for rider in riders(title, power) if title.in_region(area, rider)), power)


def account_named(position: Position, named: str) -> str:
    """Return the account that an order names; the power's own when it names none, nothing when it may not use it."""
    if not named:
        return position.power
    return named if named in accounts(position.title, position.power) else ""
