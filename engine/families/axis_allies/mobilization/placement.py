"""Where new units may be mobilized (section Restrictions on Placement)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from engine.families.axis_allies.board import Stacks, enemy_stacks, friendly_stacks, is_hostile, is_impassable, is_sea, own_stacks
from engine.families.axis_allies.deck import boards_new_carriers, deck_space, free_deck
from engine.families.axis_allies.economy.accounts import is_solvent
from engine.families.axis_allies.facilities.factories import account_at, ready_factories, room, rooms_for
from engine.families.axis_allies.facilities.sites import check_site, sites_left
from engine.families.axis_allies.mobilization.factoryless_placement import without_factory
from engine.families.axis_allies.movement.movement_limits import check_ban
from engine.families.axis_allies.orders import Place
from engine.families.axis_allies.vocabulary import DECKED
from engine.forces import show_units, without_steps
from engine.mechanics.profile import profile
from engine.problems import FATAL, ILLEGAL, Problem, Rule
from engine.rules import Position
from engine.title.model import Unit

SECTION = "Restrictions on Placement"

OWN_UNITS = Rule("mobilize/own-units", SECTION, FATAL)
NOT_BOUGHT = Rule("mobilize/not-bought", "Phase 5: Mobilize New Units")
NOTHING = Rule("mobilize/nothing", SECTION, FATAL)
ACCOUNT = Rule("mobilize/account", SECTION, FATAL)
SPACE = Rule("mobilize/space", SECTION, FATAL)
FACTORY = Rule("mobilize/factory", SECTION)
DECK = Rule("mobilize/deck", SECTION)
LIMIT = Rule("mobilize/limit", SECTION)
ENEMY_SEAS = Rule("mobilize/enemy-seas", SECTION)
BOARDING = Rule("mobilize/boarding", SECTION, FATAL)


def placed_units(position: Position, order: Place) -> dict[str, int]:
    """Return unit type to count of an order's units, in the title's order: factories and carriers come before the units that need them."""
    counts: dict[str, int] = {}
    for item in order.forces:
        if item.power in ("", position.power):
            counts[item.unit] = counts.get(item.unit, 0) + item.count
    return {unit: counts[unit] for unit in position.title.units if unit in counts}


def check_place(position: Position, order: Place) -> list[Problem]:
    """Return what is wrong with placing units; `mobilize` checks the carriers promised to waiting fighters."""
    counts = placed_units(position, order)
    problems = _check_bought(position, order, counts)
    factories, free = made_at(position, order), without_factory(position, order.area, counts)
    for unit, count in counts.items():
        row = position.title.units[unit]
        if not fits_area(position, row, order.area):
            problems.append(_wrong_kind(position, row, order.area))
        elif among_enemies(position, order.area):
            problems.append(_among_enemies(position, row, order.area))
        elif banned := check_ban(position, row.cls, order.area, "mobilize"):
            problems.append(banned)
        elif row.cls == "facility":
            problems += check_site(position, order, row, count)
        elif count > free.get(unit, 0) and not factories:
            problems.append(_no_factory(position, order, row, free.get(unit, 0)))
        elif row.cls == "air" and is_sea(position.title, order.area):
            problems += _check_deck(position, order.area, counts, count)
    return problems + _check_limit(position, order, counts, factories) + check_boarding(position, order, counts)


def placing_account(position: Position, order: Place) -> str:
    """Return the account whose units an order places: that of the home with the area, or with the factory beside the zone."""
    if not is_sea(position.title, order.area):
        return account_at(position, order.area)
    touching = [area for area in rooms_for(position, order.area, position.power) if order.factory in ("", area)]
    owners = list(dict.fromkeys(account_at(position, area) for area in touching)) or [position.power]
    counts, pool = placed_units(position, order), position.state.pool
    able = (one for one in owners if all(pool.get((one, unit), 0) >= n for unit, n in counts.items()))
    return next(able, owners[0])


def fits_area(position: Position, unit: Unit, area: str) -> bool:
    """Return whether a unit of this kind can stand in the area at all for the power on turn."""
    title = position.title
    if is_sea(title, area):
        return unit.cls == "sea" or unit.has("lands-on-carriers")
    return unit.cls != "sea" and not is_impassable(title, area) and not is_hostile(position, area, position.power)


def among_enemies(position: Position, zone: str) -> bool:
    """Return whether enemy units bar a sea zone to new ones (option `placing-among-enemies`)."""
    if position.options.get("placing-among-enemies") != "off" or not is_sea(position.title, zone):
        return False
    return bool(enemy_stacks(position, zone, position.power))


def made_at(position: Position, order: Place) -> dict[str, int]:
    """Return the ready factories that an order's units may come from, each with its room, in the order they are used."""
    power = position.power
    if is_sea(position.title, order.area):
        rooms, account = rooms_for(position, order.area, power), placing_account(position, order)
        return {area: rooms[area] for area in rooms if order.factory in ("", area) and account_at(position, area) == account}
    ready = order.area in ready_factories(position, power) and order.factory in ("", order.area)
    return {order.area: room(position, order.area)} if ready else {}


def through_factories(position: Position, order: Place, counts: dict[str, int]) -> int:
    """Return how many of these units need a factory: all but facilities and units exempt from it."""
    free = without_factory(position, order.area, counts)
    return sum(count - free.get(unit, 0) for unit, count in counts.items() if position.title.units[unit].cls != "facility")


