"""Declarations of war, and what a turn begins with (sections 1.1 to 1.5)."""

from __future__ import annotations

from engine.rules import Phase


class Declarations(Phase):
    """The camp on turn declares wars; as the phase closes, waters open, supply is checked, PPs come in."""

    slug = "declarations"
