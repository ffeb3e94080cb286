"""The steps of battles and raids as A&A 1942 has them (section Conduct Combat); titles that change none of them fight by these."""

from __future__ import annotations

from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER
from engine.families.axis_allies.combat.sequence import CombatSequence
from engine.families.axis_allies.combat.steps.opening import AntiAircraftFire, Bombardment, RemoveWithRiders
from engine.families.axis_allies.combat.steps.outcome import IsOver, IsOverByDiving, PressOrRetreat, StayOrLeave
from engine.families.axis_allies.combat.steps.raid import AirCombat, Bombs, Interception
from engine.families.axis_allies.combat.steps.round import BeginRound, Fire, SubmarinesDive, SurpriseStrike
from engine.families.axis_allies.combat.steps.step import Remove
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
STRATEGIC_BOMBING_RAID = CombatSequence(
    ("raid",),
    (Interception(), AirCombat(ATTACKER), AirCombat(DEFENDER), Remove("dogfight-removal"), Bombs()),
)
