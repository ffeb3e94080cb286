"""Land combat and the retreat after it (sections 3.5 to 3.7)."""

from __future__ import annotations

from engine.rules import Phase


class LandCombat(Phase):
    """The areas in which blocks of both camps stand are fought for."""

    slug = "land-combat"


class BlitzCombat(LandCombat):
    """The same of the Blitz Phase (section 4.0)."""

    slug = "blitz-combat"
