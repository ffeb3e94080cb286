"""The noncombat move phase: what neither moved nor fought may move, and all aircraft land."""

from __future__ import annotations

from engine.mechanics.orders import Load, Move, Offload
from engine.rules import Phase


class NoncombatMove(Phase):
    """Move units that stayed out of combat, and land aircraft."""

    slug = "noncombat-move"
    takes = (Move, Load, Offload)
