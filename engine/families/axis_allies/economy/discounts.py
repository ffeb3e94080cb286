"""Discounts on purchases from technologies (global-1939, Production Technology).

The discount depends on all purchases of an account in the turn, regardless of the number of orders: the first unit of
each type of land unit or aircraft (effect `type-discount`), and one of every few land units other than infantry (effect
`group-discount`). The marker `bought|ACCOUNT|UNIT` counts purchases, for powers that have such a technology.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.families.axis_allies.technology import effect
from engine.families.axis_allies.vocabulary import BOUGHT
from engine.mechanics.profile import profile
from engine.play import Play
from engine.rules import Position

Counts = Mapping[str, int]


def applies(position: Position) -> bool:
    """Return whether the power on turn has a technology that makes purchases cheaper."""
    return any(effect(position, position.power, word) for word in ("type-discount", "group-discount"))


def most_off(position: Position, power: str) -> int:
    """Return the largest discount on one unit for a power."""
    return effect(position, power, "type-discount") + bool(effect(position, power, "group-discount"))


def bought(position: Position, account: str) -> dict[str, int]:
    """Return unit type to the count that an account has bought this turn, less units given back."""
    found = {}
    for unit in position.title.units:
        if count := BOUGHT.number(position.state, account, unit):
            found[unit] = count
    return found


def saved(position: Position, counts: Counts) -> int:
    """Return the total discount on units bought in one turn."""
    first, group = (effect(position, position.power, word) for word in ("type-discount", "group-discount"))
    rows = {unit: profile(position, position.power, unit) for unit, count in counts.items() if count > 0}
    types = sum(row.cls in ("land", "air") for row in rows.values())
    heavy = sum(counts[unit] for unit, row in rows.items() if row.cls == "land" and not row.has("infantry"))
    return first * types + (heavy // group if group else 0)


def shares(position: Position, account: str, counts: Counts) -> dict[str, int]:
    """Return unit type to its discount if the units are bought now, in this order."""
    if not applies(position):
        return {}
    before, found = bought(position, account), {}
    for unit, count in counts.items():
        after = {**before, unit: before.get(unit, 0) + count}
        if less := saved(position, after) - saved(position, before):
            found[unit] = less
        before = after
    return found


def lost(position: Position, account: str, unit: str, count: int) -> int:
    """Return the discount lost by giving units back."""
    before = bought(position, account)
    return saved(position, before) - saved(position, {**before, unit: before.get(unit, 0) - count})


def note(play: Play, account: str, unit: str, more: int) -> None:
    """Count units bought, or with a negative number given back."""
    if applies(play.position):
        total = bought(play.position, account).get(unit, 0) + more
        BOUGHT.emit(play, total, account, unit)


def prices(cost: int, count: int, less: int) -> list[tuple[int, int]]:
    """Return (count, cost each) of units of one type with a total discount spread evenly; no cost falls below 0."""
    each, more = divmod(less, count) if count else (0, 0)
    lines = [(more, max(0, cost - each - 1)), (count - more, max(0, cost - each))]
    return [(n, price) for n, price in lines if n]
