"""The steps of a battle in Global 1939: those of the base game, with the additions of unit changes and technologies."""

from __future__ import annotations

from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER
from engine.families.axis_allies.combat.sequence import CombatSequence
from engine.families.axis_allies.combat.steps.early_fire import RANK, FireOfRank, NextRank
from engine.families.axis_allies.combat.steps.opening import AntiAircraftFire, Bombardment, RemoveWithRiders
from engine.families.axis_allies.combat.steps.outcome import IsOver, IsOverByDiving, StayOrLeave
from engine.families.axis_allies.combat.steps.raid import AirCombat, Bombs, Interception
from engine.families.axis_allies.combat.steps.round import BeginRound, Fire, SubmarinesDive, SurpriseStrike
from engine.families.axis_allies.combat.steps.step import Remove
from engine.families.axis_allies.vocabulary import GUNNED, OUTFIRED, STRUCK
from engine.titles.global_1939.combat import CurbedPress
from engine.titles.global_1939.evading import Evasion
from engine.titles.global_1939.opening import CoastalArtillery
from engine.titles.global_1939.partisans import PartisansAttack, PartisansGone

GENERAL_COMBAT = CombatSequence(
    ("land", "amphibious", "sea"),
    (
        Evasion(),
        Bombardment(),
        AntiAircraftFire(),
        RemoveWithRiders(),
        CoastalArtillery(),
        Remove("landed", (GUNNED,)),
        IsOver(),
        BeginRound(),
        SubmarinesDive(ATTACKER),
        SubmarinesDive(DEFENDER),
        IsOverByDiving(),
        SurpriseStrike(ATTACKER),
        SurpriseStrike(DEFENDER),
        Remove("strike-removal", (STRUCK,)),
        NextRank(otherwise="attack"),
        FireOfRank(ATTACKER),
        FireOfRank(DEFENDER),
        Remove("first-removal", (OUTFIRED,), to=RANK),
        Fire(ATTACKER),
        Fire(DEFENDER),
        Remove("removal"),
        CurbedPress(),
        StayOrLeave(),
    ),
)
STRATEGIC_BOMBING_RAID = CombatSequence(
    ("raid",),
    (Interception(), AirCombat(ATTACKER), AirCombat(DEFENDER), Remove("dogfight-removal"), Bombs()),
)
PARTISANS = CombatSequence(("partisans",), (PartisansAttack(), PartisansGone()))
