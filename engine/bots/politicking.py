"""Orders of the politics phase drawn at random: declarations of war, aid, special army groups."""

from __future__ import annotations

from random import Random

from engine.mechanics import lend_lease
from engine.mechanics import orders as o
from engine.mechanics.board import is_cargo, own_stacks
from engine.mechanics.elite import Elite
from engine.mechanics.relations import check_war
from engine.orders import Order
from engine.rules import Position
from engine.titles.settings import setting

WARLIKE = 0.05
"""Chance that a random power thinks of war when it is asked."""


def declare(position: Position, rng: Random) -> Order | None:
    """War on anybody that one may declare it on, now and then."""
    if rng.random() > WARLIKE:
        return None
    able = [power for power in position.title.powers if power != position.power and not check_war(position, power)]
    return o.Declare(rng.choice(able)) if able else None


def lend(position: Position, rng: Random) -> Order | None:
    """Some of the aid there is to give, to anybody who may have it."""
    ways = lend_lease.ways_to_spend(position)
    if not ways:
        return None
    way = rng.choice(ways)
    return o.Lend(way.to, rng.randint(1, way.amount)) if isinstance(way, o.Lend) else None


def form(position: Position, rng: Random) -> Order | None:
    """Two units of an area that may be a special army group."""
    rules = setting(position.title, "elite", Elite)
    if rules is None or position.power not in rules.order:
        return None
    found: dict[str, list[str]] = {}
    for area in position.board:
        for key, count in own_stacks(position, area, position.power):
            if key[2] in rules.units and not is_cargo(key):
                found.setdefault(area, []).extend([key[2]] * count)
    places = sorted(area for area, units in found.items() if len(units) >= rules.size)
    if not places:
        return None
    area = rng.choice(places)
    return o.Form(", ".join(rng.sample(found[area], rules.size)), area)
