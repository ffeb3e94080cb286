"""The rules of A&A 1942: its six phases (section Turn Sequence), and the steps of its battles (section Conduct Combat).

By option there is technology: a phase of research before them, and rockets.
"""

from __future__ import annotations

from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER
from engine.families.axis_allies.combat.rockets import RocketCombat
from engine.families.axis_allies.combat.sequence import CombatSequence
from engine.families.axis_allies.combat.steps.opening import AntiAircraftFire, Bombardment, RemoveWithRiders
from engine.families.axis_allies.combat.steps.outcome import IsOver, IsOverByDiving, PressOrRetreat, StayOrLeave
from engine.families.axis_allies.combat.steps.raid import Bombs
from engine.families.axis_allies.combat.steps.round import BeginRound, Fire, SubmarinesDive, SurpriseStrike
from engine.families.axis_allies.combat.steps.step import Remove
from engine.families.axis_allies.directed_research import DirectedResearch
from engine.families.axis_allies.economy.income import CollectIncome
from engine.families.axis_allies.economy.purchase import PurchaseUnits
from engine.families.axis_allies.mobilization.mobilize import MobilizeUnits
from engine.families.axis_allies.movement.combat_move import CombatMove
from engine.families.axis_allies.movement.noncombat_move import NoncombatMove
from engine.families.axis_allies.turn_sequence import AxisAlliesRules
from engine.families.axis_allies.vocabulary import STRUCK

GENERAL_COMBAT = CombatSequence(
    ("land", "amphibious", "sea"),
    (
        Bombardment(),
        AntiAircraftFire(),
        RemoveWithRiders(),
        IsOver(),
        BeginRound(),
        SubmarinesDive(ATTACKER),
        SubmarinesDive(DEFENDER),
        IsOverByDiving(),
        SurpriseStrike(ATTACKER),
        SurpriseStrike(DEFENDER),
        Remove("strike-removal", (STRUCK,)),
        Fire(ATTACKER),
        Fire(DEFENDER),
        Remove("removal"),
        PressOrRetreat(),
        StayOrLeave(),
    ),
)
STRATEGIC_BOMBING_RAID = CombatSequence(("raid",), (Bombs(),))


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
