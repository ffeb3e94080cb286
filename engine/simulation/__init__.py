"""Games between bots: the bots by name, and the recorder of their games."""

from __future__ import annotations

from engine.simulation.cast import BOTS, make_bot
from engine.simulation.simulate import simulate

__all__ = ["BOTS", "make_bot", "simulate"]
