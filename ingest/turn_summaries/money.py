"""The stores of the main resource, as far as a text shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine import events as ev
from ingest.turn_summaries.event_log import OBSERVED, EventLog, Start


class Money:
    """Stores by power; one that no line has told yet is None, and what is spent of it is not counted."""

    def __init__(self, log: EventLog, resource: str, start: Start) -> None:
        self.log, self.resource = log, resource
        self.stores: dict[str, int | None] = {}
        self.before = start.stores
        self.found: dict[str, int] = {}
        self.blind: set[str] = set()

    def open(self) -> None:
        """Tell the stores that are known from the start."""
        for power, amount in self.before.items():
            self.set_up(power, amount, OBSERVED)

    def set_up(self, power: str, amount: int, cause: str) -> None:
        """Tell a store at the start."""
        self.stores[power] = amount
        self.log.emit(ev.ResourceChanged(power, self.resource, amount, amount, cause))

    def pay(self, power: str, delta: int | None, balance: int | None, cause: str, counterparty: str = "", area: str = "") -> None:
        """Change a store by `delta` to `balance`, either of which the text may leave out; what does not fit is told as a gap."""
        held = self.stores.get(power)
        if held is None:
            self._first(power, delta, balance)
            return
        if balance is None:
            balance = held + (delta or 0)
        elif delta is None:
            delta = balance - held
        elif held + delta != balance:
            self._correct(power, held, balance - delta)
        if delta:
            self._tell(power, delta, balance, cause, counterparty, area)

    def see(self, power: str, balance: int) -> None:
        """Take in a balance that is listed."""
        held = self.stores.get(power)
        if held is None:
            self._first(power, 0, balance)
        elif held != balance:
            self._correct(power, held, balance)

    def _first(self, power: str, delta: int | None, balance: int | None) -> None:
        if balance is None:
            self.blind.add(power)
            self.log.gap("store", f"what {power} has of {self.resource} is not told yet: a change of it is left out")
            return
        if delta is not None and power not in self.blind:
            self.found.setdefault(power, balance - delta)
        self.stores[power] = balance
        if balance:
            self._tell(power, balance, balance, OBSERVED)

    def _correct(self, power: str, held: int, right: int) -> None:
        self.log.gap("store", f"{power}'s {self.resource} changed without a word", str(right), str(held))
        self._tell(power, right - held, right, OBSERVED)

    def _tell(self, power: str, delta: int, balance: int, cause: str, counterparty: str = "", area: str = "") -> None:
        self.stores[power] = balance
        self.log.emit(ev.ResourceChanged(power, self.resource, delta, balance, cause, counterparty, area))


Bill = tuple[tuple[tuple[str, int], ...], int]
"""Units with their counts and what all of them are worth; counts below 0 are taken off (a battle's score)."""

MAX_PRICE = 99
"""The dearest unit that is believed."""


def prices(bills: Iterable[Bill]) -> dict[str, int]:
    """Return what each unit costs, worked out from purchases and the scores of battles.

    The price that most bills with one new unit in them show is taken first, of equals the lowest, and so on with what is
    then known; where no bill is left with one new unit, the two prices that most bills with the same two show, of at
    least two bills. Votes keep slips and a technology that makes units cheaper from spoiling the rest. A unit that no
    bill singles out has no price.
    """
    known: dict[str, int] = {}
    rest = [bill for bill in bills if bill[0]]
    while True:
        shown = _singles(rest, known) or _pairs(rest, known)
        if not shown:
            return known
        best = max(shown, key=lambda found: (shown[found], [-price for _, price in found]))
        known |= dict(best)


Shown = Counter[tuple[tuple[str, int], ...]]
"""Prices of one or two units, and how many bills show them."""


def _open(bill: Bill, known: dict[str, int]) -> tuple[list[tuple[str, int]], int]:
    """The units of a bill that have no price yet, and what is left for them."""
    units, total = bill
    new = [(unit, count) for unit, count in units if unit not in known]
    return new, total - sum(count * known.get(unit, 0) for unit, count in units)


def _singles(bills: list[Bill], known: dict[str, int]) -> Shown:
    shown: Shown = Counter()
    for bill in bills:
        new, left = _open(bill, known)
        if len(new) == 1:
            price, odd = divmod(left, new[0][1])
            if not odd and 0 < price <= MAX_PRICE:
                shown[(new[0][0], price),] += 1
    return shown


def _pairs(bills: list[Bill], known: dict[str, int]) -> Shown:
    shown: Shown = Counter()
    for bill in set(bills):
        new, left = _open(bill, known)
        if len(new) == 2:
            (one, many), (two, count) = new
            for price in range(1, MAX_PRICE + 1):
                other, odd = divmod(left - many * price, count)
                if not odd and 0 < other <= MAX_PRICE:
                    shown[(one, price), (two, other)] += 1
    return Counter({found: votes for found, votes in shown.items() if votes > 1})
