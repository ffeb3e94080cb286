"""The bot protocol: given a game, a bot returns the next order of the power that must act."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from engine.orders import Order
from engine.play import Play
from engine.rules import EndPhase, Position
from engine.title.title_modules import hook

EAGERNESS = 400
"""Orders a bot tries when its phase may not end yet, before it reports that it is stuck."""


class Bot(Protocol):
    """A player. One bot may play several powers; it reads the game and never changes it."""

    name: str

    def decide(self, play: Play) -> Order:
        """Return a legal order for whoever must act now (`actor`)."""
        ...


class Player(Protocol):
    """A family's greedy player."""

    def decide(self, play: Play) -> Order | None:
        """Return a legal order; None when it knows none."""
        ...


Sampler = Callable[[Position, Random], Order | None]
"""Draws an order for the power on turn, legal or not; None when there is nothing to draw from."""


def actor(play: Play) -> str:
    """Return the power that must act: the one with a decision to make, or else the power on turn.

    A nation that takes no turns is played by whoever controls it (`nations.py` of the title's folder), else by its leader,
    or by the first power of its side; one that stands alone by the power on turn. This also holds where a camp has only such nations
    left and its turn is named after one of them.
    """
    power = play.pending.power if play.pending else play.state.clock.power
    nation = play.title.nations.get(power)
    if nation is None:
        return power
    controller = hook(play.title, "nations", "controlled_by")
    ruler: str = controller(play.position, power) if controller else ""
    if ruler:
        return ruler
    side = play.position.side_of(power)
    friends = (one for one in play.title.turns if play.position.side_of(one) == side)
    return nation.leader or next(friends, play.state.clock.power)


def dice_of_thought(name: str, seed: int | str) -> Random:
    """Return a bot's own random generator, independent of the game's dice."""
    return Random(f"bot:{name}:{seed}")


def may(play: Play, order: Order) -> bool:
    """Return whether an order is legal now."""
    return not play.check(order)


def can_end(play: Play) -> bool:
    """Return whether the phase may end now."""
    return play.pending is None and may(play, EndPhase())
