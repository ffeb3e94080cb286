"""Dice of research that bots buy: at random now and then, by a greedy one with money to spare."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.directed_research import aims, bought, dice_at_hand, rules
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.orders import Research, Roll
from engine.orders import Order
from engine.play import Play
from engine.rules import Position

CURIOUS = 0.05
"""Chance that a random player considers a die."""
SPARE = 6
"""A power considers a die only with this many times its price in hand."""


def research(position: Position, rng: Random) -> Order | None:
    """A die for any technology, now and then."""
    able = aims(position, position.power)
    return Research(rng.choice(able).category) if able and rules(position) and rng.random() < CURIOUS else None


def roll(position: Position, rng: Random) -> Order | None:
    """The dice at hand: for the category that some were bought for, else for any with something to develop."""
    if bought(position):
        return Roll()
    able = aims(position, position.power) if dice_at_hand(position) else []
    return Roll(rng.choice(able).category) if able else None


def studies(play: Play, view: View) -> Iterator[list[Order]]:
    """Return the plan of a research phase: now and then a die for a technology that is not developed yet; kept dice are rolled."""
    row, able = rules(play.position), aims(play.position, view.power)
    rng = Random(f"research:{play.state.clock.turn}:{view.power}")
    if row and able and rng.random() < view.style.research and purse(play.position, view.power) >= SPARE * row.cost:
        yield [Research(rng.choice(able).category), Roll()]
    elif able and dice_at_hand(play.position):
        yield [Roll(rng.choice(able).category)]
