"""A greedy bot's purchases: first defenders of its capital, then a mix for land, sea and air, and sometimes a factory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import exp
from random import Random
from typing import NamedTuple

from engine.families.axis_allies.board import own_stacks
from engine.families.axis_allies.bots.distances import spread
from engine.families.axis_allies.bots.greedy import arms
from engine.families.axis_allies.bots.greedy.armada import is_enough
from engine.families.axis_allies.bots.greedy.campaign import is_overseas
from engine.families.axis_allies.bots.greedy.sealift import CARRIED, ships
from engine.families.axis_allies.bots.greedy.view import View, least
from engine.families.axis_allies.bots.greedy.walls import wall_for_sale
from engine.families.axis_allies.economy import levy
from engine.families.axis_allies.economy.goods import goods_of
from engine.families.axis_allies.economy.lend_lease import terms
from engine.families.axis_allies.economy.payment import is_for_sale
from engine.families.axis_allies.facilities.factories import (
    account_at,
    capacity,
    factory_damage,
    own_factory,
    purse,
    ready_factories,
    repair_price,
    repaired_for,
)
from engine.families.axis_allies.facilities.factories import room as room_of
from engine.families.axis_allies.mobilization.factoryless_placement import CityPlaces, without_factory
from engine.families.axis_allies.orders import Buy, Repair
from engine.forces import show_units
from engine.mechanics.profile import profile
from engine.orders import Order
from engine.title.model import Unit
from engine.title.settings import setting

PER_UNIT = 4
"""Money for each unit of capacity that a repaired factory should have."""
SPREAD = 2.5
"""Difference between a unit's cost and the money left per place beyond which the unit is rarely chosen."""
LIFTING = 0.6
"""Share of transports among new ships while there are too few."""
SAFE = 0.3
"""Chance of losing an area below which a factory is built there."""
LIFT, NEAR = 8, 6
"""Number of transports at which the bot buys no more, counted within this many sea zones of where troops wait."""
STRANDED = 4
"""Troops without a ship beyond which a power across the sea builds no more of them."""


def purchases(view: View, rng: Random) -> list[Order]:
    """Return the repairs and the one purchase of a turn."""
    bank = purse(view.position, view.power)
    factories = [area for area in ready_factories(view.position, view.power) if account_at(view.position, area) == view.power]
    orders: list[Order] = []
    rooms: dict[str, int] = {}
    for area in sorted(factories, key=lambda area: -view.title.areas[area].value):
        points = _repair(view, area, bank)
        if points:
            orders.append(Repair(area, points))
            bank -= repair_price(view.position, points)
        rooms[area] = max(0, capacity(view.position, area) - factory_damage(view.position, area) + points)
    aided = _aided(view, sum(rooms.values()))
    rooms = _less(rooms, sum(aided.values()))
    bought = _choose(view, rng, bank, rooms) + aided
    spent = sum(profile(view.position, view.power, unit).cost * n for unit, n in bought.items())
    extra = outside_buys(view, view.power, max(0, bank - spent))
    for some in (bought, extra):
        if some:
            orders.append(Buy(show_units((unit, some[unit]) for unit in view.title.units if some[unit])))
    return orders


def _less(rooms: dict[str, int], taken: int) -> dict[str, int]:
    """Return the factories' remaining capacities after using this many places, in the order of the factories."""
    left = {}
    for area, room in rooms.items():
        left[area] = max(0, room - taken)
        taken = max(0, taken - room)
    return left


