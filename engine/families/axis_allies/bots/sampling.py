"""Orders drawn at random, legal or not: one function for each order type of the Axis & Allies family.

They read only tables and the board. They prefer orders that make things happen (hostile shores, loaded ships), because
random play serves to exercise the rules.
"""

from __future__ import annotations

from random import Random

from engine.bots.bot import Sampler
from engine.condition import Condition
from engine.families.axis_allies import orders as o
from engine.families.axis_allies.board import (
    Stacks,
    condition_of,
    enemy_stacks,
    friendly_stacks,
    is_cargo,
    is_hostile,
    is_impassable,
    is_sea,
    own_stacks,
    stacks_in,
)
from engine.families.axis_allies.bots import politicking
from engine.families.axis_allies.bots.distances import FAR, distances, route
from engine.families.axis_allies.bots.tactics import tactics
from engine.families.axis_allies.combat.atomic import carriers, stock
from engine.families.axis_allies.combat.pending_battles import raiders
from engine.families.axis_allies.economy.accounts import account_of, accounts
from engine.families.axis_allies.economy.payment import affordable, is_for_sale
from engine.families.axis_allies.mobilization.factoryless_placement import without_factory
from engine.families.axis_allies.movement.points import points_left
from engine.families.axis_allies.vocabulary import LOADED
from engine.forces import show_units
from engine.mechanics.profile import profile_of
from engine.orders import Order, join_path
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title


def buy(position: Position, rng: Random) -> Order | None:
    """One to three of any unit that an account can pay for."""
    power = position.power
    purses = accounts(position.title, power)
    account = rng.choice(purses) if len(purses) > 1 else power
    units = [unit for unit in position.title.units if is_for_sale(position, unit) and affordable(position, account, {unit: 1})]
    if not units:
        return None
    unit = rng.choice(units)
    most = affordable(position, account, {unit: 3})
    return o.Buy(show_units([(unit, rng.randint(1, most[unit]))]), "" if account == power else account)


def repair(position: Position, rng: Random) -> Order | None:
    """Some of the damage of a factory."""
    damaged = sorted((area, points) for (area, _), points in position.state.damage.items() if points)
    damaged = [(area, points) for area, points in damaged if position.state.control.get(area) == position.power]
    if not damaged:
        return None
    area, points = rng.choice(damaged)
    return o.Repair(area, rng.randint(1, points))


def movable(position: Position) -> Stacks:
    """Return the stacks of the power on turn that may still move."""
    found = []
    for area in position.board:
        for key, count in own_stacks(position, area, position.power):
            if not is_cargo(key) and points_left(position, key) > 0:
                found.append((key, count))
    return found


def move(position: Position, rng: Random) -> Order | None:
    """Units of one stack, sometimes with others from the same area, along a random path."""
    stacks = movable(position)
    if not stacks:
        return None
    laden = [item for item in stacks if condition_of(item[0]).cargo]
    key, count = rng.choice(laden if laden and rng.random() < 0.2 else stacks)
    unit, condition = position.title.units[key.unit], condition_of(key)
    left = points_left(position, key)
    drops = unit.cls == "air" and profile_of(position, key).has("drops")
    if unit.cls == "air" and (drops or "drops" in position.title.able) and rng.random() < 0.3:
        return _drop(position, rng, key, count, left) if drops else _bomb_base(position, rng, key, count, left)
    bombs = unit.has("strategic-bombing") and rng.random() < 0.4
    path = (bombs and to_factory(position, rng, key.area, left)) or wander(position, rng, key.area, unit.cls, left)
    if len(path) < 2:
        return None
    units = [(key.unit, rng.randint(1, count))]
    others = [(k.unit, n) for k, n in stacks if k.area == key.area and k.unit != key.unit and position.title.units[k.unit].cls == unit.cls]
    if others and rng.random() < 0.3:
        units.append(rng.choice(others))
    raid = unit.has("strategic-bombing") and rng.random() < 0.5
    return o.Move(show_units(units), join_path(path), load_text(condition), raid)


def _drop(position: Position, rng: Random, key: Stack, count: int, left: int) -> Order | None:
    """Bombers carrying infantry from their area."""
    able = [(k.unit, n) for k, n in own_stacks(position, key.area, position.power) if profile_of(position, k).has("elite-assault")]
    path = wander(position, rng, key.area, "air", left)
    if not able or len(path) < 2:
        return None
    unit, most = rng.choice(able)
    planes = rng.randint(1, count)
    units = show_units([(key.unit, planes), (unit, rng.randint(1, min(most, 2 * planes)))])
    return o.Move(units, join_path(path), drop=True)


