"""The cost of units, and the stores that pay for them.

Money is the title's main resource. Two other stores may pay as well: aid, which is like money but not for every unit
(`lend_lease.py`), and a levy, which pays for one unit type at its own price (`levy.py`). Markers keep their payments of
a turn, so that refunds go back to the right store.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.events import ResourceChanged, UnitsPurchased
from engine.families.axis_allies.economy import discounts, lend_lease, levy
from engine.families.axis_allies.economy.goods import is_among_goods
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.vocabulary import PAID
from engine.mechanics.profile import profile
from engine.play import Play
from engine.rules import Position
from engine.title.model import Unit


class BillLine(NamedTuple):
    """Units of one type at one price."""

    unit: str
    count: int  # type: ignore[assignment]  # a field may hide the method of tuple
    cost: int
    resource: str

    @property
    def total(self) -> int:
        """The cost of the line."""
        return self.count * self.cost


class Bill(NamedTuple):
    """The cost of units, line by line, and the share of each store."""

    lines: tuple[BillLine, ...]
    payments: dict[str, int]


def is_for_sale(position: Position, unit: str) -> bool:
    """Return whether the power on turn can buy a unit type: it has a price, any technology it requires, and is among its goods."""
    row = profile(position, position.power, unit)
    able = not row.has("researched") or row.has("available")
    return bool(row.cost) and able and is_among_goods(position, position.power, unit)


def bill(position: Position, account: str, counts: dict[str, int]) -> Bill:
    """Return the bill for an account of the power on turn; the levy and aid are used first."""
    lines: list[BillLine] = []
    less = discounts.shares(position, account, counts)
    left = purse(position, account, levy.resource(position, account))
    for unit, count in counts.items():
        row = profile(position, position.power, unit)
        price = levy.price(position, account, unit)
        levied = min(count, left // price) if price else 0
        left -= levied * price
        lines.append(BillLine(unit, levied, price, levy.resource(position, account)))
        lines += [BillLine(unit, n, cost, row.resource) for n, cost in discounts.prices(row.cost, count - levied, less.get(unit, 0))]
    lines = [line for line in lines if line.count]
    return Bill(tuple(lines), _payments(position, account, lines))


def _payments(position: Position, account: str, lines: list[BillLine]) -> dict[str, int]:
    owed: dict[str, int] = {}
    for line in lines:
        owed[line.resource] = owed.get(line.resource, 0) + line.total
    aid = lend_lease.terms(position)
    if aid and account in aid.receivers:
        fit = sum(line.total for line in lines if _is_aided(position, line.unit, line.resource))
        paid = min(fit, purse(position, account, aid.resource))
        if paid:
            owed = {aid.resource: paid} | owed | {position.title.resource: owed[position.title.resource] - paid}
    return {resource: total for resource, total in owed.items() if total}


def _is_aided(position: Position, unit: str, resource: str) -> bool:
    return resource == position.title.resource and lend_lease.buys(position, unit)


def short(position: Position, account: str, payments: dict[str, int]) -> list[tuple[str, int, int]]:
    """Return (resource, amount owed, balance) of every store that cannot pay its part."""
    stores = ((resource, owed, purse(position, account, resource)) for resource, owed in payments.items())
    return [(resource, owed, have) for resource, owed, have in stores if owed > have]


def affordable(position: Position, account: str, counts: dict[str, int]) -> dict[str, int]:
    """Return as many of the units, the first named first, as the account can pay for."""
    bought: dict[str, int] = {}
    for unit, count in counts.items():
        while count and short(position, account, bill(position, account, bought | {unit: count}).payments):
            count -= 1
        if count:
            bought[unit] = count
    return bought


def pay(play: Play, account: str, counts: dict[str, int]) -> None:
    """Buy units: they wait to be placed, and the stores pay."""
    made = bill(play.position, account, counts)
    for line in made.lines:
        play.emit(UnitsPurchased(account, line.unit, line.count, line.cost, line.total, line.resource))
    for unit, count in counts.items():
        discounts.note(play, account, unit, count)
    for resource, total in made.payments.items():
        play.emit(ResourceChanged(account, resource, -total, purse(play.position, account, resource) - total, "purchase"))
        if resource != play.title.resource:
            _note(play, account, resource, total)


def give_back(play: Play, account: str) -> None:
    """Give back an account's unplaced units, and refund their price; with option `unplaced-units` at `lost` that is gone.

    With that option at `kept` they wait for the next turn.
    """
    unplaced = play.position.options.get("unplaced-units")
    if unplaced == "kept":
        return
    for unit, count in sorted((unit, count) for (owner, unit), count in play.state.pool.items() if owner == account):
        for line in _refunds(play.position, account, unit, count):
            play.emit(UnitsPurchased(account, unit, -line.count, line.cost, -line.total, line.resource))
            if unplaced != "lost":
                _refund(play, account, line)
        discounts.note(play, account, unit, -count)


def _refunds(position: Position, account: str, unit: str, count: int) -> list[BillLine]:
    row: Unit = profile(position, position.power, unit)
    price, store = levy.price(position, account, unit), levy.resource(position, account)
    levied = min(count, _noted(position, account, store) // price) if price else 0
    less = discounts.lost(position, account, unit, count) if discounts.applies(position) else 0
    lines = [BillLine(unit, levied, price, store)]
    lines += [BillLine(unit, n, cost, row.resource) for n, cost in discounts.prices(row.cost, count - levied, less)]
    return [line for line in lines if line.count]


def _refund(play: Play, account: str, line: BillLine) -> None:
    aid, left = lend_lease.terms(play.position), line.total
    back = {line.resource: left}
    if aid and account in aid.receivers and _is_aided(play.position, line.unit, line.resource):
        aided = min(left, _noted(play.position, account, aid.resource))
        back = {aid.resource: aided, line.resource: left - aided}
    for resource, total in back.items():
        if total:
            balance = purse(play.position, account, resource) + total
            play.emit(ResourceChanged(account, resource, total, balance, "refund"))
            if resource != play.title.resource:
                _note(play, account, resource, -total)


def _noted(position: Position, account: str, resource: str) -> int:
    return PAID.number(position.state, account, resource)


def _note(play: Play, account: str, resource: str, more: int) -> None:
    total = _noted(play.position, account, resource) + more
    PAID.emit(play, total, account, resource)
