"""A bot that plays any legal order at random, to walk through the rules rather than to win."""

from __future__ import annotations

from engine.bots.answers import answer
from engine.bots.blocks import are_blocks
from engine.bots.blocks.answers import answer as answer_of_blocks
from engine.bots.blocks.sampling import SAMPLERS as OF_BLOCKS
from engine.bots.bot import EAGERNESS, can_end, dice_of_thought, may
from engine.bots.sampling import SAMPLERS
from engine.errors import SitrepError
from engine.orders import Order
from engine.play import Play, tag
from engine.rules import EndPhase, Pending

DRAWN = {**SAMPLERS, **OF_BLOCKS}
"""Order type, of every family of titles, to the function that draws one."""
TRIES = 40
ENOUGH = 0.03
"""Chance to end a phase that may be ended, asked before every order."""


class RandomBot:
    """Draws orders and plays the first legal one; ends a phase by chance or when it finds none.

    Args:
        seed: any integer or text; the same seed and game give the same orders.
    """

    name = "random"

    def __init__(self, seed: int | str) -> None:
        self._rng = dice_of_thought(self.name, seed)

    def decide(self, play: Play) -> Order:
        """Return a legal order.

        Raises:
            SitrepError: the phase may not end and no legal order was found; a fault of rules or bot.
        """
        if pending := play.pending:
            return self._answer(play, pending)
        if self._rng.random() < ENOUGH and can_end(play):
            return EndPhase()
        return self._draw(play, TRIES) or self._end(play)

    def _answer(self, play: Play, pending: Pending) -> Order:
        drawn = answer_of_blocks if are_blocks(play.title) else answer
        for _ in range(TRIES):
            order = drawn(play, pending, self._rng)
            if may(play, order):
                return order
        return pending.default

    def _draw(self, play: Play, tries: int) -> Order | None:
        kinds = [kind for kind in play.phase.takes if kind in DRAWN]
        for _ in range(tries if kinds else 0):
            order = DRAWN[self._rng.choice(kinds)](play.position, self._rng)
            if order and may(play, order):
                return order
        return None

    def _end(self, play: Play) -> Order:
        """End the phase, or do what is owed before it may end."""
        problems = play.check(EndPhase())
        if not problems:
            return EndPhase()
        debts = play.phase.owed(play.position)
        self._rng.shuffle(debts)
        order = next((order for order in debts if may(play, order)), None) or self._draw(play, EAGERNESS)
        if order:
            return order
        takes = ", ".join(tag(kind) for kind in play.phase.takes)
        raise SitrepError(f"{play.state.clock}: {problems[0]}; but none of {EAGERNESS} orders ({takes}) was legal")
