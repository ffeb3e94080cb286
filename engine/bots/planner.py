"""A player that plans a phase, then plays the plan order by order, checking each order again first."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from engine.bots.bot import can_end, dice_of_thought, may
from engine.bots.style import Style
from engine.orders import Order
from engine.play import Play
from engine.rules import EndPhase

ENOUGH = 400
"""Illegal orders of a plan, in a row, after which the planner ends the phase; no sound plan has so many."""


class Planner(ABC):
    """Subclasses return their orders for a phase from `plan`.

    Args:
        name, style: which of styles.toml's bots this is.
        seed: any integer or text; the same seed and game give the same orders.
    """

    def __init__(self, name: str, style: Style, seed: int | str) -> None:
        self.name, self.style = name, style
        self._rng = dice_of_thought(name, seed)
        self._phase = (0, "")
        self._orders: Iterator[Order] = iter(())

    @abstractmethod
    def plan(self, play: Play) -> Iterator[Order]:
        """Yield the orders of a phase; each is made after the earlier ones have been played, so it may depend on the new board."""

    def planned(self, play: Play) -> Order | None:
        """Return the plan's next legal order; after the last one EndPhase, or None if the phase may not end."""
        clock = play.state.clock
        if self._phase != (clock.turn, clock.phase):
            self._phase, self._orders = (clock.turn, clock.phase), self.plan(play)
        for _ in range(ENOUGH):
            order = next(self._orders, None)
            if order is None:
                break
            if may(play, order):
                return order
        return EndPhase() if can_end(play) else None
