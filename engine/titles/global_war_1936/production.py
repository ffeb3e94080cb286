"""The production phase (section 7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.families.axis_allies.board import held_all_turn
from engine.families.axis_allies.economy.accounts import account_named
from engine.families.axis_allies.economy.purchase import PurchaseUnits
from engine.families.axis_allies.facilities.factories import account_at, purse, ready_factories
from engine.families.axis_allies.orders import Buy, Repair
from engine.orders import Order, unknown_names
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936 import placing
from engine.titles.global_war_1936.economy import chart, income, research, slipways, supply
from engine.titles.global_war_1936.economy.paying import builds, is_single, may_stand
from engine.titles.global_war_1936.facilities import docks, sites, wrecking
from engine.titles.global_war_1936.lend_lease import aid, diplomacy, lending
from engine.titles.global_war_1936.orders import Advance, Aid, Build, Dock, Grant, Influence, Reassign, Relay, Study
from engine.titles.global_war_1936.politics import events
from engine.titles.global_war_1936.politics.declaring import ANYTIME, ANYTIME_CHECKS, ANYTIME_DEEDS
from engine.titles.global_war_1936.settings import upgrades

SECTION = "7.1 Building Units"
CHECKS: dict[type[Order], Callable[[Position, Any], list[Problem]]] = {
    Study: research.check_study,
    Influence: diplomacy.check_influence,
    Grant: lending.check_grant,
    Dock: docks.check_dock,
    Relay: wrecking.check_relay,
    Aid: aid.check_aid,
    Reassign: lending.check_reassign,
    **ANYTIME_CHECKS,
}
DEEDS: dict[type[Order], Callable[[Play, Any], None]] = {
    Study: research.study,
    Influence: diplomacy.influence,
    Grant: lending.grant,
    Dock: docks.dock,
    Relay: wrecking.relay,
    Aid: aid.aid,
    Reassign: lending.reassign,
    **ANYTIME_DEEDS,
}

STAGES = Rule("purchase/stages", "7.3 Multi-Turn Production", FATAL)
PURCHASE_NOT_FOR_SALE = Rule("purchase/not-for-sale", SECTION, FATAL)
BUILD_NOT_FOR_SALE = Rule("build/not-for-sale", SECTION, FATAL)
SINGLE = Rule("build/single", "7.3 Multi-Turn Production", FATAL)
BUILD_FUNDS = Rule("build/funds", SECTION, FATAL)
TWICE = Rule("build/twice", "7.8 Improved Construction", FATAL)
SITE = Rule("build/area", "12.3 Facilities", FATAL)
PLACE = Rule("build/place", "12.4 to 12.6", FATAL)
SUPPLY = Rule("build/supply", "12.4", FATAL)
RAIL = Rule("build/rail", "12.6", FATAL)
NO_BORDER = Rule("build/border", "12.7, 12.9, 12.10", FATAL)
TAKEN = Rule("build/taken", "12.5, 12.7, 12.10", FATAL)
UPGRADE = Rule("build/upgrade", SECTION, FATAL)
CHART = Rule("advance/chart", "7.3 Multi-Turn Production", FATAL)
ADVANCE_FUNDS = Rule("advance/funds", SECTION, FATAL)
WORDS = Rule("production/words", SECTION, FATAL)


class Production(PurchaseUnits):
    """Roll for income, buy and build, repair, research, lend, influence."""

    slug = "production"
    takes = (Buy, Build, Advance, Repair, Dock, Study, Influence, Grant, Reassign, Aid, Relay, *ANYTIME)

    def open(self, play: Play) -> None:
        """Roll for the increase of peacetime income; minor powers whose time has come align."""
        income.roll(play)
        events.production_begun(play)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if wrong := unknown_names(order, position.title):
            return [WORDS.broken(message) for _, message in wrong]
        if type(order) in CHECKS:
            return CHECKS[type(order)](position, order)
        if isinstance(order, Build):
            return check_build(position, order)
        if isinstance(order, Advance):
            return check_advance(position, order)
        if isinstance(order, Buy):
            return check_list(position, order) or super().check(position, order)
        return super().check(position, order)

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return what can be paid for."""
        if isinstance(order, (Buy, Repair)) and not any(problem.fatal for problem in problems):
            return super().salvage(position, order, problems)
        return None if any(problem.fatal for problem in problems) else order

    def carry_out(self, play: Play, order: Order) -> None:
        """Make the order's events."""
        if type(order) in DEEDS:
            DEEDS[type(order)](play, order)
        elif isinstance(order, Build):
            account = _account(play.position, order)
            if order.twice:
                chart.begin_twice(play, account, order.unit, order.area, order.border)
            else:
                chart.advance(play, account, order.unit, order.area, order.border, 0, 1)
        elif isinstance(order, Advance):
            account, border = _account(play.position, order), order.to or order.border
            chart.advance(play, account, order.unit, order.area, border, order.stage, order.count)
        else:
            super().carry_out(play, order)


def _account(position: Position, order: Build | Advance) -> str:
    if isinstance(order, Build) and order.area and not order.account:
        return account_at(position, order.area)
    return account_named(position, order.account)


