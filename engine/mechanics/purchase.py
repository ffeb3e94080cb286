"""The purchase units phase (section Phase 1: Purchase Units)."""

from __future__ import annotations

from engine.events import FacilityChanged, ResourceChanged, UnitsPurchased
from engine.forces import parse_units, show_units
from engine.mechanics.factories import own_factory, purse, repair_cost
from engine.mechanics.orders import Buy, Repair
from engine.mechanics.profile import profile
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

    def mend(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the part of the order that can be paid for."""
        if isinstance(order, Buy):
            items = _affordable(position, order)
            return Buy(show_units(items)) if items else None
        if any(problem.fatal for problem in problems):
            return None
        points = min(
            order.points, _damage(position, order.area), purse(position, position.power) // repair_cost(position)
        )
        return Repair(order.area, points) if points else None

    def carry_out(self, play: Play, order: Order) -> None:
        """Pay; bought units wait, repaired factories work at once."""
        if isinstance(order, Buy):
            _buy(play, order)
        else:
            _repair(play, order)


def wanted(position: Position, order: Buy) -> dict[str, int]:
    """Return unit type to count of an order's units that are for sale."""
    counts: dict[str, int] = {}
    for item in parse_units(order.units):
        if item.power in ("", position.power) and profile(position, position.power, item.unit).cost:
            counts[item.unit] = counts.get(item.unit, 0) + item.count
    return counts


def bill(position: Position, counts: dict[str, int]) -> dict[str, int]:
    """Return what units cost, by resource."""
    total: dict[str, int] = {}
    for unit, count in counts.items():
        row = profile(position, position.power, unit)
        total[row.resource] = total.get(row.resource, 0) + row.cost * count
    return total


def _check_buy(position: Position, order: Buy) -> list[Problem]:
    items, problems = parse_units(order.units), []
    if not items:
        problems.append(Problem("purchase/nothing", ORDER_UNITS, "nothing is bought", "no units", "units", True))
    for item in items:
        if item.power not in ("", position.power):
            problems.append(Problem("purchase/own-units", ORDER_UNITS, f"{item.unit} for another power",
                                    item.power, position.power, True))  # fmt: skip
        elif not profile(position, position.power, item.unit).cost:
            problems.append(Problem("purchase/not-for-sale", ORDER_UNITS, f"{item.unit} has no price",
                                    item.unit, "a unit that is for sale", True))  # fmt: skip
    for resource, total in bill(position, wanted(position, order)).items():
        have = purse(position, position.power, resource)
        if total > have:
            problems.append(Problem("purchase/funds", PAY, f"{order.units} cost more than {position.power} has",
                                    f"{total} {resource}", f"at most {have}"))  # fmt: skip
    return problems


def _affordable(position: Position, order: Buy) -> list[tuple[str, int]]:
    left: dict[str, int] = {}
    items = []
    for unit, count in wanted(position, order).items():
        row = profile(position, position.power, unit)
        have = left.setdefault(row.resource, purse(position, position.power, row.resource))
        if bought := min(count, have // row.cost):
            left[row.resource] = have - bought * row.cost
            items.append((unit, bought))
    return items


def _buy(play: Play, order: Buy) -> None:
    position = play.position
    power, counts = position.power, wanted(position, order)
    for unit, count in counts.items():
        row = profile(position, position.power, unit)
        play.emit(UnitsPurchased(power, unit, count, row.cost, row.cost * count, row.resource))
    for resource, total in bill(position, counts).items():
        play.emit(ResourceChanged(power, resource, -total, purse(position, power, resource) - total, "purchase"))


def _damage(position: Position, area: str) -> int:
    return position.state.damage.get((area, own_factory(position, area, position.power)), 0)


def _check_repair(position: Position, order: Repair) -> list[Problem]:
    power, area = position.power, order.area
    if not own_factory(position, area, power):
        holder = position.state.control.get(area, "nobody")
        return [Problem("purchase/repair-own", PAY, f"{power} has no factory in {area}", f"{area} of {holder}",
                        "a factory of one's own", True)]  # fmt: skip
    problems, damage = [], _damage(position, area)
    if order.points > damage:
        problems.append(Problem("purchase/repair-damage", PAY, f"more points are removed than {area} has",
                                str(order.points), f"at most {damage}", not damage))  # fmt: skip
    cost, have = order.points * repair_cost(position), purse(position, power)
    if cost > have:
        problems.append(Problem("purchase/funds", PAY, f"repairing {area} costs more than {power} has",
                                f"{cost} {position.title.resource}", f"at most {have}"))  # fmt: skip
    return problems


def _repair(play: Play, order: Repair) -> None:
    position = play.position
    power, resource = position.power, position.title.resource
    cost = order.points * repair_cost(position)
    factory, damage = own_factory(position, order.area, power), _damage(position, order.area) - order.points
    play.emit(ResourceChanged(power, resource, -cost, purse(position, power) - cost, "repair", area=order.area))
    play.emit(FacilityChanged(order.area, factory, power, "repaired", -order.points, damage))
