"""A greedy bot's research spending and partisan attacks; its rockets are the family's."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.bots.bot import may
from engine.families.axis_allies.bots import rocketry
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.orders import Partisans, Research, Roll
from engine.families.axis_allies.technology import developed
from engine.orders import Order
from engine.play import Play
from engine.titles.global_1939 import partisans
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
    yield rocketry.shots(play, view)
    left = partisans.left(play.position) if Partisans in play.phase.takes else 0
    if left:
        areas = (area for area in play.state.control if may(play, Partisans(area, left)))
        where = max(areas, key=lambda area: (view.worth(area), area), default="")
        yield [Partisans(where, left)] if where else []