def _bomb_base(position: Position, rng: Random, key: Stack, count: int, left: int) -> Order | None:
    """Aircraft, maybe with escorts, against an enemy base in reach."""
    title = position.title
    bases = sorted(
        {
            (k.area, k.unit)
            for k in position.state.stacks
            if k.power in position.enemies and title.units[k.unit].has("damage-cap") and not title.units[k.unit].has("produces")
        }
    )
    near = [one for one in bases if distances(title, "air")[key.area].get(one[0], FAR) < left]
    if not near:
        return None
    area, base = rng.choice(near)
    path = route(title, key.area, area, lambda _, other: not is_impassable(title, other), left)
    return o.Move(show_units([(key.unit, rng.randint(1, count))]), join_path(path), raid=True, target=base)


def to_factory(position: Position, rng: Random, start: str, most: int) -> list[str]:
    """Return an air route to an enemy factory in reach, empty if there is none."""
    title = position.title
    factories = sorted(
        {key.area for key in position.state.stacks if title.units[key.unit].has("produces") and key.power in position.enemies}
    )
    near = [area for area in factories if distances(title, "air")[start].get(area, FAR) < most]
    return route(title, start, rng.choice(near), lambda _, area: not is_impassable(title, area), most) if near else []


def load_text(condition: Condition) -> str:
    """Return a ship's load as orders write it: `infantry, tank (germany)`."""
    counts: dict[tuple[str, str], int] = {}
    for power, unit in condition.cargo:
        counts[power, unit] = counts.get((power, unit), 0) + 1
    return show_units((unit, count, power) for (power, unit), count in counts.items())


def wander(position: Position, rng: Random, start: str, cls: str, most: int) -> list[str]:
    """Return a random path of at most `most` steps for a class of units, preferably to hostile places."""
    path = [start]
    steps = rng.randint(1, most)
    for _ in range(steps):
        onward = [area for area in position.title.neighbours[path[-1]] if _fits(position, area, cls) and area not in path]
        if not onward:
            break
        keen = [area for area in onward if is_target(position, area)]
        path.append(rng.choice(keen if keen and rng.random() < 0.6 else onward))
        if path[-1] in keen and rng.random() < 0.5:
            break
    return path


def _fits(position: Position, area: str, cls: str) -> bool:
    if is_impassable(position.title, area):
        return False
    return cls == "air" or is_sea(position.title, area) == (cls == "sea")


def is_target(position: Position, area: str) -> bool:
    """Return whether an area is hostile land or water with enemies in it."""
    return is_hostile(position, area, position.power) or bool(enemy_stacks(position, area, position.power))


def ships_with_room(position: Position) -> Stacks:
    """Return the friendly ships that carry land units."""
    units = position.title.units
    return [
        (key, count)
        for area in position.board
        for key, count in friendly_stacks(position, area, position.power)
        if units[key.unit].has("carries-land")
    ]


def load(position: Position, rng: Random) -> Order | None:
    """Land units beside a friendly transport, aboard it."""
    ships = ships_with_room(position)
    if not ships:
        return None
    power = position.power
    allied = [item for item in ships if item[0].power != power]
    ship, _ = rng.choice(allied if allied and rng.random() < 0.4 else ships)
    zone = ship.area
    units = position.title.units
    ashore = [
        (key, count)
        for area in position.title.neighbours[zone]
        for key, count in own_stacks(position, area, power)
        if units[key.unit].has("cargo") and not is_sea(position.title, area)
    ]
    if not ashore:
        return None
    key, count = rng.choice(ashore)
    owner = "" if ship.power == power else ship.power
    return o.Load(
        show_units([(key.unit, rng.randint(1, min(2, count)))]),
        join_path([key.area, zone]),
        owner,
        load_text(condition_of(ship)),
    )


