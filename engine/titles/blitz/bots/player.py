"""The greedy player of this title: a plan for each phase of a side, and answers to what is asked meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.bots.planner import Planner
from engine.orders import Order
from engine.play import Play
from engine.titles.blitz.bots import attacking, replies, sailing, spending, warring

BOLDER = 0.6
"""A combat here is one round, in which an area seldom falls: what other games call a fair chance is a good one."""


EVEN = 0.9
"""What a point of damage of one's own weighs to a player who fears nothing; one of the enemy's weighs 1."""


class BlitzPlayer(Planner):
    """Plans each phase of a side: what it attacks is chosen by chance and worth, whoever sits where."""

    def decide(self, play: Play) -> Order | None:
        """Return the next order of the plan, or an answer to a decision."""
        pending = play.pending
        return replies.reply(play, pending) if pending else self.planned(play)

    def plan(self, play: Play) -> Iterator[Order]:
        """Yield the orders of a phase."""
        phase = play.state.clock.phase
        if phase == "land-combat":
            nerve = attacking.Nerve(self.style.attack_at * BOLDER, EVEN + self.style.fear)
            yield from attacking.attack(play, nerve)
        elif phase == "return":
            yield from sailing.go_home(play, campaign=bool(self.style.campaign))
        elif phase == "sea":
            if self.style.campaign:
                yield from warring.openings(play)
            yield from sailing.put_to_sea(play, campaign=bool(self.style.campaign))
        elif phase == "rebase":
            yield from sailing.rebase(play, campaign=bool(self.style.campaign))
        elif phase == "build":
            yield from spending.build(play, self.style.escort)
        elif phase in PLANS:
            yield from PLANS[phase](play)


PLANS: dict[str, Callable[[Play], Iterator[Order]]] = {
    "blitz": warring.choose,
    "sea-combat": sailing.fight,
    "move": attacking.march,
}
"""Phase to what every style does in it."""
