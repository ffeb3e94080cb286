"""Orders and observations in a line, as a log writes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import structs

from engine.observations import Observation
from engine.orders import Order
from engine.rules import EndPhase


def words(items: Sequence[Order | Observation]) -> str:
    """Return orders or observations in a line; the ends of phases are left out."""
    return "; ".join(_line(item) for item in items if not isinstance(item, EndPhase)) or "nothing"


def apart(one: Sequence[Order], two: Sequence[Order]) -> tuple[list[Order], list[Order]]:
    """Return the orders of each of two lists that the other has not, as often as it has not, in their order."""
    return _without(one, two), _without(two, one)


def _without(orders: Sequence[Order], others: Sequence[Order]) -> list[Order]:
    left, found = Counter(others), list[Order]()
    for order in orders:
        if left[order]:
            left[order] -= 1
        else:
            found.append(order)
    return found


def _line(item: Order | Observation) -> str:
    """Return an item with what it says, in the order of its fields; what is set without a value (`raid`) by its name."""
    said = [str(item.__struct_config__.tag)]
    for field in structs.fields(item):
        value = getattr(item, field.name)
        if value is True:
            said.append(field.name)
        elif value != field.default:
            said.append(str(value))
    return " ".join(said)