def _aided(view: View, room: int) -> Counter[str]:
    """Return the purchase with the aid in hand: the best land units it may pay for."""
    aid = terms(view.position)
    have = purse(view.position, view.power, aid.resource) if aid and view.power in aid.receivers else 0
    units = (profile(view.position, view.power, unit) for unit in view.title.units if is_for_sale(view.position, unit))
    rows = [row for row in units if aid and row.unit not in aid.excludes and row.cls == "land" and row.attack]
    rows = [row for row in rows if row.cost <= have]
    if not rows or not room:
        return Counter()
    best = max(rows, key=lambda row: ((row.attack + row.defense) / row.cost, -row.cost, row.unit))
    return Counter({best.unit: min(room, have // best.cost)})


def stipend(view: View, account: str) -> list[Order]:
    """Return the purchase with a rider's money: as many of the cheapest defenders as its factories and cities can take.

    Where its troops wait for ships it buys a transport, with enough of them an aircraft; or saves its money for one.
    """
    factories = [area for area in ready_factories(view.position, view.power) if account_at(view.position, area) == account]
    slots, bank = sum(room_of(view.position, area) for area in factories), purse(view.position, account)
    rows = [row for row in view.title.units.values() if is_for_sale(view.position, row.unit)]
    waiting = _waiting(view, factories)
    if waiting.troops > STRANDED + CARRIED * waiting.ships:
        relief = min((row for row in rows if _relieves(row, waiting)), key=lambda row: (row.cost, row.unit), default=None)
        return [Buy(show_units([(relief.unit, 1)]), account)] if relief and slots and relief.cost <= bank else []
    best = max((row for row in rows if row.cls == "land" and row.attack), key=lambda row: (row.defense / row.cost, -row.cost))
    slots += len(_open_places(view, account, best.unit))
    count = min(slots, bank // best.cost)
    return [Buy(show_units([(best.unit, count)]), account)] if count > 0 else []


def _relieves(row: Unit, waiting: Waiting) -> bool:
    """Return whether a unit is of use where troops wait for ships: a transport, or with enough of them an aircraft that fights."""
    if waiting.ships < LIFT and CARRIED * waiting.ships < waiting.troops:
        return row.has("carries-land") and bool(row.move)
    return row.cls == "air" and bool(row.attack)


class Waiting(NamedTuple):
    """Troops that reach no front by land, on the lands of some ports; the power's transports near these ports."""

    troops: int
    ships: int


def _waiting(view: View, ports: Iterable[str]) -> Waiting:
    """Return who waits on the lands of ports, those with a way to a front left out, and the transports near them."""
    lands = [area for area in spread(view.title, ports, lambda _, area: view.friendly(area)) if area not in view.front]
    near = {zone for port in ports for coast in view.coast_of(port) for zone in view.reach_at_sea(coast, NEAR)}
    troops = sum(count for area in lands for _, count, _ in view.idle(area, "land"))
    return Waiting(troops, sum(ship.zone in near for ship in ships(view)))


def has_room_aboard(view: View, port: str) -> bool:
    """Return whether the power's transports near a port without a front carry more troops than wait on its lands."""
    if port in view.front:
        return False
    waiting = _waiting(view, [port])
    return waiting.troops < CARRIED * waiting.ships


def _open_places(view: View, account: str, unit: str) -> list[str]:
    """Return the areas of an account that take a unit without a factory."""
    control = view.position.state.control
    return [
        area
        for area, holder in sorted(control.items())
        if holder == view.power and account_at(view.position, area) == account and without_factory(view.position, area, {unit: 1})
    ]


def outside_buys(view: View, account: str, bank: int) -> Counter[str]:
    """Return the units to buy for places without a factory, of the type that most such places take."""
    if (goods := goods_of(view.position, account)) and goods.anywhere:
        return _native(view, bank)
    raised = levy.rules(view.position, account)
    places = setting(view.title, "city_places", CityPlaces)
    unit = raised.unit if raised else places.unit if places else ""
    if not unit:
        return Counter()
    slots = len(_open_places(view, account, unit)) * (raised.most if raised else 1)
    count = min(slots, bank // profile(view.position, account, unit).cost)
    if raised:
        count = min(slots, purse(view.position, account, raised.resource) // raised.price)
    return Counter({unit: count}) if count > 0 else Counter()


def _native(view: View, bank: int) -> Counter[str]:
    """Return what a power buys whose units need no factory: as many defenders as its money goes for."""
    rows = [view.title.units[unit] for unit in view.title.units if is_for_sale(view.position, unit)]
    best = max((row for row in rows if row.cls == "land" and row.attack), key=lambda row: (row.defense / row.cost, -row.cost), default=None)
    count = bank // best.cost if best and _open_places(view, view.power, best.unit) else 0
    return Counter({best.unit: count}) if best and count else Counter()


def _repair(view: View, area: str, bank: int) -> int:
    """Return how much damage to repair: enough to be able to spend the money."""
    damage = view.position.state.damage.get((area, own_factory(view.position, area, view.power)), 0)
    short = bank // PER_UNIT - max(0, capacity(view.position, area) - damage)
    return max(0, min(damage, short, repaired_for(view.position, bank)))


def _choose(view: View, rng: Random, bank: int, rooms: dict[str, int]) -> Counter[str]:
    room, bought = sum(rooms.values()), Counter[str]()
    factory = _new_factory(view, bank)
    if factory:
        bought[factory.unit] += 1
        bank -= factory.cost
    guards = _guards(view, rooms)
    if wall := wall_for_sale(view, bank):
        bought[wall.unit] += 1
        bank -= wall.cost
    waiting = _waiting(view, [area for area in rooms if area not in view.front])
    lift, stranded = min(LIFT, 1 + waiting.troops // 3) - waiting.ships, waiting.troops - CARRIED * waiting.ships
    while room > 0:
        unit = _pick(view, rng, bank, room, guards, lift, stranded)
        if unit is None:
            break
        guards -= 1
        lift -= unit.has("carries-land")
        stranded += (unit.cls == "land") - CARRIED * unit.has("carries-land")
        bought[unit.unit] += 1
        bank, room = bank - unit.cost, room - 1
    return bought


def _pick(view: View, rng: Random, bank: int, room: int, guards: int, lift: int, stranded: int) -> Unit | None:
    """Return the next unit to buy, None when there is no money left for any."""
    rows = [profile(view.position, view.power, unit) for unit in view.title.units if is_for_sale(view.position, unit)]
    rows = [row for row in rows if row.cost <= bank and row.cls != "facility" and row.move]
    land = [row for row in rows if row.cls == "land" and row.attack]
    if guards > 0 and land:
        return max(land, key=lambda row: (row.defense / row.cost, -row.cost))
    chance = rng.random()
    if chance < view.style.air:
        rows = [row for row in rows if row.cls == "air"]
    elif _must_sail(view) and (stranded > STRANDED or chance < view.style.air + view.style.fleet):
        if lift > 0 and rng.random() < LIFTING:
            rows = [row for row in rows if row.has("carries-land")] or land
        elif is_enough(view):
            rows = [row for row in rows if row.has("carries-land")] if stranded > STRANDED else land
        else:
            rows = [row for row in rows if row.cls == "sea" and row.attack]
            zones = sorted({ship.zone for ship in ships(view)})
            if zones if view.style.escort else any(view.danger_at_sea(zone) for zone in zones):
                rows = [row for row in rows if row.has("surface-warship")]
    else:
        rows = land
    if not rows:
        rows = land
    if not rows:
        return None
    if view.style.arms and all(row.cls == "land" for row in rows):
        return rng.choices(rows, arms.weights(view, rows, bank / room))[0]
    return rng.choices(rows, [_weight(row, bank / room) for row in rows])[0]


def _weight(row: Unit, each: float) -> float:
    """Strength per cost, and how well the cost fits the money available per place."""
    use = (row.attack + row.defense + 2 * row.strength) / row.cost
    return use**2 * exp(-abs(row.cost - each) / SPREAD if row.cost > each or row.cls == "land" else -0.5) + 1e-6


def _must_sail(view: View) -> bool:
    """Return whether the power's main factory has no way over land to a hostile area."""
    home = view.title.powers[view.power].capital
    return bool(home) and home not in view.front and (not view.style.campaign or is_overseas(view, home))


def _guards(view: View, rooms: dict[str, int]) -> int:
    """Return how many of the cheapest defenders make the capital safe until the next turn."""
    capital = view.title.powers[view.power].capital
    if not capital or not rooms.get(capital):
        return 0
    rows = [row for row in view.title.units.values() if row.cls == "land" and row.attack]
    guard = max(rows, key=lambda row: (row.defense / row.cost, -row.cost)).unit
    units = view.friendly_units(capital)

    def holds(extra: int) -> bool:
        held = units + Counter({guard: extra})
        return not view.falls(capital, held, view.style.capital_risk) and view.is_deep(capital, held)

    return least(holds, rooms[capital])


def _new_factory(view: View, bank: int) -> Unit | None:
    """Return a factory to buy if a good place for one has none in reach by land (`factory_place`)."""
    rows = [row for row in view.title.units.values() if row.has("produces") and row.cost]
    if rows and bank >= rows[0].cost + 6 and factory_place(view):
        return rows[0]
    return None


def factory_place(view: View) -> str:
    """Return the best area for a new factory: own, valuable, near the front, with none in reach by land; or nothing."""
    state, title = view.position.state, view.title
    held = [area for area, power in state.control.items() if power == view.power == state.turn_control.get(area)]
    good = [area for area in held if title.areas[area].value >= 3 and view.front.get(area, 9) <= 2]
    for area in good:
        view.threats.on(area)
    good.sort(key=lambda area: (title.areas[area].value, -view.front[area], area), reverse=True)
    return next((area for area in good if not _served(view, area) and _is_safe(view, area)), "")


def _is_safe(view: View, area: str) -> bool:
    return view.danger(area, view.friendly_units(area)) < SAFE


def _served(view: View, area: str) -> bool:
    """Return whether one of the power's factories is in an area or joined to it by land."""
    region = spread(view.title, [area], lambda _, other: view.friendly(other), 4)
    units = view.title.units
    return any(units[key.unit].has("produces") for near in region for key, _ in own_stacks(view.position, near, view.power))
