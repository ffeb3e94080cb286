"""The rules of A&A 1942: its six phases (section Turn Sequence)."""

from __future__ import annotations

from engine.mechanics.combat_move import CombatMove
from engine.mechanics.conduct_combat import ConductCombat
from engine.mechanics.course import AxisAlliesRules
from engine.mechanics.income import CollectIncome
from engine.mechanics.mobilize import MobilizeUnits
from engine.mechanics.noncombat_move import NoncombatMove
from engine.mechanics.purchase import PurchaseUnits


class TitleRules(AxisAlliesRules):
    """Six phases a turn; a power without its capital plays only the three between."""

    phases = (PurchaseUnits(), CombatMove(), ConductCombat(), NoncombatMove(), MobilizeUnits(), CollectIncome())
    without_capital = frozenset({"combat-move", "conduct-combat", "noncombat-move"})
