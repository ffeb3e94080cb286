"""A bot that plays legal orders at random, to exercise the rules rather than to win."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bots.bot import EAGERNESS, Sampler, can_end, dice_of_thought, may
from engine.errors import SitrepError
from engine.families import family_of
from engine.orders import Order
from engine.play import Play, tag
from engine.rules import EndPhase, Pending

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
        self._drawn: dict[str, Mapping[type[Order], Sampler]] = {}

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
        family = family_of(play.title)
        if family is None:
            return pending.default
        for _ in range(TRIES):
            order = family.answer(play, pending, self._rng)
            if may(play, order):
                return order
        return pending.default

    def _draw(self, play: Play, tries: int) -> Order | None:
        drawn = self._samplers(play)
        kinds = [kind for kind in play.phase.offers(play.position) if kind in drawn]
        for _ in range(tries if kinds else 0):
            order = drawn[self._rng.choice(kinds)](play.position, self._rng)
            if order and may(play, order):
                return order
        return None

    def _samplers(self, play: Play) -> Mapping[type[Order], Sampler]:
        slug = play.title.slug
        if slug not in self._drawn:
            family = family_of(play.title)
            self._drawn[slug] = family.samplers(play.title) if family else {}
        return self._drawn[slug]

    def _end(self, play: Play) -> Order:
        """End the phase, or play an order that it still requires."""
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
