"""A bot that does without something: it sees a game in which the orders that its restrictions remove are against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from engine.bots.bot import Bot
from engine.bots.restriction import Restriction, refuses
from engine.errors import SitrepError
from engine.orders import Order
from engine.play import Play, tag
from engine.problems import Problem, Rule

REMOVED = Rule("restriction", "a restricted player")


class RestrictedBot:
    """Plays as another bot does, without what its restrictions remove.

    Where the rules leave no way to do without (a battle that must be fought before a phase may end), it plays as the other bot.

    Args:
        name: of the bot with its restrictions. bot: plays. restrictions: what is removed.
    """

    def __init__(self, name: str, bot: Bot, restrictions: Sequence[Restriction]) -> None:
        self.name, self._bot, self._restrictions = name, bot, tuple(restrictions)
        self._view: _RestrictedView | None = None

    def decide(self, play: Play) -> Order:
        """Return a legal order."""
        if self._view is None or self._view.play is not play:
            self._view = _RestrictedView(play, self._restrictions)
        try:
            return self._bot.decide(cast(Play, self._view))
        except SitrepError:
            return self._bot.decide(play)


class _RestrictedView:
    """A game as it goes on, with some orders against the rules. A plan of a bot may hold it as long as it holds a game."""

    def __init__(self, play: Play, restrictions: tuple[Restriction, ...]) -> None:
        self.play, self._restrictions = play, restrictions

    def __getattr__(self, name: str) -> Any:
        return getattr(self.play, name)

    def check(self, order: Order) -> list[Problem]:
        """Return what is wrong with an order: what the rules say, or that a restriction removes it."""
        if problems := self.play.check(order):
            return problems
        removed = next((one for one in self._restrictions if refuses(one, self.play, order)), None)
        return [REMOVED.broken(f"this player has {removed.about}", found=tag(type(order)))] if removed else []
