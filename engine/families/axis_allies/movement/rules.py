"""Rules that several kinds of movement keep."""

from __future__ import annotations

from engine.problems import Rule

ADJACENT = Rule("adjacent", "Spaces On The Game Board")
NEUTRAL = Rule("neutral", "Neutral Territories")
HOSTILE = Rule("hostile", "Phase 2: Combat Move")
XENOPHOBIA = Rule("xenophobia", "Xenophobia")