def offload(position: Position, rng: Random) -> Order | None:
    """Own cargo, ashore."""
    power = position.power
    aboard = [(key, n) for area in position.board for key, n in own_stacks(position, area, power) if is_cargo(key)]
    if not aboard:
        return None
    old = [item for item in aboard if LOADED not in condition_of(item[0])]
    zone = rng.choice(old if old and rng.random() < 0.5 else aboard)[0].area
    here = [(key, n) for key, n in aboard if key.area == zone]
    ships = [key for key, _ in friendly_stacks(position, zone, power) if _carries(key, power)]
    shores = [area for area in position.title.neighbours[zone] if _fits(position, area, "land")]
    if not ships or not shores:
        return None
    ship = rng.choice(ships)
    mine = [unit for owner, unit in condition_of(ship).cargo if owner == power]
    keen = [area for area in shores if is_target(position, area)]
    shore = rng.choice(keen if keen and rng.random() < 0.6 else shores)
    units = show_units((unit, mine.count(unit)) for unit in dict.fromkeys(mine)) if rng.random() < 0.7 else here[0][0].unit
    owner = "" if ship.power == power else ship.power
    marines = rng.randint(0, 1) if "elite-assault" in position.title.able else 0
    return o.Offload(units, join_path([zone, shore]), owner, load_text(condition_of(ship)), marines)


def _carries(key: Stack, power: str) -> bool:
    return any(owner == power for owner, _ in condition_of(key).cargo)


def battle(position: Position, rng: Random) -> Order | None:
    """Any area shared by the power on turn and its enemies, or targeted by cargo or raiders."""
    power, board = position.power, position.board
    areas = {area for area in board if own_stacks(position, area, power) and is_target(position, area)}
    areas |= {condition_of(key).target for area in board for key, _ in own_stacks(position, area, power)} - {""}
    if not areas:
        return None
    area = rng.choice(sorted(areas))
    ships = [
        key.unit
        for key in (k for z in position.title.neighbours[area] for k, _ in own_stacks(position, z, power))
        if position.title.units[key.unit].has("bombards")
    ]
    bombard = "all"
    if ships and rng.random() < 0.3:
        bombard = "" if rng.random() < 0.3 else show_units([(rng.choice(ships), 1)])
    raid = rng.random() < 0.3
    armed = raid and bool(stock(position, power)) and bool(carriers(position, raiders(position, area)))
    return o.Battle(area, raid, bombard, armed)


def place(position: Position, rng: Random) -> Order | None:
    """One of the bought units, in or beside a factory (facilities, and what needs no factory, anywhere)."""
    title, state, power = position.title, position.state, position.power
    mine = accounts(title, power)
    pool = sorted((unit, count, owner) for (owner, unit), count in state.pool.items() if owner in mine)
    if not pool:
        return None
    unit, count, owner = rng.choice(pool)
    row = title.units[unit]
    held = sorted(area for area, holder in state.control.items() if holder == power and account_of(title, area, power) == owner)
    if row.cls == "facility":
        area = rng.choice(held) if held else ""
        border = rng.choice(list(title.neighbours[area])) if area and row.has("border") else ""
        return o.Place(unit, area, border=border) if area else None
    open_places = [area for area in held if without_factory(position, area, {unit: 1})]
    factories = [area for area in held if any(title.units[key.unit].has("produces") for key, _ in own_stacks(position, area, power))]
    if open_places and (not factories or rng.random() < 0.3):
        return o.Place(show_units([(unit, rng.randint(1, count))]), rng.choice(open_places))
    if not factories:
        return None
    factory = rng.choice(factories)
    zones = [area for area in title.neighbours[factory] if is_sea(title, area)]
    afloat = row.cls == "sea" or (row.has("lands-on-carriers") and rng.random() < 0.4)
    units = show_units([(unit, rng.randint(1, count))])
    if afloat and zones:
        return o.Place(units, rng.choice(zones), factory if rng.random() < 0.5 else "")
    return o.Place(units, factory)


SAMPLERS: dict[type[Order], Sampler] = {
    o.Declare: politicking.declare, o.Lend: politicking.lend, o.Buy: buy, o.Repair: repair,
    o.Move: move, o.Load: load, o.Offload: offload, o.Battle: battle, o.Place: place,
}  # fmt: skip
"""Order type to the function that draws one. `answers.py` draws the answers to decisions."""


def samplers(title: Title) -> dict[type[Order], Sampler]:
    """Return order type to the function that draws one, including the title's own orders."""
    return {**SAMPLERS, **tactics(title).samplers}


def units_of(position: Position, area: str, powers: frozenset[str] | set[str]) -> list[tuple[str, int, str]]:
    """Return (unit, count, power) of every unit of some powers in an area that is not cargo."""
    return [(key.unit, count, key.power) for key, count in stacks_in(position, area) if key.power in powers and not is_cargo(key)]