def check_list(position: Position, order: Buy) -> list[Problem]:
    """Return what of a purchase the nation does not build, or not in one turn."""
    account, problems = account_named(position, order.account), []
    for item in order.forces:
        row = position.title.units[item.unit]
        if not is_single(row, position):
            problems.append(STAGES.broken(f"{item.unit} is begun with build", found=f"buy {item.unit}", expected=f"build {item.unit}"))
        elif account and not builds(position, account, item.unit):
            problems.append(
                PURCHASE_NOT_FOR_SALE.broken(
                    f"{account} does not build {item.unit} now",
                    found=item.unit,
                    expected="a unit of its sheet that is available",
                )
            )
    return problems


def check_build(position: Position, order: Build) -> list[Problem]:
    """Return what is wrong with beginning to build something."""
    row, account = position.title.units[order.unit], _account(position, order)
    if not account or not builds(position, account, order.unit):
        return [
            BUILD_NOT_FOR_SALE.broken(
                f"{account or order.account} does not build {order.unit} now",
                found=order.unit,
                expected="a unit of its sheet that is available",
            )
        ]
    if is_single(row, position):
        return [SINGLE.broken(f"{order.unit} is bought whole", found=f"build {order.unit}", expected=f"buy {order.unit}")]
    problems = _check_site(position, order, account) if row.cls == "facility" else slipways.check_slip(position, order)
    price, have = chart.parts(position, order.unit, order.area)[0], purse(position, account)
    if order.twice:
        if not chart.may_hurry(position, order.unit):
            problems.append(
                TWICE.broken(
                    "two parts are paid at once by who has improved construction",
                    found=order.unit,
                    expected="one part, or a unit of several parts once it is developed",
                )
            )
        price = sum(chart.whole_parts(position, order.unit, order.area)[:2])
    if price > have:
        problems.append(BUILD_FUNDS.broken(f"{order.unit} costs more than {account} has", found=f"{price} ipp", expected=f"at most {have}"))
    return problems


def _check_site(position: Position, order: Build, account: str) -> list[Problem]:
    row, area = position.title.units[order.unit], order.area
    if not area or not held_all_turn(position, area, position.power):
        return [
            SITE.broken(
                "a facility is built in an area held since the turn began",
                found=area or "no area",
                expected="an area of one's own",
            )
        ]
    problems = []
    if not may_stand(position, account, order.unit, area):
        problems.append(PLACE.broken(f"{order.unit} cannot stand there", found=area, expected="home country, or an area of value"))
    if row.has("border") and order.border not in position.title.neighbours[area]:
        problems.append(
            NO_BORDER.broken(f"{order.unit} stands on a border", found=order.border or "none", expected=f"a neighbour of {area}")
        )
    elif wanted := sites.faces_wrongly(position, row, order.border):
        problems.append(NO_BORDER.broken(f"{order.unit} does not stand on such a border", found=order.border, expected=wanted))
    return problems or _check_way(position, order) or _check_room(position, order)


def _check_way(position: Position, order: Build) -> list[Problem]:
    """Minor factories need a supply path to a major one at home, minor shipyards a railway to a factory (table 12-2, section 12.6)."""
    row, area, power = position.title.units[order.unit], order.area, position.power
    if row.has("needs-supply") and not placing.supplied(position, area, "researches"):
        return [SUPPLY.broken("no supply path from a major factory at home", found=area, expected="an area with one")]
    ways = supply.joined(position, area, lambda other: position.state.control.get(other) in position.friends_of(power))
    if row.has("needs-rail") and not set(ways) & set(ready_factories(position, power)):
        return [RAIL.broken("no railway leads to a factory", found=area, expected="an area with one")]
    return []


def _check_room(position: Position, order: Build) -> list[Problem]:
    """Upgrades need what they upgrade; of ports and bases one stands in an area; one fortification, one railway on a border."""
    unit, area = order.unit, order.area
    if upgrade := upgrades(position.title).get(unit):
        have = sites.standing(position, upgrade.old, area)
        if have <= sites.coming(position, unit, area):
            return [UPGRADE.broken(f"{unit} needs {upgrade.old}", found=f"{have} in {area}", expected="one more")]
        unit = upgrade.new
    railway = position.title.units[unit].has("rail") and sites.has_railway(position, unit, area, order.border)
    if railway or sites.is_taken(position, unit, area, order.border):
        return [TAKEN.broken(f"{unit} stands there already, or is being built", found=area, expected="another place")]
    return []


def check_advance(position: Position, order: Advance) -> list[Problem]:
    """Return what is wrong with paying the next part."""
    account = account_named(position, order.account)
    border = order.to or order.border
    have = chart.may_advance(position, account, order.unit, order.area, border, order.stage) if account else 0
    if order.count > have:
        return [
            CHART.broken(
                f"not so many {order.unit} have had {order.stage} parts paid in earlier turns",
                found=str(order.count),
                expected=f"at most {have}",
            )
        ]
    last = order.stage + 1 == chart.stages(position, order.unit)
    if order.to and last and (order.count > 1 or lending.granted(position, account, order.to)):
        return [
            lending.WAITING.broken(f"one ship at a time is delivered to {order.to}", found=str(order.count), expected="what waits first")
        ]
    price = chart.price_of(position, account, order.unit, order.area, border, order.stage, order.count)
    if price > purse(position, account):
        return [
            ADVANCE_FUNDS.broken(
                f"it costs more than {account} has",
                found=f"{price} ipp",
                expected=f"at most {purse(position, account)}",
            )
        ]
    return []
