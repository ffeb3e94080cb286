"""Spending Production Points (section 1.6)."""

from __future__ import annotations

from engine.rules import Phase


class Production(Phase):
    """The camp on turn buys Blitz Discs and blocks and reinforces them."""

    slug = "production"
