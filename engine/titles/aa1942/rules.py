"""The rules of A&A 1942: its six phases (section Turn Sequence), and the steps of its battles (section Conduct Combat).

By option there is technology: a phase of research before them, and rockets.
"""

from __future__ import annotations

from engine.families.axis_allies.combat.general_combat import GENERAL_COMBAT, STRATEGIC_BOMBING_RAID
from engine.families.axis_allies.combat.rockets import RocketCombat
from engine.families.axis_allies.directed_research import DirectedResearch
from engine.families.axis_allies.economy.income import CollectIncome
from engine.families.axis_allies.economy.purchase import PurchaseUnits
from engine.families.axis_allies.mobilization.mobilize import MobilizeUnits
from engine.families.axis_allies.movement.combat_move import CombatMove
from engine.families.axis_allies.movement.noncombat_move import NoncombatMove
from engine.families.axis_allies.turn_sequence import AxisAlliesRules


class TitleRules(AxisAlliesRules):
    """Six phases a turn, or with technology seven; a power without its capital plays only the three between."""

    phases = (
        DirectedResearch(),
        PurchaseUnits(),
        CombatMove(),
        RocketCombat(GENERAL_COMBAT, STRATEGIC_BOMBING_RAID),
        NoncombatMove(),
        MobilizeUnits(),
        CollectIncome(),
    )
    without_capital = frozenset({"combat-move", "conduct-combat", "noncombat-move"})
