"""Naval movement (section 2.1)."""

from __future__ import annotations

from engine.rules import Phase


class NavalMoves(Phase):
    """The camp on turn moves its ships."""

    slug = "naval"
