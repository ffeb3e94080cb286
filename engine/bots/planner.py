"""A player that plans a phase, plays its plan order by order, and looks at each again before it plays it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from engine.bots.bot import can_end, dice_of_thought, may
from engine.bots.style import Style
from engine.orders import Order
from engine.play import Play
from engine.rules import EndPhase

ENOUGH = 400
"""Orders of a plan that may not be played, one after the other, after which the phase is ended: none should need so many."""


class Planner(ABC):
    """Subclasses say in `plan` what they mean to do in a phase.

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
        """Yield the orders of a phase; each is made when those before it have been played, so it may look at the board anew."""

    def planned(self, play: Play) -> Order | None:
        """Return the plan's next legal order; when none is left the phase's end, or None where the phase may not end."""
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
