"""What a greedy bot buys: what holds its capital first, then a mix for land, sea and air, and sometimes a factory."""

from __future__ import annotations

from collections import Counter
from math import exp
from random import Random

from engine.bots.distances import spread
from engine.bots.greedy.sealift import ships
from engine.bots.greedy.view import View
from engine.forces import show_units
from engine.mechanics.board import own_stacks
from engine.mechanics.factories import capacity, factory_damage, own_factory, purse, ready_factories, repair_cost
from engine.mechanics.orders import Buy, Repair
from engine.orders import Order
from engine.titles.model import Unit

PER_UNIT = 4
"""Money for each unit of room that a repaired factory should have."""
SPREAD = 2.5
"""How far, in money, a unit's cost may be from what is left for each place before it is rarely chosen."""
LIFTING = 0.6
"""Share of the ships that are transports while there are too few."""
LIFT = 5
"""Transports beyond which no more are bought."""


def purchases(view: View, rng: Random) -> list[Order]:
    """Return the repairs and the one purchase of a turn."""
    bank = purse(view.position, view.power)
    factories = ready_factories(view.position, view.power)
    orders: list[Order] = []
    rooms: dict[str, int] = {}
    for area in sorted(factories, key=lambda area: -view.title.areas[area].value):
        points = _repair(view, area, bank)
        if points:
            orders.append(Repair(area, points))
            bank -= points * repair_cost(view.position)
        rooms[area] = max(0, capacity(view.position, area) - factory_damage(view.position, area) + points)
    bought = _choose(view, rng, bank, rooms)
    if bought:
        orders.append(Buy(show_units((unit, bought[unit]) for unit in view.title.units if bought[unit])))
    return orders


def _repair(view: View, area: str, bank: int) -> int:
    """Return how many points to remove: as many as let the bank be spent."""
    damage = view.position.state.damage.get((area, own_factory(view.position, area, view.power)), 0)
    short = bank // PER_UNIT - max(0, capacity(view.position, area) - damage)
    return max(0, min(damage, short, bank // repair_cost(view.position)))


def _choose(view: View, rng: Random, bank: int, rooms: dict[str, int]) -> Counter[str]:
    room, bought = sum(rooms.values()), Counter[str]()
    factory = _new_factory(view, bank)
    if factory:
        bought[factory.unit] += 1
        bank -= factory.cost
    guards = _guards(view, rooms)
    lift = _lift_wanted(view)
    while room > 0:
        unit = _pick(view, rng, bank, room, guards, lift)
        if unit is None:
            break
        guards -= 1
        lift -= unit.has("carries-land")
        bought[unit.unit] += 1
        bank, room = bank - unit.cost, room - 1
    return bought


def _pick(view: View, rng: Random, bank: int, room: int, guards: int, lift: int) -> Unit | None:
    """Return the next unit to buy, None when there is no money left for any."""
    rows = [row for row in view.title.units.values() if 0 < row.cost <= bank and row.cls != "facility" and row.move]
    land = [row for row in rows if row.cls == "land" and row.attack]
    if guards > 0 and land:
        return max(land, key=lambda row: (row.defense / row.cost, -row.cost))
    chance = rng.random()
    if chance < view.style.air:
        rows = [row for row in rows if row.cls == "air"]
    elif _must_sail(view) and chance < view.style.air + view.style.fleet:
        if lift > 0 and rng.random() < LIFTING:
            rows = [row for row in rows if row.has("carries-land")] or land
        else:
            rows = [row for row in rows if row.cls == "sea" and row.attack]
            if any(view.danger_at_sea(zone) for zone in sorted({ship.zone for ship in ships(view)})):
                rows = [row for row in rows if row.has("surface-warship")]
    else:
        rows = land
    if not rows:
        rows = land
    if not rows:
        return None
    return rng.choices(rows, [_weight(row, bank / room) for row in rows])[0]


def _weight(row: Unit, each: float) -> float:
    """Strength for money, and how well the cost fits the money there is for each place."""
    use = (row.attack + row.defense + 2 * row.strength) / row.cost
    return use**2 * exp(-abs(row.cost - each) / SPREAD if row.cost > each or row.cls == "land" else -0.5) + 1e-6


def _must_sail(view: View) -> bool:
    """Return whether the power's main factory has no way over land to a hostile area."""
    home = view.title.powers[view.power].capital
    return home not in view.front


def _lift_wanted(view: View) -> int:
    if not _must_sail(view):
        return 0
    have = sum(1 for _ in ships(view))
    waiting = sum(count for area in _home(view) for _, count, _ in view.idle(area, "land"))
    return min(LIFT, 1 + waiting // 3) - have


def _home(view: View) -> list[str]:
    """Return the friendly areas joined by land to the capital."""
    capital = view.title.powers[view.power].capital
    return list(spread(view.title, [capital], lambda _, area: view.friendly(area)))


def _guards(view: View, rooms: dict[str, int]) -> int:
    """Return how many of the cheapest defenders the capital needs to be safe until the next turn."""
    capital = view.title.powers[view.power].capital
    if not rooms.get(capital):
        return 0
    rows = [row for row in view.title.units.values() if row.cls == "land" and row.attack]
    guard = max(rows, key=lambda row: (row.defense / row.cost, -row.cost)).unit
    units = view.friendly_units(capital)
    for extra in range(rooms[capital] + 1):
        if view.danger(capital, units + Counter({guard: extra})) <= view.style.capital_risk:
            return extra
    return rooms[capital]


def _new_factory(view: View, bank: int) -> Unit | None:
    """Return a factory to buy when a good place for one is joined to none (`factory_place`)."""
    rows = [row for row in view.title.units.values() if row.has("produces") and row.cost]
    if rows and bank >= rows[0].cost + 6 and factory_place(view):
        return rows[0]
    return None


def factory_place(view: View) -> str:
    """Return the best area for a new factory: own, valuable, near the front, with none in reach by land; or nothing."""
    state, title = view.position.state, view.title
    held = [area for area, power in state.control.items() if power == view.power == state.turn_control.get(area)]
    good = [area for area in held if title.areas[area].value >= 3 and view.front.get(area, 9) <= 2]
    good = [area for area in good if view.danger(area, view.friendly_units(area)) < 0.3 and not _served(view, area)]
    return max(good, key=lambda area: (title.areas[area].value, -view.front[area], area), default="")


def _served(view: View, area: str) -> bool:
    """Return whether a factory of the power's own stands in or joined by land to an area."""
    region = spread(view.title, [area], lambda _, other: view.friendly(other), 4)
    units = view.title.units
    return any(
        units[key[2]].has("produces") for near in region for key, _ in own_stacks(view.position, near, view.power)
    )
