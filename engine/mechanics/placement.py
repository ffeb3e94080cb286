"""What may be placed where when new units are mobilized (section Restrictions on Placement)."""

from __future__ import annotations

from engine.forces import parse_units, show_units
from engine.mechanics.board import (
    count_of,
    friendly_stacks,
    held_all_turn,
    is_hostile,
    is_impassable,
    is_sea,
    own_stacks,
    stacks_in,
)
from engine.mechanics.deck import deck_space, free_deck
from engine.mechanics.factories import ready_factories, room, rooms_for
from engine.mechanics.orders import Place
from engine.rules import Position, Problem
from engine.titles.model import Unit

SECTION = "Restrictions on Placement"


def placed_units(position: Position, order: Place) -> dict[str, int]:
    """Return unit type to count of an order's units, in the title's order: factories and carriers come before what needs them."""
    counts: dict[str, int] = {}
    for item in parse_units(order.units):
        if item.power in ("", position.power):
            counts[item.unit] = counts.get(item.unit, 0) + item.count
    return {unit: counts[unit] for unit in position.title.units if unit in counts}


def check_place(position: Position, order: Place) -> list[Problem]:
    """Return what is wrong with placing units; the promise of carriers to waiting fighters is `mobilize`'s business."""
    counts = placed_units(position, order)
    problems = _check_bought(position, order, counts)
    factories = made_at(position, order)
    for unit, count in counts.items():
        row = position.title.units[unit]
        if not fits_area(position, row, order.area):
            problems.append(_wrong_kind(position, row, order.area))
        elif row.cls == "facility":
            problems += _check_new_factory(position, order.area, row, count)
        elif not factories:
            problems.append(_no_factory(position, order, row))
        elif row.cls == "air" and is_sea(position.title, order.area):
            problems += _check_deck(position, order.area, counts, count)
    return problems + _check_limit(position, counts, factories)


def fits_area(position: Position, unit: Unit, area: str) -> bool:
    """Return whether a unit of this kind can stand in the area at all for the power on turn."""
    title = position.title
    if is_sea(title, area):
        return unit.cls == "sea" or unit.has("lands-on-carriers")
    return unit.cls != "sea" and not is_impassable(title, area) and not is_hostile(position, area, position.power)


def made_at(position: Position, order: Place) -> dict[str, int]:
    """Return the ready factories that an order's units may come from, each with its room, in the order they are used."""
    power = position.power
    if is_sea(position.title, order.area):
        rooms = rooms_for(position, order.area, power)
        return {area: rooms[area] for area in rooms if order.factory in ("", area)}
    ready = order.area in ready_factories(position, power) and order.factory in ("", order.area)
    return {order.area: room(position, order.area)} if ready else {}


def through_factories(position: Position, counts: dict[str, int]) -> int:
    """Return how many of these units a factory must make: all but factories."""
    return sum(count for unit, count in counts.items() if position.title.units[unit].cls != "facility")


def mendable(position: Position, order: Place) -> Place | None:
    """Return what of an order can stand where it is placed and has been bought, or None when that is nothing."""
    power, items = position.power, []
    for unit, count in placed_units(position, order).items():
        row, have = position.title.units[unit], position.state.pool.get((power, unit), 0)
        allowed = min(count, have, _factories_left(position, order.area, row, count))
        if allowed and fits_area(position, row, order.area):
            items.append((unit, allowed))
    return Place(show_units(items), order.area, order.factory) if items else None


def _check_bought(position: Position, order: Place, counts: dict[str, int]) -> list[Problem]:
    power, problems = position.power, []
    for item in parse_units(order.units):
        if item.power not in ("", power):
            problems.append(
                Problem("mobilize/own-units", SECTION, f"{item.unit} of another power", item.power, power, True)
            )
    for unit, count in counts.items():
        have = position.state.pool.get((power, unit), 0)
        if count > have:
            problems.append(Problem("mobilize/not-bought", "Phase 5: Mobilize New Units", f"{power} has no such {unit} waiting",
                                    str(count), f"at most {have}", not have))  # fmt: skip
    if not counts and not problems:
        problems.append(Problem("mobilize/nothing", SECTION, "nothing is placed", "no units", "units", True))
    return problems


def _wrong_kind(position: Position, row: Unit, area: str) -> Problem:
    holder = position.state.control.get(area, "")
    found = f"{area} of {holder}" if holder else area
    expected = "a sea zone beside a factory" if row.cls == "sea" else "an area with a factory of one's own"
    return Problem("mobilize/space", SECTION, f"{row.unit} cannot be placed there", found, expected, True)


def _factories_left(position: Position, area: str, row: Unit, count: int) -> int:
    if not row.has("max-per-area"):
        return count
    return max(0, row.number("max-per-area") - count_of(stacks_in(position, area), row.unit))


def _check_new_factory(position: Position, area: str, row: Unit, count: int) -> list[Problem]:
    power, problems = position.power, []
    if not held_all_turn(position, area, power):
        before = position.state.turn_control.get(area, "nobody")
        problems.append(Problem("mobilize/new-factory-area", SECTION, f"{row.unit} in an area not held since the turn began",
                                f"{area} of {before}", f"an area of {power}"))  # fmt: skip
    if position.title.areas[area].value < 1:
        problems.append(Problem("mobilize/new-factory-value", SECTION, f"{row.unit} in an area without income value",
                                f"{area}: 0", "a value of at least 1"))  # fmt: skip
    left = _factories_left(position, area, row, count)
    if count > left:
        problems.append(Problem("mobilize/one-factory", SECTION, f"{area} cannot have so many of {row.unit}",
                                str(count), f"at most {left} more", not left))  # fmt: skip
    return problems


def _no_factory(position: Position, order: Place, row: Unit) -> Problem:
    ready = ", ".join(ready_factories(position, position.power)) or "none"
    where = f"{order.area} from {order.factory}" if order.factory else order.area
    message = f"{row.unit} needs a factory owned since the turn began, in its area or beside its sea zone"
    return Problem("mobilize/factory", SECTION, message, where, f"factories ready: {ready}")


def _check_deck(position: Position, zone: str, counts: dict[str, int], count: int) -> list[Problem]:
    """New fighters stand on carriers of their own power; fighters already there may use any friendly deck."""
    title, power = position.title, position.power
    new = sum(title.units[unit].number("carries-aircraft") * number for unit, number in counts.items())
    newly = int(position.state.marker("phase", f"decked|{zone}", "0"))
    own = deck_space(position, own_stacks(position, zone, power)) + new - newly
    left = max(0, min(own, free_deck(position, zone, power) + new))
    if count <= left:
        return []
    carriers = deck_space(position, friendly_stacks(position, zone, power))
    message = f"new aircraft need room on {power}'s own carriers ({carriers} spaces on friendly carriers there)"
    return [Problem("mobilize/deck", SECTION, message, str(count), f"at most {left}")]


def _check_limit(position: Position, counts: dict[str, int], factories: dict[str, int]) -> list[Problem]:
    total, left = through_factories(position, counts), sum(factories.values())
    if not factories or total <= left:
        return []
    where = ", ".join(f"{area} {number}" for area, number in factories.items())
    return [Problem("mobilize/limit", SECTION, "more units than the factory can still mobilize this turn",
                    str(total), f"at most {left} ({where})")]  # fmt: skip
