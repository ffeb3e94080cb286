"""The conduct combat phase: raids, amphibious assaults and general combat, in the order the attacker chooses."""

from __future__ import annotations

from engine.mechanics.orders import Battle, Land, Lose, Press, Retreat, Submerge
from engine.rules import Phase


class ConductCombat(Phase):
    """Resolve every battle that the combat moves have brought about."""

    slug = "conduct-combat"
    takes = (Battle, Lose, Submerge, Press, Retreat, Land)
