"""A greedy bot's research spending, partisan attacks and rockets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.bots.bot import may
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.facilities.factories import factory_damage, purse
from engine.families.axis_allies.orders import Partisans, Research, Rocket, Roll
from engine.families.axis_allies.technology import developed
from engine.orders import Order
from engine.play import Play
from engine.titles.global_1939 import partisans, rockets
from engine.titles.global_1939.research import laboratory, price

SPARE = 4
"""A power considers a researcher only with this many times its price in hand."""


def studies(play: Play, view: View) -> Iterator[list[Order]]:
    """Return the plans of a research phase: now and then a researcher, preferably in a category with a technology; then the dice."""
    rules, position = laboratory(play.position), play.position
    rng = Random(f"research:{play.state.clock.turn}:{view.power}")
    if rules and rng.random() < view.style.research and purse(position, view.power) >= SPARE * price(position):
        known = [row.category for row in developed(position, view.power)]
        weights = [1 + known.count(category) for category in rules.categories]
        yield [Research(rng.choices(rules.categories, weights)[0])]
    yield [Roll()]


def strikes(play: Play, view: View) -> Iterator[list[Order]]:
    """Return the plans for weapons that strike from afar, before the battles of a turn: rockets, then partisans."""
    yield _rockets(play, view)
    left = partisans.left(play.position) if Partisans in play.phase.takes else 0
    if left:
        areas = (area for area in play.state.control if may(play, Partisans(area, left)))
        where = max(areas, key=lambda area: (view.worth(area), area), default="")
        yield [Partisans(where, left)] if where else []


def _rockets(play: Play, view: View) -> list[Order]:
    """All guns that can, at the factory in range with least damage."""
    if Rocket not in play.phase.takes:
        return []
    orders: list[Order] = []
    targets = [area for area in play.title.areas if view.hostile(area) and view.has_factory(area)]
    targets.sort(key=lambda area: (factory_damage(play.position, area), area))
    for area in play.position.board:
        guns = sum(n for _, n in rockets.launchers(play.position, area))
        shots = (Rocket(area, target, guns) for target in targets if guns)
        orders += [shot for shot in shots if may(play, shot)][:1]
    return orders
