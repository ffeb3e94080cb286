"""The family of blocks: units of several steps, hidden from the enemy, moved and fought camp by camp."""

from __future__ import annotations

from engine.families import Family
from engine.families.blocks.bots.answers import answer
from engine.families.blocks.bots.player import BlockPlayer
from engine.families.blocks.bots.sampling import SAMPLERS
from engine.families.blocks.combat.phase import battles_to_fight
from engine.families.blocks.invariants import Blocks
from engine.families.blocks.odds.ends import Ends
from engine.families.blocks.production.raid import AIR, NAVAL
from engine.families.blocks.sampled_odds import sampled
from engine.families.blocks.turn_sequence import BlocksRules

FAMILY = Family(
    BlocksRules,
    Blocks,
    lambda title: SAMPLERS,
    answer,
    BlockPlayer,
    sampled,
    raids=frozenset({NAVAL, AIR}),
    battles=battles_to_fight,
    ends=Ends,
)
