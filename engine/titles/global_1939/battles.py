"""The steps of a battle in Global 1939: the base game's, and what unit changes and technologies add."""

from __future__ import annotations

from engine.mechanics.combat.battle import ATTACKER, DEFENDER
from engine.mechanics.combat.sequence import CombatSequence
from engine.mechanics.combat.steps.early_fire import RANK, FireOfRank, NextRank
from engine.mechanics.combat.steps.opening import (
    AntiAircraftFire,
    Bombardment,
    CoastalArtillery,
    Evasion,
    RemoveShotDown,
)
from engine.mechanics.combat.steps.outcome import IsOver, IsOverByDiving, StayOrLeave
from engine.mechanics.combat.steps.partisan import PartisansAttack, PartisansGone
from engine.mechanics.combat.steps.raid import AirCombat, Bombs, Interception
from engine.mechanics.combat.steps.round import BeginRound, Fire, SubmarinesDive, SurpriseStrike
from engine.mechanics.combat.steps.step import Remove
from engine.titles.global_1939.combat import CurbedPress

GENERAL_COMBAT = CombatSequence(
    ("land", "amphibious", "sea"),
    (
        Evasion(),
        Bombardment(),
        AntiAircraftFire(),
        RemoveShotDown(),
        CoastalArtillery(),
        Remove("landed", ("gunned",)),
        IsOver(),
        BeginRound(),
        SubmarinesDive(ATTACKER),
        SubmarinesDive(DEFENDER),
        IsOverByDiving(),
        SurpriseStrike(ATTACKER),
        SurpriseStrike(DEFENDER),
        Remove("strike-removal", ("struck",)),
        NextRank(otherwise="attack"),
        FireOfRank(ATTACKER),
        FireOfRank(DEFENDER),
        Remove("first-removal", ("outfired",), to=RANK),
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
