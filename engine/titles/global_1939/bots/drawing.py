"""Random orders for research and for the abilities of technologies."""

from __future__ import annotations

from random import Random

from engine.families.axis_allies import orders as o
from engine.families.axis_allies.technology import has_effect
from engine.forces import show_units
from engine.orders import Order
from engine.rules import Position
from engine.titles.global_1939 import partisans as raiders
from engine.titles.global_1939.rails import is_home, ready
from engine.titles.global_1939.research import laboratory, researchers

CURIOUS = 0.02
"""Chance that a random player considers buying a researcher."""


def research(position: Position, rng: Random) -> Order | None:
    """A researcher in any category, now and then."""
    rules = laboratory(position)
    return o.Research(rng.choice(rules.categories)) if rules and rng.random() < CURIOUS else None


def roll(position: Position, rng: Random) -> Order | None:
    """The research dice, if the power has a researcher."""
    return o.Roll() if researchers(position, position.power) else None


def transfer(position: Position, rng: Random) -> Order | None:
    """Some units of a home area by rail to another."""
    if not has_effect(position, position.power, "transfers"):
        return None
    homes = sorted(area for area in position.state.control if is_home(position, area))
    able = [(area, item) for area in homes for item in ready(position, area)]
    if not able:
        return None
    area, (key, count) = rng.choice(able)
    return o.Transfer(show_units([(key.unit, rng.randint(1, count))]), area, rng.choice(homes))


def partisans(position: Position, rng: Random) -> Order | None:
    """Attacks of partisans in any occupied area."""
    left = raiders.left(position)
    areas = sorted(area for area in position.state.control if left and raiders.is_occupied(position, area))
    return o.Partisans(rng.choice(areas), rng.randint(1, left)) if areas else None
