"""Small positions of global-1939, all great powers at war, the neutral nations neutral; see `tests/axisallies/positions.py`."""

from __future__ import annotations

from engine.orders import Order
from engine.play import Play
from engine.titles import load_title
from tests.axisallies.battles import battle, combat_on, due, ends, fight_on, losses, rolls
from tests.axisallies.positions import Positions, outcome, rules_of

NEUTRALS = tuple(power for power, row in load_title("global-1939").nations.items() if row.kind == "neutral")
BOARD = Positions("global-1939", "1939", NEUTRALS)
TITLE = BOARD.title
play_from, standing = BOARD.play_from, BOARD.standing

__all__ = ["BOARD", "TITLE", "battle", "combat", "due", "ends", "fought", "losses", "outcome", "play_from", "rolls", "rules_of", "standing"]


def combat(power: str, stacks: dict[str, str], dice: list[int] | None = None, **position: object) -> Play:
    """The conduct combat phase of `power`."""
    return combat_on(BOARD, power, stacks, dice, **position)


def fought(power: str, stacks: dict[str, str], dice: list[int], *orders: Order, **position: object) -> Play:
    """A game after these orders of the phase, each carried out by a game folded anew from the events so far."""
    return fight_on(combat(power, stacks, dice, **position), *orders)
