"""The family of Axis & Allies: powers with treasuries, dice pools, factories, capitals."""

from __future__ import annotations

from engine.families import Family
from engine.families.axis_allies.bots.answers import answer
from engine.families.axis_allies.bots.greedy.player import GreedyPlayer
from engine.families.axis_allies.bots.sampling import samplers
from engine.families.axis_allies.combat.followed import unfollowed
from engine.families.axis_allies.combat.pending_battles import battles_to_fight
from engine.families.axis_allies.invariants import AxisAllies
from engine.families.axis_allies.loads import not_carried
from engine.families.axis_allies.odds.ends import Ends
from engine.families.axis_allies.sampled_odds import sampled
from engine.families.axis_allies.sampled_raid import sampled_raid
from engine.families.axis_allies.turn_sequence import AxisAlliesRules
from engine.families.axis_allies.usual import usual
from engine.families.axis_allies.vocabulary import AIRBORNE, COMBAT_ROUND, RAIDING, SUBMERGED

FAMILY = Family(
    AxisAlliesRules,
    AxisAllies,
    samplers,
    answer,
    GreedyPlayer,
    sampled,
    {COMBAT_ROUND.whole: 2},
    frozenset({"raid"}),
    unfollowed=unfollowed,
    sampled_raid=sampled_raid,
    battles=battles_to_fight,
    apart=frozenset({RAIDING, SUBMERGED}),
    riders=frozenset({AIRBORNE}),
    ends=Ends,
    usual=usual,
    not_carried=not_carried,
)
