"""The purchase units phase (section Phase 1: Purchase Units)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.events import FacilityChanged, ResourceChanged
from engine.families.axis_allies.economy.accounts import account_named, accounts
from engine.families.axis_allies.economy.payment import affordable, bill, is_for_sale, pay, short
from engine.families.axis_allies.facilities.factories import account_at, own_facility, purse, repair_cost, repairable
from engine.families.axis_allies.orders import Buy, Repair
from engine.forces import parse_units, show_units
from engine.orders import Order
from engine.play import Play
from engine.rules import Phase, Position, Problem

ORDER_UNITS = "Purchase Units, Step 1: Order Units"
PAY = "Purchase Units, Step 2: Pay for Units & Industrial Complex Repairs"


class PurchaseUnits(Phase):
    """Buy units, which wait to be mobilized later in the turn, and repair factories at once."""

    slug = "purchase-units"
    takes = (Buy, Repair)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with a purchase or a repair."""
        return _check_buy(position, order) if isinstance(order, Buy) else _check_repair(position, order)

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the part of the order that can be paid for."""
        if isinstance(order, Buy):
            account = account_named(position, order.account)
            items = affordable(position, account, wanted(position, order)) if account else {}
            return replace(order, units=show_units(items.items())) if items else None
        if any(problem.fatal for problem in problems):
            return None
        most = purse(position, account_at(position, order.area)) // repair_cost(position)
        points = min(order.points, _damage(position, order), most)
        return replace(order, points=points) if points else None

    def carry_out(self, play: Play, order: Order) -> None:
        """Pay; bought units wait, repaired factories work at once."""
        if isinstance(order, Buy):
            pay(play, account_named(play.position, order.account) or play.position.power, wanted(play.position, order))
        else:
            _repair(play, order)


def wanted(position: Position, order: Buy) -> dict[str, int]:
    """Return unit type to count of an order's units that are for sale."""
    counts: dict[str, int] = {}
    for item in parse_units(order.units):
        if item.power in ("", position.power) and is_for_sale(position, item.unit):
            counts[item.unit] = counts.get(item.unit, 0) + item.count
    return counts


def _check_buy(position: Position, order: Buy) -> list[Problem]:
    items, problems = parse_units(order.units), []
    account = account_named(position, order.account)
    if not account:
        return [Problem("purchase/account", ORDER_UNITS, f"{position.power} does not buy for {order.account}", order.account,
                        ", ".join(accounts(position.title, position.power)), True)]  # fmt: skip
    if not items:
        problems.append(Problem("purchase/nothing", ORDER_UNITS, "nothing is bought", "no units", "units", True))
    for item in items:
        if item.power not in ("", position.power):
            problems.append(Problem("purchase/own-units", ORDER_UNITS, f"{item.unit} for another power",
                                    item.power, position.power, True))  # fmt: skip
        elif not is_for_sale(position, item.unit):
            why = "waits for its technology" if position.title.units[item.unit].cost else "has no price"
            problems.append(Problem("purchase/not-for-sale", ORDER_UNITS, f"{item.unit} {why}",
                                    item.unit, "a unit that is for sale", True))  # fmt: skip
    for unit, count in wanted(position, order).items():
        if count > (most := still_made(position, unit, count)):
            problems.append(Problem("purchase/per-turn", ORDER_UNITS, f"no more {unit} are made in this turn",
                                    str(count), f"at most {most}", True))  # fmt: skip
    for resource, total, have in short(position, account, bill(position, account, wanted(position, order)).payments):
        problems.append(Problem("purchase/funds", PAY, f"{order.units} cost more than {account} has",
                                f"{total} {resource}", f"at most {have}"))  # fmt: skip
    return problems


def still_made(position: Position, unit: str, count: int) -> int:
    """Return how many of `count` units of a type the power on turn, its riders included, can still buy in this turn."""
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
        return [Problem("purchase/repair-own", PAY, f"{power} has no {order.facility or 'factory'} in {area}",
                        f"{area} of {holder}", f"a {order.facility or 'factory'} of one's own", True)]  # fmt: skip
    problems, damage = [], _damage(position, order)
    if order.points > damage:
        problems.append(Problem("purchase/repair-damage", PAY, f"more points are removed than {area} has",
                                str(order.points), f"at most {damage}", not damage))  # fmt: skip
    account = account_at(position, area)
    cost, have = order.points * repair_cost(position), purse(position, account)
    if cost > have:
        problems.append(Problem("purchase/funds", PAY, f"repairing {area} costs more than {account} has",
                                f"{cost} {position.title.resource}", f"at most {have}"))  # fmt: skip
    return problems


def _repair(play: Play, order: Repair) -> None:
    position = play.position
    power, resource = position.power, position.title.resource
    account, cost = account_at(position, order.area), order.points * repair_cost(position)
    facility = _facility(position, order)
    damage = position.state.damage.get((order.area, facility), 0) - order.points
    play.emit(ResourceChanged(account, resource, -cost, purse(position, account) - cost, "repair", area=order.area))
    play.emit(FacilityChanged(order.area, facility, power, "repaired", -order.points, damage))
