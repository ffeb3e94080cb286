"""Minor Ally Builds, an optional rule: a Resource of each country is spent on one of its units first (section 9.3)."""

from __future__ import annotations

from engine.derived import derived_from
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.blitz.orders import Bomb, Build, ResearchWeapons, Sabotage
from engine.titles.blitz.politics_tables import china
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.position.changes import RESOURCES
from engine.titles.blitz.tables import counters
from engine.titles.blitz.turn_end import building, purses
from engine.titles.blitz.turn_end.turn_end import counted
from engine.titles.blitz.vocabulary import OWN_BUILT

OWED = Rule("build/minor-ally", "9.3 Optional Rule 3: Minor Ally Builds", FATAL)


def check(position: Position, order: Order) -> list[Problem]:
    """Return what is wrong with spending on this while countries are owed a build of their own."""
    if not isinstance(order, Build | ResearchWeapons | Bomb | Sabotage) or not (left := owing(position)):
        return []
    key = board.find(position, order.unit) if isinstance(order, Build) else None
    if isinstance(order, Build) and key is not None:
        if counters(position.title)[key.unit].home in left or building.price(position, key, order) == 0:
            return []
        if board.is_chinese(position, key.unit) or purses.purse_of(position, key, order.area or key.area) is not None:
            return []
    return [_owed(left)]


def check_end(position: Position) -> list[Problem]:
    """Return what must be built before the spending may end."""
    left = owing(position)
    return [_owed(left)] if left else []


def _owed(left: list[str]) -> Problem:
    return OWED.broken("a Resource of each country is spent on one of its units first", "none yet", ", ".join(left))


def note(play: Play, order: Order) -> None:
    """Keep that a Resource is spent on a country's unit."""
    if play.position.options["minor-ally-builds"] != "yes" or not isinstance(order, Build):
        return
    key = board.find(play.position, order.unit)
    if key is not None and building.price(play.position, key, order) > 0:
        OWN_BUILT.set(play, "yes", counters(play.title)[key.unit].home)


def owing(position: Position) -> list[str]:
    """Return the countries of the power that spends whose Resource counts and of which a unit can be, and has not been, built."""
    power = position.power
    if position.options["minor-ally-builds"] != "yes" or board.lacks(position, "building"):  # nothing is built in scenario A
        return []
    if changes.store(position, power, RESOURCES) < 1:
        return []
    return _owing(position, power)


@derived_from("moment")
def _owing(position: Position, power: str) -> list[str]:
    found = {board.country_at(position, area): None for area, (resources, _) in counted(position, power).items() if resources}
    return [
        country
        for country in found
        if country != china(position.title)
        and board.ally_of(position, country) == power
        and not board.is_conquered(position, country)
        and not OWN_BUILT.read(position.state, country)
        and _options(position, country)
    ]


def builds(position: Position) -> list[Order]:
    """Return builds of one Size that are owed."""
    return [order for country in owing(position) for order in _options(position, country)]


def _options(position: Position, country: str) -> list[Order]:
    """Return the builds of one Size of a country's units that cost a Resource and can be paid."""
    found: list[Order] = []
    for key in sorted(position.state.stacks):
        if key.power != position.power or counters(position.title)[key.unit].home != country:
            continue
        orders = (Build(key.unit, area, 1, port) for area, port in building.places_for(position, key))
        found += [order for order in orders if building.price(position, key, order) and not building.check_build(position, order)][:1]
    return found
