"""How much greedy bots fear a counterattack: less, the nearer the end, for then nothing is left to save units for (section 3.4)."""

from __future__ import annotations

from engine.families.axis_allies.bots.greedy.view import View
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.bots.buyers import buyer_of

LATE = (("1945-01", 0.0), ("1944-01", 0.4), ("1943-01", 0.7))
"""Months from which only a share of the fear is left, the latest first."""


def nerve(view: View) -> float:
    """Return the share of its style's fear of counterattacks that counts for the nation on turn."""
    late = next((share for month, share in LATE if calendar.is_from(view.position, month)), 1.0)
    return min(late, buyer_of(view.power).fear)
