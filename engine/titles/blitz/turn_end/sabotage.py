"""Sabotage, an optional rule: a Resource may hurt what an enemy power builds in the next turn, or has saved (section 9.6)."""

from __future__ import annotations

from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.title.own_tables import own_rows
from engine.titles.blitz import agenda
from engine.titles.blitz.agenda import Arguments
from engine.titles.blitz.combat.fire import fire
from engine.titles.blitz.orders import AddUnit, Build, Partisan, Sabotage
from engine.titles.blitz.position import board, changes, weapons
from engine.titles.blitz.position.changes import OIL, RESOURCES
from engine.titles.blitz.tables import PartisanRow, SabotageRow
from engine.titles.blitz.turn_end import building, treasury
from engine.titles.blitz.vocabulary import FORCED, PARTISAN_IN, SABOTAGE_DUE, SABOTAGED, SAVED, SPENT

SECTION = "9.6 Optional Rule 6: Sabotage"
DUE = ("spend", "gar", "develop")
"""What the saboteur decides in the next turn: the first Resource, the free GAR, the first new unit."""

OPTION = Rule("sabotage/option", SECTION, FATAL)
ENEMY = Rule("sabotage/enemy", SECTION, FATAL)
ONCE = Rule("sabotage/once", SECTION, FATAL)
PRICE = Rule("sabotage/price", SECTION, FATAL)
CHOICE = Rule("sabotage/choice", SECTION, FATAL)
SITE = Rule("sabotage/partisan", SECTION, FATAL)


def check(position: Position, order: Sabotage) -> list[Problem]:
    """Return what is wrong with sabotaging a power: once a turn each, those at war with whom spends, for a Resource."""
    power, on = position.power, order.on
    if position.options["sabotage"] != "yes":
        return [OPTION.broken("this optional rule is not used", "sabotage", "another order")]
    if not board.plays(position, on) or not board.at_war(position, power, on):
        return [ENEMY.broken(f"{on} is no enemy of {power}", on, "a power at war with it")]
    if SABOTAGED.read(position.state, on):
        return [ONCE.broken(f"{on} has been sabotaged in this Turn End", on, "another enemy")]
    if treasury.usable(position, power) < 1:
        return [PRICE.broken(f"{power} cannot pay for it", "0", "1")]
    return []


def sabotage(play: Play, order: Sabotage) -> None:
    """Pay, roll, and do what the die says."""
    power, on = play.state.clock.power, order.on
    SABOTAGED.set(play, "yes", on)
    treasury.spend_one(play, power, "", "sabotage")
    die = changes.roll(play, "", power, "sabotage")
    told = next(row for row in own_rows(play.title, "sabotage", SabotageRow) if row.die == die)
    if told.does in DUE:
        turn = board.game_turn(play.position) + 1
        due = SABOTAGE_DUE.words(play.state, told.does, on)
        SABOTAGE_DUE.set(play, " ".join([*due, f"{power}:{turn}"]), told.does, on)
    elif told.does == "partisan":
        face = changes.roll(play, "", power, "partisans")
        row = next(row for row in own_rows(play.title, "partisans", PartisanRow) if row.die == face)
        if row.country and board.is_conquered(play.position, row.country):
            agenda.before(play, f"sabotage-partisan {power} {on} {row.country}")
    else:
        _burn(play, power, on, told.store, told.factors)


def _burn(play: Play, power: str, on: str, resource: str, count: int) -> None:
    """Attack what a power has saved of a resource."""
    if saved := saved_of(play.position, on, resource):
        number, _ = fire(play, count, "sabotage", power, "attacker")
        changes.gain(play, on, resource, -min(number, saved), "sabotage", other=power)


def saved_of(position: Position, power: str, resource: str) -> int:
    """Return what a power has saved of a resource: all it has; by an option not what it has just counted and will spend later (9.6)."""
    store = changes.store(position, power, resource)
    order = board.rules_of(position).powers
    told = SAVED.read(position.state, power).split()
    if not told or told[0] != str(board.game_turn(position)) or power not in order[order.index(position.power) :]:
        return store
    return min(store, int(told[1 + (RESOURCES, OIL).index(resource)]))


