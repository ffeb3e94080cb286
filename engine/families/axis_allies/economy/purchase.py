"""The purchase units phase (section Phase 1: Purchase Units)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.events import FacilityChanged, ResourceChanged
from engine.families.axis_allies.economy.accounts import account_named, accounts, is_solvent, solvent
from engine.families.axis_allies.economy.muster import raise_units
from engine.families.axis_allies.economy.payment import affordable, bill, is_for_sale, pay, short
from engine.families.axis_allies.facilities.factories import (
    account_at,
    note_repair,
    own_facility,
    purse,
    repair_price,
    repairable,
    repaired_for,
)
from engine.families.axis_allies.orders import Buy, Repair
from engine.forces import show_units
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, ILLEGAL, Problem, Rule
from engine.rules import Phase, Position

ORDER_UNITS = "Purchase Units, Step 1: Order Units"
PAY = "Purchase Units, Step 2: Pay for Units & Industrial Complex Repairs"

ACCOUNT = Rule("purchase/account", ORDER_UNITS, FATAL)
NOTHING = Rule("purchase/nothing", ORDER_UNITS, FATAL)
OWN_UNITS = Rule("purchase/own-units", ORDER_UNITS, FATAL)
NOT_FOR_SALE = Rule("purchase/not-for-sale", ORDER_UNITS, FATAL)
PER_TURN = Rule("purchase/per-turn", ORDER_UNITS, FATAL)
FUNDS = Rule("purchase/funds", PAY)
REPAIR_OWN = Rule("purchase/repair-own", PAY, FATAL)
REPAIR_DAMAGE = Rule("purchase/repair-damage", PAY)


class PurchaseUnits(Phase):
    """Buy units, to be mobilized later in the turn, and repair factories at once."""

    slug = "purchase-units"
    takes: tuple[type[Order], ...] = (Buy, Repair)

    def close(self, play: Play) -> None:
        """End with what the power raises, if it does."""
        raise_units(play)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with a purchase or a repair."""
        if isinstance(order, Buy):
            return _check_buy(position, order)
        assert isinstance(order, Repair)
        return _check_repair(position, order)

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the part of the order that can be paid for."""
        if isinstance(order, Buy):
            account = account_named(position, order.account)
            items = affordable(position, account, wanted(position, order)) if account else {}
            return replace(order, units=show_units(items.items())) if items else None
        assert isinstance(order, Repair)
        if any(problem.fatal for problem in problems):
            return None
        most = repaired_for(position, purse(position, account_at(position, order.area)))
        points = min(order.points, _damage(position, order), most)
        return replace(order, points=points) if points else None

    def carry_out(self, play: Play, order: Order) -> None:
        """Pay; bought units wait, repaired factories work at once."""
        if isinstance(order, Buy):
            pay(play, account_named(play.position, order.account) or play.position.power, wanted(play.position, order))
        elif isinstance(order, Repair):
            _repair(play, order)


def wanted(position: Position, order: Buy) -> dict[str, int]:
    """Return unit type to the count of an order's units that are for sale."""
    counts: dict[str, int] = {}
    for item in order.forces:
        if item.power in ("", position.power) and is_for_sale(position, item.unit):
            counts[item.unit] = counts.get(item.unit, 0) + item.count
    return counts


def _check_buy(position: Position, order: Buy) -> list[Problem]:
    items, problems = order.forces, []
    account = account_named(position, order.account)
    if not account:
        return [
            ACCOUNT.broken(
                f"{position.power} does not buy for {order.account}",
                found=order.account,
                expected=", ".join(accounts(position.title, position.power)),
            )
        ]
    if not is_solvent(position, account, position.power):
        return [_insolvent(position, account)]
    if not items:
        problems.append(NOTHING.broken("nothing is bought", found="no units", expected="units"))
    for item in items:
        if item.power not in ("", position.power):
            problems.append(OWN_UNITS.broken(f"{item.unit} for another power", found=item.power, expected=position.power))
        elif not is_for_sale(position, item.unit):
            why = "waits for its technology" if position.title.units[item.unit].cost else "has no price"
            problems.append(NOT_FOR_SALE.broken(f"{item.unit} {why}", found=item.unit, expected="a unit that is for sale"))
    for unit, count in wanted(position, order).items():
        if count > (most := still_made(position, unit, count)):
            problems.append(PER_TURN.broken(f"no more {unit} are made in this turn", found=str(count), expected=f"at most {most}"))
    for resource, total, have in short(position, account, bill(position, account, wanted(position, order)).payments):
        problems.append(FUNDS.broken(f"{account} cannot pay for {order.units}", found=f"{total} {resource}", expected=f"at most {have}"))
    return problems


def _insolvent(position: Position, account: str) -> Problem:
    expected = ", ".join(solvent(position, position.power)) or "nobody"
    return ACCOUNT.broken(f"the capital of {account} is in enemy hands", found=account, expected=expected)


def still_made(position: Position, unit: str, count: int) -> int:
    """Return how many of `count` units of a type the power on turn, including its riders, can still buy this turn."""
    row = position.title.units[unit]
    waiting = sum(position.state.pool.get((one, unit), 0) for one in accounts(position.title, position.power))
    return max(0, min(count, row.number("made-per-turn") - waiting)) if row.has("made-per-turn") else count


def _facility(position: Position, order: Repair) -> str:
    return own_facility(position, order.area, position.power, order.facility)


def _damage(position: Position, order: Repair) -> int:
    return repairable(position, order.area, _facility(position, order))


def _check_repair(position: Position, order: Repair) -> list[Problem]:
    power, area = position.power, order.area
    if not _facility(position, order):
        holder = position.state.control.get(area, "nobody")
        return [
            REPAIR_OWN.broken(
                f"{power} has no {order.facility or 'factory'} in {area}",
                found=f"{area} of {holder}",
                expected=f"a {order.facility or 'factory'} of one's own",
            )
        ]
    problems, damage = [], _damage(position, order)
    if order.points > damage:
        problems.append(
            REPAIR_DAMAGE.broken(
                f"{area} has less damage than the points to remove",
                found=str(order.points),
                expected=f"at most {damage}",
                severity=ILLEGAL if damage else FATAL,
            )
        )
    account = account_at(position, area)
    if not is_solvent(position, account, power):
        problems.append(_insolvent(position, account))
    cost, have = repair_price(position, order.points), purse(position, account)
    if cost > have:
        problems.append(
            FUNDS.broken(
                f"repairing {area} costs more than {account} has",
                found=f"{cost} {position.title.resource}",
                expected=f"at most {have}",
            )
        )
    return problems


def _repair(play: Play, order: Repair) -> None:
    position = play.position
    power, resource = position.power, position.title.resource
    account, cost = account_at(position, order.area), repair_price(position, order.points)
    facility = _facility(position, order)
    damage = position.state.damage.get((order.area, facility), 0) - order.points
    play.emit(ResourceChanged(account, resource, -cost, purse(position, account) - cost, "repair", area=order.area))
    play.emit(FacilityChanged(order.area, facility, power, "repaired", -order.points, damage))
    note_repair(play, order.points)
