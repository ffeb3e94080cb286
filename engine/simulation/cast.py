"""The bots by name: the random one, and the greedy ones of engine/bots/styles.toml."""

from __future__ import annotations

from engine.bots.bot import Bot
from engine.bots.style import styles
from engine.simulation.greedy_bot import GreedyBot
from engine.simulation.random_bot import RandomBot

BOTS = ("random", *styles())
"""The bot names that `make_bot` accepts."""


def make_bot(name: str, seed: int | str) -> Bot:
    """Return a bot by name.

    Raises:
        LookupError: there is no such bot; the message lists the known ones.
    """
    if name == "random":
        return RandomBot(seed)
    if name in styles():
        return GreedyBot(name, styles()[name], seed)
    raise LookupError(f"no bot {name!r}; expected one of {', '.join(BOTS)}")
