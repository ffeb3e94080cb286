"""The greedy player of this title: a plan for each phase of a side, and answers to what is asked meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.bots.planner import Planner
from engine.orders import Order
from engine.play import Play
from engine.titles.blitz.bots import attacking, replies, sailing, spending, warring


class BlitzPlayer(Planner):
    """Plans each phase of a side: what it attacks is chosen by chance and worth, whoever sits where."""

    def decide(self, play: Play) -> Order | None:
        """Return the next order of the plan, or an answer to a decision."""
        pending = play.pending
        return replies.reply(play, pending) if pending else self.planned(play)

    def plan(self, play: Play) -> Iterator[Order]:
        """Yield the orders of a phase."""
        found = PLANS.get(play.state.clock.phase)
        if found is not None:
            yield from found(play)


PLANS: dict[str, Callable[[Play], Iterator[Order]]] = {
    "blitz": warring.choose,
    "return": sailing.go_home,
    "sea": sailing.put_to_sea,
    "sea-combat": sailing.fight,
    "rebase": sailing.rebase,
    "move": attacking.march,
    "land-combat": attacking.attack,
    "build": spending.build,
}
"""Phase to what is done in it."""
