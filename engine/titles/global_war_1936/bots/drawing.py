"""Orders of Global War 1936-1945 drawn at random, legal or not."""

from __future__ import annotations

from random import Random
from typing import get_args

from engine.families.axis_allies.board import is_hostile, is_sea, own_stacks
from engine.families.axis_allies.economy.accounts import accounts
from engine.families.axis_allies.orders import Declare, Transfer
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.rules import Position
from engine.titles.global_war_1936 import orders, tables
from engine.titles.global_war_1936.economy import chart, income
from engine.titles.global_war_1936.economy.paying import is_single
from engine.titles.global_war_1936.land import rails
from engine.titles.global_war_1936.lend_lease import lending
from engine.titles.global_war_1936.moves import may_annex
from engine.titles.global_war_1936.nations import zones_held
from engine.titles.global_war_1936.politics import fall, spain, war
from engine.titles.global_war_1936.sea import crossings, naval, permits
from engine.titles.global_war_1936.treaties.claims import owner_abroad
from engine.titles.global_war_1936.vocabulary import TRACK_DAMAGE

WARLIKE = 0.03
"""Chance that a random nation thinks of war when it is asked."""


def build(position: Position, rng: Random) -> Order | None:
    """A ship, or a facility somewhere."""
    rows = [unit for unit in position.title.units.values() if not is_single(unit, position)]
    unit, held = rng.choice(rows), zones_held(position, position.power)
    if unit.cls != "facility":
        slipway = rng.choice(held) if held and position.options.get("ships-begun") == "shipyard" else ""
        return orders.Build(unit.unit, slipway)
    if not held:
        return None
    area = rng.choice(held)
    border = rng.choice(list(position.title.neighbours[area])) if unit.has("border") else ""
    return orders.Build(unit.unit, area, border)


def advance(position: Position, rng: Random) -> Order | None:
    """The next part of something under way."""
    mine = [item for account in accounts(position.title, position.power) for item in chart.items(position, account)]
    if not mine:
        return None
    item = rng.choice(mine)
    account = "" if item.account == position.power else item.account
    return chart.next_part(item, chart.is_lent(position, item), rng.randint(1, item.count), account)


def study(position: Position, rng: Random) -> Order | None:
    """Any technology."""
    return orders.Study(rng.choice(list(position.title.technologies)))


def influence(position: Position, rng: Random) -> Order | None:
    """Any nation that can be influenced."""
    return orders.Influence(rng.choice(list(tables.influences(position.title))), rng.randint(1, 3))


def grant(position: Position, rng: Random) -> Order | None:
    """Some money or a unit for another nation."""
    to = rng.choice([*position.title.turns, *tables.factions(position.title)])
    if rng.random() < 0.5:
        return orders.Grant(to, rng.randint(1, 5))
    return orders.Grant(to, 0, rng.choice(tables.bot_units(position.title, "lent")))


def deliver(position: Position, rng: Random) -> Order | None:
    """Something that was lent, from a port to another."""
    waiting = [to for to in position.title.powers if lending.granted(position, position.power, to)]
    if not waiting:
        return None
    to = rng.choice(waiting)
    held = zones_held(position, position.power)
    ends = [*zones_held(position, to), *lending.ports_of(position, position.power)]
    return orders.Deliver(to, rng.choice(held), rng.choice(ends)) if held and ends else None


def dock(position: Position, rng: Random) -> Order | None:
    """A damaged ship into a dock beside it."""
    hurt = [
        key
        for key in position.state.stacks
        if key.power == position.power and is_sea(position.title, key.area) and key.strength < position.title.units[key.unit].strength
    ]
    if not hurt:
        return None
    key = rng.choice(sorted(hurt))
    return orders.Dock(key.unit, key.area, rng.choice(list(position.title.neighbours[key.area])), 1)


def assign(position: Position, rng: Random) -> Order | None:
    """A duty for units at sea."""
    afloat = [(key, n) for area in position.board if is_sea(position.title, area) for key, n in own_stacks(position, area, position.power)]
    if not afloat:
        return None
    key, n = rng.choice(afloat)
    duty: orders.Duty = rng.choice(["raid", "mines", "escort", "patrol", "screened"])
    return orders.Assign(show_units([(key.unit, rng.randint(1, n))]), key.area, duty)


def annex(position: Position, rng: Random) -> Order | None:
    """Units of one area into one beside it that may be annexed."""
    open_to = [area for area in tables.annexations(position.title) if may_annex(position, area)]
    if not open_to:
        return None
    area = rng.choice(open_to)
    near = [other for other in position.title.neighbours[area] if own_stacks(position, other, position.power)]
    if not near:
        return None
    start = rng.choice(near)
    key, _ = rng.choice(own_stacks(position, start, position.power))
    return orders.Annex(key.unit, join_path([start, area]))


