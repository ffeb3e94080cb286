"""The combat move phase: moves that lead to combat, and the declarations of assaults and raids."""

from __future__ import annotations

from engine.mechanics.orders import Load, Move, Offload
from engine.rules import Phase


class CombatMove(Phase):
    """Move units into combat."""

    slug = "combat-move"
    takes = (Move, Load, Offload)
