"""Commanders, an optional rule: counters that add their Factors to a unit that they command (section 9.5).

A Commander is no unit: a marker says which side of a counter is face-up, and where. Counters without one are in the Force Pool.
"""

from __future__ import annotations

from fractions import Fraction

from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz.orders import Command
from engine.titles.blitz.position import board
from engine.titles.blitz.position.supply import supplied
from engine.titles.blitz.tables import Commander, commanders, counters
from engine.titles.blitz.vocabulary import APPOINTED, COMMANDER

SECTION = "9.5 Optional Rule 5: Commanders"
LEADS = {"A": "air", "L": "land", "N": "sea"}
"""Letter of a Commander to the kind of unit that he commands."""

OPTION = Rule("command/option", SECTION, FATAL)
UNKNOWN = Rule("command/unknown", SECTION, FATAL)
POWER = Rule("command/power", SECTION, FATAL)
WHEN = Rule("command/when", SECTION, FATAL)
ONCE = Rule("command/once", SECTION, FATAL)
PEACE = Rule("command/peace", SECTION, FATAL)
HOME = Rule("command/home", SECTION, FATAL)
SUPPLY = Rule("command/supply", SECTION, FATAL)
UNIT = Rule("command/unit", SECTION, FATAL)


def posts(position: Position) -> dict[str, tuple[Commander, str, str]]:
    """Return counter on the map to the Commander face-up, the Small counter of the unit that he commands, and the area where he is."""
    found: dict[str, tuple[Commander, str, str]] = {}
    if position.options["commanders"] != "yes":
        return found
    for (counter,), told in COMMANDER.entries(position.state):
        name, _, place = told.partition(" ")
        kind, _, where = place.partition(":")
        key = _on_map(position, where) if kind == "unit" else None
        found[counter] = (commanders(position.title)[name], where if key else "", key.area if key else where)
    return found


def _on_map(position: Position, root: str) -> Stack | None:
    """Return the unit on the map that a Small counter or its Big one is."""
    for unit in (root, *(big for big, row in counters(position.title).items() if row.small == root)):
        key = board.find(position, unit)
        if key is not None and not board.is_boxed(position, key):
            return key
    return None


def of_unit(position: Position, key: Stack) -> Commander | None:
    """Return who commands a unit."""
    if position.options["commanders"] != "yes":
        return None
    told = f"unit:{board.root_of(position.title, key.unit)}"
    for _, value in COMMANDER.entries(position.state):
        name, _, place = value.partition(" ")
        if place == told:
            return commanders(position.title)[name]
    return None


def strength(position: Position, key: Stack, factor: str) -> int:
    """Return a unit's Factors with those of its Commander: land, air, naval or strategic."""
    leader = of_unit(position, key)
    return board.printed(position.title, key, factor) + (getattr(leader, factor) if leader else 0)


def bombing(position: Position, key: Stack, role: str) -> Fraction:
    """Return what a unit's Commander adds to its Bombing Factors for a role: his primary ones, or half of them (1.2)."""
    leader = of_unit(position, key)
    if leader is None or not leader.primary:
        return Fraction(0)
    value = Fraction(getattr(leader, leader.primary))
    return value if leader.primary == role else value / 2


def triangles(position: Position, key: Stack, factor: str) -> tuple[int, int]:
    """Return the white and red triangles in the box of a unit's land, air or naval Factors, its Commander's among them."""
    row, leader = counters(position.title)[key.unit], of_unit(position, key)
    white, red = getattr(row, f"{factor}_plus"), getattr(row, f"{factor}_minus")
    if leader is not None:
        white, red = white + getattr(leader, f"{factor}_plus"), red + getattr(leader, f"{factor}_minus")
    return white, red


def begin_turn(play: Play, powers: tuple[str, ...]) -> None:
    """Return the Commanders of some powers to the Force Pool who are where no supply line leads."""
    for counter, (leader, _, area) in posts(play.position).items():
        if leader.power in powers and area not in supplied(play.position, leader.power, leader.home):
            COMMANDER.set(play, "", counter)


def check(position: Position, order: Order) -> list[Problem]:
    """Return what is wrong with a Commander's move or appearance."""
    assert isinstance(order, Command)
    leader = commanders(position.title).get(order.commander)
    if position.options["commanders"] != "yes":
        return [OPTION.broken("this optional rule is not used", "command", "another order")]
    if leader is None:
        return [UNKNOWN.broken("no such Commander", order.commander, ", ".join(commanders(position.title)))]
    if wrong := _check_post(position, leader, order):
        return wrong
    if not order.unit:
        return []
    key = board.find(position, order.unit)
    fits = key is not None and key.area == order.area and key.power == leader.power and not board.is_boxed(position, key)
    if key is None or not fits or board.kind_of(position.title, order.unit) != LEADS[leader.letter]:
        return [
            UNIT.broken(
                f"{leader.name} does not command that",
                order.unit,
                f"{LEADS[leader.letter]} unit of his in {order.area}",
            )
        ]
    other = of_unit(position, key)
    if other is not None and other.counter != leader.counter:
        return [UNIT.broken(f"{order.unit} has a Commander", other.name, "a unit without one")]
    return []


def _check_post(position: Position, leader: Commander, order: Command) -> list[Problem]:
    """Return why a Commander may not come to an area now."""
    power, there = leader.power, posts(position).get(leader.counter)
    if position.state.clock.phase == "build":
        if power != position.power or board.is_neutral_major(position, power):
            return [PEACE.broken("a power at war brings its Commanders onto the map", power, f"{position.power}, at war")]
        if there is not None or APPOINTED.read(position.state):
            return [ONCE.broken("one Commander a turn comes from the Force Pool", leader.name, "a later turn, or a move")]
        mine = [a for a in position.title.regions[leader.home] if board.is_ours(position, board.side_of(position, power), a)]
        return [] if order.area in mine else [HOME.broken(f"{leader.name} appears at home", order.area, ", ".join(mine))]
    if board.side_of(position, power) != board.side_of(position, position.power) or not board.plays(position, power):
        return [POWER.broken(f"{power} does not act now", power, "a power of the side that acts")]
    if there is None:
        return [WHEN.broken(f"{leader.name} is in the Force Pool", "a move", "to appear in the Turn End")]
    if order.area not in supplied(position, power, leader.home):
        return [SUPPLY.broken(f"no supply line leads {leader.name} there", order.area, "a supplied area")]
    return []


def command(play: Play, order: Command) -> None:
    """Put a Commander where he goes; his counter shows his side."""
    leader = commanders(play.title)[order.commander]
    if play.state.clock.phase == "build":
        APPOINTED.set(play, "yes")
    place = f"unit:{board.root_of(play.title, order.unit)}" if order.unit else f"area:{order.area}"
    COMMANDER.set(play, f"{leader.commander} {place}", leader.counter)


def overrun(play: Play, area: str) -> None:
    """Return the Commanders without a unit in a land area that an enemy takes to the Force Pool."""
    for counter, (leader, unit, there) in posts(play.position).items():
        if there == area and not unit and not board.is_ours(play.position, board.side_of(play.position, leader.power), area):
            COMMANDER.set(play, "", counter)


def choices(position: Position, power: str) -> list[Command]:
    """Return what a power may tell its Commanders now: each to command a unit."""
    if position.options["commanders"] != "yes":
        return []
    keys = [key for key in board.on_map(position) if key.power == power]
    orders = [Command(name, key.area, key.unit) for name, row in commanders(position.title).items() if row.power == power for key in keys]
    return [order for order in orders if not check(position, order)]
