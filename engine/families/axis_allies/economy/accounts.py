"""Accounts: riders have their own money and homes within the turn of their leading power.

global-1939, section ANZAC and Canada: their forces belong to the leader in every way, but the income of their areas is
spent and placed there. A rider's home is the region with its slug.
"""

from __future__ import annotations

from engine.families.axis_allies.board import is_hostile
from engine.rules import Position
from engine.title.model import Title
from engine.title.per_title import per_title

RIDER = "rider"


@per_title
def riders(title: Title, power: str) -> tuple[str, ...]:
    """Return the riders that a power leads, in the order of nations.csv."""
    return tuple(row.power for row in title.nations.values() if row.kind == RIDER and row.leader == power)


def leader(title: Title, power: str) -> str:
    """Return the power that a rider belongs to; empty for others."""
    row = title.nations.get(power)
    return row.leader if row and row.kind == RIDER else ""


def accounts(title: Title, power: str) -> tuple[str, ...]:
    """Return the accounts of a power: its own, then its riders'."""
    return (power, *riders(title, power))


def account_of(title: Title, area: str, power: str) -> str:
    """Return the account that collects from a power's area and pays for units there: the rider whose home it is, else the power."""
    return next((rider for rider in riders(title, power) if title.in_region(area, rider)), power)


def seat_of(title: Title, area: str, owner: str) -> str:
    """Return the power whose capital decides over an owner's area: the rider whose home it is, if that has a capital, else the owner."""
    account = account_of(title, area, owner)
    return account if title.powers[account].capital else owner


def is_solvent(position: Position, account: str, power: str) -> bool:
    """Return whether an account of a power buys, places and collects: its capital, or that of the power, is not in enemy hands."""
    powers = position.title.powers
    capital = powers[account].capital or powers[power].capital
    return not capital or not is_hostile(position, capital, power)


def solvent(position: Position, power: str) -> tuple[str, ...]:
    """Return the accounts of a power that buy, place and collect; a rider with a capital of its own goes on while its leader's is lost."""
    return tuple(account for account in accounts(position.title, power) if is_solvent(position, account, power))


def account_named(position: Position, named: str) -> str:
    """Return the account that an order names; the power's own if it names none, empty if the power may not use it."""
    if not named:
        return position.power
    return named if named in accounts(position.title, position.power) else ""
