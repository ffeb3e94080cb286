"""How many land units greedy bots keep in their capital: ships and a new enemy's armies come from farther than one turn sees."""

from __future__ import annotations

from collections import Counter
from math import ceil

from engine.families.axis_allies.bots.greedy.view import View

LEAST, MOST = 3, 10
"""Land units that stay at least, and for the sake of landings at most."""
SAILED = 6
"""Sea zones from which enemy transports count: they sail half of them as ships move strategically, and land the turn after."""
MET = 6.0
"""Attack of those who could land, and of the aircraft that could come with them, for each land unit that stays."""


def guard(view: View) -> int:
    """Return how many land units stay in the capital of the power on turn."""
    capital, units = view.title.powers[view.power].capital, view.title.units
    army = view.threats.overseas(capital, SAILED) if capital else Counter[str]()
    return min(MOST, max(LEAST, ceil(sum(units[unit].attack * n for unit, n in army.items()) / MET)))


def is_short(view: View) -> bool:
    """Return whether fewer land units than its guard stand in the capital of the power on turn."""
    units = view.friendly_units(view.title.powers[view.power].capital)
    return sum(n for unit, n in units.items() if view.title.units[unit].cls == "land") < view.guard
