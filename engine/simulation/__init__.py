"""Games between bots: the bots by name, the recorder of their games, and playing a recorded game on."""

from __future__ import annotations

from engine.simulation.bots_by_name import BOTS, check_bot, make_bot
from engine.simulation.branch_point import Moment, before_battle, moment, turn_at
from engine.simulation.flip import Flip, flip_of
from engine.simulation.play_on import Continuation, play_on
from engine.simulation.simulate import simulate

__all__ = [
    "BOTS",
    "Continuation",
    "Flip",
    "Moment",
    "before_battle",
    "check_bot",
    "flip_of",
    "make_bot",
    "moment",
    "play_on",
    "simulate",
    "turn_at",
]
