"""Orders of the politics phase drawn at random: declarations of war, aid."""

from __future__ import annotations

from random import Random

from engine.families.axis_allies import orders as o
from engine.families.axis_allies.economy import lend_lease
from engine.families.axis_allies.politics.relations import check_war
from engine.orders import Order
from engine.rules import Position

WARLIKE = 0.05
"""Chance that a random player considers declaring war."""


def declare(position: Position, rng: Random) -> Order | None:
    """Now and then, war on any power that it may be declared on."""
    if rng.random() > WARLIKE:
        return None
    able = [power for power in position.title.powers if power != position.power and not check_war(position, power)]
    return o.Declare(rng.choice(able)) if able else None


def lend(position: Position, rng: Random) -> Order | None:
    """Some of the available aid, to any possible receiver."""
    ways = lend_lease.ways_to_spend(position)
    if not ways:
        return None
    way = rng.choice(ways)
    return o.Lend(way.to, rng.randint(1, way.amount)) if isinstance(way, o.Lend) else None
