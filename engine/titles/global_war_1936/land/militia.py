"""Militia keep to the home country of a major power, whatever order moves them (section 12.2)."""

from __future__ import annotations

from engine.families.axis_allies.economy.accounts import accounts
from engine.orders import Order
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.nations import home, is_minor

AWAY = Rule("move/militia", "12.2 Militia")


def are_named(position: Position, order: Order) -> bool:
    """Return whether an order names units that keep to their home country."""
    return any(position.title.units[unit].has("keeps-home") for unit, _ in order.counts)


def homes(position: Position) -> list[tuple[str, ...]]:
    """Return the home countries in which militia of the nation on turn move: none of a minor power, two of one with two economies."""
    if is_minor(position, position.power):
        return []
    return [home(position.title, account) for account in accounts(position.title, position.power)]


def stay_home(position: Position, way: tuple[str, ...]) -> bool:
    """Return whether a way lies in one home country in which militia of the nation on turn move."""
    return any(set(way) <= set(areas) for areas in homes(position))


def check_home(position: Position, order: Order, way: tuple[str, ...]) -> list[Problem]:
    """Return what is wrong with militia that an order leads over a way; a sea zone is of no home country (section 0.9)."""
    if not are_named(position, order) or stay_home(position, way):
        return []
    return [away(way)]


def away(way: tuple[str, ...]) -> Problem:
    """Return the problem of militia that leave their home country."""
    return AWAY.broken(
        "militia move only within the home country of a major power", found=" > ".join(way), expected="a way over land within it"
    )
