"""Battles in rule tests of aa1942; see `tests/axisallies/battles.py`."""

from __future__ import annotations

from engine.orders import Order
from engine.play import Play
from tests.aa1942.positions import BOARD
from tests.axisallies.battles import battle, combat_on, due, ends, fight_on, last_end, losses, rolls, started

__all__ = ["battle", "combat", "due", "ends", "fought", "last_end", "losses", "rolls", "started"]


def combat(power: str, stacks: dict[str, str], dice: list[int] | None = None, **position: object) -> Play:
    """The conduct combat phase of `power`."""
    return combat_on(BOARD, power, stacks, dice, **position)


def fought(power: str, stacks: dict[str, str], dice: list[int], *orders: Order, **position: object) -> Play:
    """A game after these orders of the phase, each carried out by a game folded anew from the events so far."""
    return fight_on(combat(power, stacks, dice, **position), *orders)
