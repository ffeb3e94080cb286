"""The greedy bot: plays any title with its family's greedy player, or any legal order where that player is stuck."""

from __future__ import annotations

from engine.bots.bot import Player
from engine.bots.style import Style
from engine.errors import SitrepError
from engine.families import family_of
from engine.orders import Order
from engine.play import Play
from engine.simulation.random_bot import RandomBot


class GreedyBot:
    """Sensible play for a demonstration, not for a championship.

    Args:
        name, style: which of styles.toml's bots this is.
        seed: any integer or text; the same seed and game give the same orders.
    """

    def __init__(self, name: str, style: Style, seed: int | str) -> None:
        self.name, self._style, self._seed = name, style, seed
        self._helper = RandomBot(seed)
        self._players: dict[str, Player] = {}

    def decide(self, play: Play) -> Order:
        """Return a legal order."""
        return self._player(play).decide(play) or self._helper.decide(play)

    def _player(self, play: Play) -> Player:
        name = play.title.family
        if name not in self._players:
            family = family_of(play.title)
            if family is None:
                raise SitrepError(f"no bot can play {play.title.slug!r}: its family {name!r} has no rules")
            self._players[name] = family.player(self.name, self._style, self._seed)
        return self._players[name]
