"""The Land Phase up to its combats: operations, moves, armistice, strategic moves (sections 3.1 to 3.4)."""

from __future__ import annotations

from engine.rules import Phase


class LandMoves(Phase):
    """The camp on turn moves its ground and air blocks."""

    slug = "land"
