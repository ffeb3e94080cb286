"""Rockets of bots: drawn at random, and fired by a greedy one before the battles of a turn."""

from __future__ import annotations

from random import Random

from engine.bots.bot import may
from engine.families.axis_allies import orders as o
from engine.families.axis_allies.board import is_hostile
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.combat import rockets
from engine.families.axis_allies.facilities.factories import factory_damage
from engine.orders import Order
from engine.play import Play
from engine.rules import Position


def rocket(position: Position, rng: Random) -> Order | None:
    """Rockets of any guns at any enemy factory."""
    guns = [(area, n) for area in position.board for _, n in rockets.launchers(position, area)]
    units = position.title.units
    factories = (
        sorted(
            {
                key.area
                for key in position.state.stacks
                if units[key.unit].has("produces") and is_hostile(position, key.area, position.power)
            }
        )
        if guns
        else []
    )
    if not factories:
        return None
    area, count = rng.choice(guns)
    return o.Rocket(area, rng.choice(factories), rng.randint(1, count))


def shots(play: Play, view: View) -> list[Order]:
    """Return the fire of all guns of an area, or of one if no more may, at the factory in range with least damage."""
    if o.Rocket not in play.phase.takes:
        return []
    orders: list[Order] = []
    targets = [area for area in play.title.areas if view.hostile(area) and view.has_factory(area)]
    targets.sort(key=lambda area: (factory_damage(play.position, area), area))
    for area in play.position.board:
        guns = sum(n for _, n in rockets.launchers(play.position, area))
        shots = (o.Rocket(area, target, n) for n in dict.fromkeys((guns, 1)) for target in targets if guns)
        orders += [shot for shot in shots if may(play, shot)][:1]
    return orders
