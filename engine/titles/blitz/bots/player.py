"""The greedy player of this title."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.planner import Planner
from engine.orders import Order
from engine.play import Play


class BlitzPlayer(Planner):
    """Plans each phase of a side."""

    def decide(self, play: Play) -> Order | None:
        """Return the next order of the plan, or the default answer to a decision."""
        pending = play.pending
        return pending.default if pending else self.planned(play)

    def plan(self, play: Play) -> Iterator[Order]:
        """Yield the orders of a phase."""
        yield from ()
