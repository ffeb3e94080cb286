"""What this title brings as its own family: it shares mechanisms with no other."""

from __future__ import annotations

from engine.families import Family
from engine.titles.blitz.bots.answers import answer
from engine.titles.blitz.bots.player import BlitzPlayer
from engine.titles.blitz.bots.sampling import SAMPLERS
from engine.titles.blitz.invariants import BlitzLedger
from engine.titles.blitz.rules import TitleRules
from engine.titles.blitz.sampled_odds import sampled

FAMILY = Family(TitleRules, BlitzLedger, lambda title: SAMPLERS, answer, BlitzPlayer, sampled, singles=True)
