"""How much greedy bots fear a counterattack: less, the nearer the end, for then nothing is left to save units for (section 3.4)."""

from __future__ import annotations

from engine.families.axis_allies.bots.greedy.view import View
from engine.titles.global_war_1936.bots.buyers import buyer_of
from engine.titles.global_war_1936.bots.months import share


def nerve(view: View) -> float:
    """Return the share of its style's fear of counterattacks that counts for the nation on turn."""
    return min(share(view.position, "fear", 1.0), buyer_of(view.title, view.power).fear)