# What is due in the next turn


def begin(play: Play) -> None:
    """Put what saboteurs decide for the power that begins to spend on the agenda."""
    on, turn = play.state.clock.power, str(board.game_turn(play.position))
    for kind in DUE:
        for told in SABOTAGE_DUE.words(play.state, kind, on):
            power, _, due = told.partition(":")
            if due == turn:
                agenda.after(play, f"sabotage {kind} {power}")
        SABOTAGE_DUE.set(play, "", kind, on)


def choices(position: Position, kind: str) -> list[Build | AddUnit]:
    """Return what a saboteur may choose for the power that spends now."""
    power = position.power
    if kind == "develop":
        keys = weapons.groups(position, power).get(weapons.current_group(position, power), [])
        return [AddUnit(key.unit) for key in keys] if weapons.may_add(position, power) else []
    cost = int(kind == "spend")
    if cost and changes.store(position, power, RESOURCES) < 1:
        return []
    keys = sorted(position.state.stacks)
    orders = (Build(key.unit, area, 1, port) for key in keys for area, port in building.places_for(position, key))
    return [order for order in orders if _fits(position, kind, order)]


def _fits(position: Position, kind: str, order: Build) -> bool:
    """Return whether a build is one that a saboteur may choose: of one Size, the free GAR or one that costs a Resource."""
    key = board.find(position, order.unit)
    if key is None or key.power != position.power or order.sizes != 1 or order.oil:
        return False
    return building.price(position, key, order) == int(kind == "spend") and not building.check_build(position, order)


def _asks(position: Position, arguments: Arguments) -> Pending | None:
    kind, power = arguments
    open_ = choices(position, kind)
    return Pending(f"sabotage-{kind}", power, (type(open_[0]),), open_[0]) if open_ else None


def _check(position: Position, arguments: Arguments, order: Order) -> list[Problem]:
    kind, _ = arguments
    if isinstance(order, Build) and _fits(position, kind, order):
        return []
    open_ = choices(position, kind)
    if order in open_:
        return []
    names = ", ".join(dict.fromkeys(choice.unit for choice in open_))
    return [CHOICE.broken("a saboteur chooses what can be had", getattr(order, "unit", ""), names)]


def _answer(play: Play, arguments: Arguments, order: Order) -> None:
    if isinstance(order, AddUnit):
        weapons.develop(play, order)
    elif isinstance(order, Build):
        before = SPENT.number(play.state)
        building.build(play, order)
        FORCED.add(play, SPENT.number(play.state) - before)


# Partisans


def sites(position: Position, on: str, country: str) -> list[str]:
    """Return the areas of a conquered country that its conqueror holds and that yield something."""
    areas = board.areas_of(position, country)
    return [
        area
        for area in areas
        if board.holder(position, area) == on
        and board.yields(position, area)
        and board.is_in_play(position, area)
        and not PARTISAN_IN.read(position.state, area)
    ]


def _asks_partisan(position: Position, arguments: Arguments) -> Pending | None:
    power, on, country = arguments
    open_ = sites(position, on, country)
    return Pending("partisan", power, (Partisan,), Partisan(open_[0])) if open_ else None


def _check_partisan(position: Position, arguments: Arguments, order: Partisan) -> list[Problem]:
    open_ = sites(position, *arguments[1:])
    if not order.area or order.area in open_:
        return []
    return [SITE.broken("no Partisan can be placed there", order.area, ", ".join(open_))]


def _answer_partisan(play: Play, arguments: Arguments, order: Partisan) -> None:
    if order.area:
        PARTISAN_IN.set(play, "yes", order.area)


TASKS: dict[str, agenda.Task] = {
    "sabotage": agenda.Task(lambda play, arguments: None, _asks, _check, _answer),
    "sabotage-partisan": agenda.Task(lambda play, arguments: None, _asks_partisan, _check_partisan, _answer_partisan),
}
