"""The rules of A&A 1942: its six phases (section Turn Sequence), and the steps of its battles (section Conduct Combat)."""

from __future__ import annotations

from engine.mechanics.combat.battle import ATTACKER, DEFENDER
from engine.mechanics.combat.sequence import CombatSequence
from engine.mechanics.combat.steps.opening import AntiAircraftFire, Bombardment, RemoveShotDown
from engine.mechanics.combat.steps.outcome import IsOver, IsOverByDiving, PressOrRetreat, StayOrLeave
from engine.mechanics.combat.steps.raid import Bombs
from engine.mechanics.combat.steps.round import BeginRound, Fire, SubmarinesDive, SurpriseStrike
from engine.mechanics.combat.steps.step import Remove
from engine.mechanics.combat_move import CombatMove
from engine.mechanics.conduct_combat import ConductCombat
from engine.mechanics.course import AxisAlliesRules
from engine.mechanics.income import CollectIncome
from engine.mechanics.mobilize import MobilizeUnits
from engine.mechanics.noncombat_move import NoncombatMove
from engine.mechanics.purchase import PurchaseUnits

GENERAL_COMBAT = CombatSequence(
    ("land", "amphibious", "sea"),
    (
        Bombardment(),
        AntiAircraftFire(),
        RemoveShotDown(),
        IsOver(),
        BeginRound(),
        SubmarinesDive(ATTACKER),
        SubmarinesDive(DEFENDER),
        IsOverByDiving(),
        SurpriseStrike(ATTACKER),
        SurpriseStrike(DEFENDER),
        Remove("strike-removal", ("struck",)),
        Fire(ATTACKER),
        Fire(DEFENDER),
        Remove("removal"),
        PressOrRetreat(),
        StayOrLeave(),
    ),
)
STRATEGIC_BOMBING_RAID = CombatSequence(("raid",), (Bombs(),))


class TitleRules(AxisAlliesRules):
    """Six phases a turn; a power without its capital plays only the three between."""

    phases = (
        PurchaseUnits(),
        CombatMove(),
        ConductCombat(GENERAL_COMBAT, STRATEGIC_BOMBING_RAID),
        NoncombatMove(),
        MobilizeUnits(),
        CollectIncome(),
    )
    without_capital = frozenset({"combat-move", "conduct-combat", "noncombat-move"})