def sign(position: Position, rng: Random) -> Order | None:
    """A pact, now and then its end."""
    mine = [row.pact for row in tables.pacts(position.title).values() if position.power in row.parties]
    if not mine or rng.random() > 0.2:
        return None
    return orders.Sign(rng.choice(mine), rng.random() < 0.3)


def redeploy(position: Position, rng: Random) -> Order | None:
    """A transport along a random way."""
    found = [
        (zone, key)
        for zone in position.board
        if is_sea(position.title, zone)
        for key, _ in own_stacks(position, zone, position.power)
        if naval.ships(position, zone, key.unit)
    ]
    if not found:
        return None
    zone, key = rng.choice(found)
    way = [zone]
    for _ in range(rng.randint(1, tables.figure(position.title, "redeploy-zones"))):
        near = [other for other in position.title.neighbours[way[-1]] if is_sea(position.title, other) and other not in way]
        if not near:
            break
        way.append(rng.choice(near))
    return orders.Redeploy(key.unit, join_path(way))


def cross(position: Position, rng: Random) -> Order | None:
    """An infantry over any crossing."""
    pairs = [(row.area, row.to) for row in position.title.borders if crossings.capacity(position, row.area, row.to)]
    one, other = rng.choice(pairs)
    return orders.Cross(
        rng.choice(tables.bot_units(position.title, "ashore")),
        join_path([one, other] if rng.random() < 0.5 else [other, one]),
    )


def refit(position: Position, rng: Random) -> Order | None:
    """A militia or an infantry."""
    found = sorted(key for key in position.state.stacks if key.power == position.power and key.unit in tables.refits(position.title))
    if not found:
        return None
    key = rng.choice(found)
    return orders.Refit(key.unit, key.area, scrap=rng.random() < 0.1)


def transfer(position: Position, rng: Random) -> Order | None:
    """A unit by rail."""
    starts = [(area, key) for area in position.board if not is_sea(position.title, area) for key, _ in rails.ready(position, area)]
    held = zones_held(position, position.power)
    if not starts or not held:
        return None
    area, key = rng.choice(starts)
    return Transfer(key.unit, area, rng.choice(held))


def declare(position: Position, rng: Random) -> Order | None:
    """War, now and then, also by somebody who is not on turn."""
    if rng.random() > WARLIKE:
        return None
    by = rng.choice(position.title.turns) if rng.random() < 0.3 else position.power
    able = [power for power in position.title.powers if power != by and not war.check_war(position, by, power)]
    return Declare(rng.choice(able), "" if by == position.power else by) if able else None


def _own(position: Position, rng: Random, *abilities: str) -> tuple[str, str] | None:
    """One of the nation's stacks with any of these abilities, as (unit, area)."""
    units, power = position.title.units, position.power
    found = sorted(
        {
            (key.unit, key.area)
            for key in position.state.stacks
            if key.power == power and any(units[key.unit].has(ability) for ability in abilities)
        }
    )
    return rng.choice(found) if found else None


def carpet(position: Position, rng: Random) -> Order | None:
    """A bomber on the troops below it."""
    found = _own(position, rng, "carpet")
    return orders.Carpet(found[0], found[1]) if found else None


def shell(position: Position, rng: Random) -> Order | None:
    """A gun or a rocket at an area beside it."""
    found = _own(position, rng, "attrition", "rockets")
    return orders.Shell(found[0], found[1], rng.choice(list(position.title.neighbours[found[1]]))) if found else None


def launch(position: Position, rng: Random) -> Order | None:
    """A rocket at an area near it."""
    found = _own(position, rng, "rockets")
    if not found:
        return None
    near = rng.choice(list(position.title.neighbours[found[1]]))
    return orders.Launch(found[1], rng.choice([near, *position.title.neighbours[near]]))


def exploit(position: Position, rng: Random) -> Order | None:
    """An armor, or a ship behind a screen, into any next area."""
    found = _own(position, rng, "blitz", "surface-warship", "transport")
    return orders.Exploit(found[0], join_path([found[1], rng.choice(list(position.title.neighbours[found[1]]))])) if found else None


def claim(position: Position, rng: Random) -> Order | None:
    """An area that somebody of another alliance holds."""
    found = [area for area in position.state.control if owner_abroad(position, area)]
    return orders.Claim(rng.choice(found)) if found else None


def cede(position: Position, rng: Random) -> Order | None:
    """An area of somebody of another alliance."""
    found = [area for area in position.state.control if owner_abroad(position, area)]
    return orders.Cede(rng.choice(found)) if found and rng.random() < 0.2 else None


def deny(position: Position, rng: Random) -> Order | None:
    """The Arctic line, now and then."""
    return orders.Deny() if position.power == tables.role(position.title, "arctic").powers[0] and rng.random() < 0.1 else None