def mendable(position: Position, order: Place) -> Place | None:
    """Return the part of an order that has been bought and can be placed there, or None if there is none."""
    account, items = placing_account(position, order), []
    if not is_solvent(position, account, position.power):
        return None
    for unit, count in placed_units(position, order).items():
        row, have = position.title.units[unit], position.state.pool.get((account, unit), 0)
        allowed = min(count, have, sites_left(position, order, row, count))
        if allowed and fits_area(position, row, order.area) and not among_enemies(position, order.area):
            items.append((unit, allowed))
    return replace(order, units=show_units(items), boarding="") if items else None


def _check_bought(position: Position, order: Place, counts: dict[str, int]) -> list[Problem]:
    power, account, problems = position.power, placing_account(position, order), []
    if not is_solvent(position, account, power):
        message, expected = f"the capital of {account} is in enemy hands", "units of an account that has its capital"
        problems.append(ACCOUNT.broken(message, found=account, expected=expected))
    for item in order.forces:
        if item.power not in ("", power):
            problems.append(OWN_UNITS.broken(f"{item.unit} of another power", found=item.power, expected=power))
    for unit, count in counts.items():
        have = position.state.pool.get((account, unit), 0)
        if count > have:
            problems.append(
                NOT_BOUGHT.broken(
                    f"{account} has no such {unit} to place",
                    found=str(count),
                    expected=f"at most {have}",
                    severity=ILLEGAL if have else FATAL,
                )
            )
    if not counts and not problems:
        problems.append(NOTHING.broken("nothing is placed", found="no units", expected="units"))
    return problems


def _wrong_kind(position: Position, row: Unit, area: str) -> Problem:
    holder = position.state.control.get(area, "")
    found = f"{area} of {holder}" if holder else area
    expected = "a sea zone beside a factory" if row.cls == "sea" else "an area with a factory of one's own"
    return SPACE.broken(f"{row.unit} cannot be placed there", found=found, expected=expected)


def _among_enemies(position: Position, row: Unit, zone: str) -> Problem:
    there = enemy_stacks(position, zone, position.power)[0][0]
    message = f"{row.unit} cannot be placed in a sea zone that holds enemy units"
    return ENEMY_SEAS.broken(message, found=f"{there.unit} of {there.power} in {zone}", expected="a zone without enemy units")


def _no_factory(position: Position, order: Place, row: Unit, free: int) -> Problem:
    ready = ", ".join(ready_factories(position, position.power)) or "none"
    where = f"{order.area} from {order.factory}" if order.factory else order.area
    message = f"{row.unit} needs a factory owned since the turn began, in its area or beside its sea zone"
    expected = f"factories ready: {ready}" + (f"; {free} {row.unit} need none here" if free else "")
    return FACTORY.broken(message, found=where, expected=expected)


def _check_deck(position: Position, zone: str, counts: dict[str, int], count: int) -> list[Problem]:
    """New fighters stand on carriers of their own power; fighters already there may use any friendly deck."""
    title, power = position.title, position.power
    new = sum(title.units[unit].number("carries-aircraft") * number for unit, number in counts.items())
    newly = DECKED.number(position.state, zone)
    own = deck_space(position, own_stacks(position, zone, power)) + new - newly
    left = max(0, min(own, free_deck(position, zone, power) + new))
    if count <= left:
        return []
    carriers = deck_space(position, friendly_stacks(position, zone, power))
    message = f"new aircraft need room on {power}'s own carriers ({carriers} spaces on friendly carriers there)"
    return [DECK.broken(message, found=str(count), expected=f"at most {left}")]


def boarding(position: Position, order: Place) -> Stacks:
    """Return the aircraft, of the area of the factory that makes an order's carriers, that go aboard these."""
    factory = next(iter(made_at(position, order)), "")
    wanted = Counter({item.unit: item.count for item in without_steps(order.listed("boarding"))}) if order.boarding else Counter[str]()
    found = []
    for key, count in own_stacks(position, factory, position.power) if factory else ():
        n = min(count, wanted[key.unit])
        wanted[key.unit] -= n
        if n and position.title.units[key.unit].has("lands-on-carriers"):
            found.append((key, n))
    return found


def check_boarding(position: Position, order: Place, counts: dict[str, int]) -> list[Problem]:
    """Aircraft go aboard carriers that are placed now, beside the new ones of the same order."""
    if not order.boarding:
        return []
    title, asked = position.title, sum(item.count for item in without_steps(order.listed("boarding")))
    decks = sum(profile(position, position.power, unit).number("carries-aircraft") * number for unit, number in counts.items())
    new = sum(number for unit, number in counts.items() if title.units[unit].has("lands-on-carriers"))
    room = max(0, decks - new) if boards_new_carriers(position) and is_sea(title, order.area) else 0
    able = min(room, sum(n for _, n in boarding(position, order)))
    if asked <= able:
        return []
    message = "aircraft of the factory's area board carriers that are placed"
    return [BOARDING.broken(message, found=order.boarding, expected=f"at most {able}")]


def _check_limit(position: Position, order: Place, counts: dict[str, int], factories: dict[str, int]) -> list[Problem]:
    total, left = through_factories(position, order, counts), sum(factories.values())
    if not factories or total <= left:
        return []
    where = ", ".join(f"{area} {number}" for area, number in factories.items())
    return [
        LIMIT.broken(
            "more units than the factory can still mobilize this turn",
            found=str(total),
            expected=f"at most {left} ({where})",
        )
    ]
