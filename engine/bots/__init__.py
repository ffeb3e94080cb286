"""Bots: players that need no person, so that there are games to read."""

from __future__ import annotations

from engine.bots.bot import Bot
from engine.bots.greedy import GreedyBot, styles
from engine.bots.random_bot import RandomBot

__all__ = ["BOTS", "Bot", "make_bot"]

BOTS = ("random", *styles())
"""The names that `make_bot` knows: the random bot, and the greedy ones of greedy/styles.toml."""


def make_bot(name: str, seed: int | str) -> Bot:
    """Return a bot by name.

    Raises:
        LookupError: there is no such bot; the message lists those there are.
    """
    if name == "random":
        return RandomBot(seed)
    if name in styles():
        return GreedyBot(name, styles()[name], seed)
    raise LookupError(f"no bot {name!r}; expected one of {', '.join(BOTS)}")
