"""Naval engagement and combat (sections 2.2 to 2.4)."""

from __future__ import annotations

from engine.rules import Phase


class NavalCombat(Phase):
    """Where ships of both camps meet they may fight."""

    slug = "naval-combat"