def exchange(position: Position, rng: Random) -> Order | None:
    """Some money of one half of a divided nation for the other, or of a wartime economy for a partner."""
    if partners := income.partners(position.title, position.power):
        return orders.Exchange(position.power, rng.choice(partners), rng.randint(1, 9))
    halves = (position.power, *income.sharers(position.title, position.power))
    if len(halves) < 2:
        return None
    account, to = rng.sample(halves, 2)
    return orders.Exchange(account, to, rng.randint(1, 9))


def monroe(position: Position, rng: Random) -> Order | None:
    """The doctrine against anybody."""
    return orders.Monroe(rng.choice(position.title.turns)) if position.power in tables.role(position.title, "american").powers else None


def force(position: Position, rng: Random) -> Order | None:
    """A ship through a strait."""
    straits = [
        (one, other)
        for one in position.board
        for other, link in position.title.neighbours[one].items()
        if link.passage and own_stacks(position, one, position.power)
    ]
    if not straits or position.options.get("forced-straits") != "on" or rng.random() > WARLIKE:
        return None
    one, other = rng.choice(straits)
    key, _ = rng.choice(own_stacks(position, one, position.power))
    return orders.Force(key.unit, join_path([one, other]))


def wreck(position: Position, rng: Random) -> Order | None:
    """Bombs on something under construction, or on a railway."""
    over = [area for area in position.board if is_hostile(position, area, position.power) and own_stacks(position, area, position.power)]
    if not over:
        return None
    area = rng.choice(over)
    key, _ = rng.choice(own_stacks(position, area, position.power))
    begun = [item for item in chart.items(position) if item.area == area]
    if begun and rng.random() < 0.7:
        item = rng.choice(begun)
        return orders.Wreck(key.unit, area, item.unit, item.border)
    return orders.Wreck(
        key.unit,
        area,
        tables.role(position.title, "tracks").units[0],
        rng.choice(list(position.title.neighbours[area])),
    )


def relay(position: Position, rng: Random) -> Order | None:
    """A railway that is damaged."""
    damaged = [pair for pair, _ in TRACK_DAMAGE.entries(position.state)]
    return orders.Relay(join_path(rng.choice(damaged))) if damaged else None


def decline(position: Position, rng: Random) -> Order | None:
    """Whether a patrol fights."""
    return orders.Decline(rng.random() < 0.5)


def resist(position: Position, rng: Random) -> Order | None:
    """Whether Slovakia fights."""
    return orders.Resist(rng.random() < 0.5)


def regroup(position: Position, rng: Random) -> Order | None:
    """Forces of the Spanish faction that has won, somewhere else."""
    ruler, faction = spain.regrouper(position)
    held = zones_held(position, faction) if position.power == ruler else []
    if len(held) < 2:
        return None
    area, at = rng.sample(held, 2)
    units = [key.unit for key, _ in position.stacks(area) if key.power == faction and position.title.units[key.unit].cls == "land"]
    return orders.Regroup(rng.choice(units), area, at) if units else None


def partition(position: Position, rng: Random) -> Order | None:
    """Eastern Poland, now and then."""
    binding = {row.binds for row in tables.pacts(position.title).values() if row.binds}
    return orders.Partition() if position.power in binding and rng.random() < 0.3 else None


def aid(position: Position, rng: Random) -> Order | None:
    """Supplies for a faction's militia."""
    sides = list(tables.factions(position.title))
    there = sorted(
        key.area for key in position.state.stacks if key.power in sides and key.unit in tables.bot_units(position.title, "aided")
    )
    return orders.Aid(rng.choice(sides), rng.choice(there)) if there else None


def reassign(position: Position, rng: Random) -> Order | None:
    """Something that was lent, to be kept."""
    waiting = [to for to in position.title.powers if lending.granted(position, position.power, to)]
    return orders.Reassign(rng.choice(waiting)) if waiting and rng.random() < 0.3 else None


def permit(position: Position, rng: Random) -> Order | None:
    """A passage, opened or closed to somebody, now and then."""
    passages = [name for name in get_args(orders.PassageName) if position.power in permits.keepers(position, name)]
    if not passages or rng.random() > WARLIKE:
        return None
    return orders.Permit(rng.choice(passages), rng.choice(position.title.turns), rng.random() < 0.5)


def entrust(position: Position, rng: Random) -> Order | None:
    """An heir, now and then."""
    able = fall.heirs(position, position.power)
    return orders.Entrust(rng.choice(able)) if able and rng.random() < WARLIKE else None


def armistice(position: Position, rng: Random) -> Order | None:
    """Vichy or none."""
    return orders.Armistice(rng.random() < 0.5) if position.power == tables.vichy(position.title).victor and rng.random() < 0.1 else None
