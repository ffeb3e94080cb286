"""The rules of A&A Revised and Classic: the phases of aa1942 after research, and battles that submarines leave after a round.

What ships hit from the sea is silenced where they silence (units.csv), and how submarines leave is an option.
"""

from __future__ import annotations

from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER
from engine.families.axis_allies.combat.rockets import RocketCombat
from engine.families.axis_allies.combat.sequence import CombatSequence
from engine.families.axis_allies.combat.steps.late_diving import DiveAfterRound, NextRound, PressThenDive, RoundIsOver, Withdraw
from engine.families.axis_allies.combat.steps.opening import AntiAircraftFire, Bombardment, RemoveShotDown, RemoveSilenced
from engine.families.axis_allies.combat.steps.outcome import IsOver, IsOverByDiving, StayOrLeave
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
        RemoveSilenced(),
        AntiAircraftFire(),
        RemoveShotDown(),
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
        RoundIsOver(),
        DiveAfterRound(ATTACKER),
        Withdraw(ATTACKER),
        PressThenDive(),
        DiveAfterRound(DEFENDER),
        Withdraw(DEFENDER),
        NextRound(),
        StayOrLeave(),
    ),
)
STRATEGIC_BOMBING_RAID = CombatSequence(("raid",), (Bombs(),))


class TitleRules(AxisAlliesRules):
    """The phases of a turn; a power without its capital plays only the three between."""

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
