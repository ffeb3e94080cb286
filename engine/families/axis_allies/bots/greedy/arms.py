"""Which land units a greedy bot raises: those that add most to the army that it has, for what they cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log

from engine.families.axis_allies.bots.distances import spread
from engine.families.axis_allies.bots.greedy.campaign import rivals
from engine.families.axis_allies.bots.greedy.forces import Units, attackers, defenders
from engine.families.axis_allies.bots.greedy.view import View
from engine.title.model import Unit

EVEN, LEAN = 0.45, 2.0
"""Weight of what a unit adds to the army as it defends, beside what it adds as it attacks, when the strongest enemy is as strong; and
how much it grows or falls with that enemy's share of what both have."""
LEAST, MOST = 0.2, 0.9
"""Bounds of that weight."""


def weights(view: View, rows: Sequence[Unit], each: float) -> list[float]:
    """Return how much each unit is worth buying; `each`: the money for each of the places where units are built."""
    army = troops(view)
    attack, defense, share = _weight(view, army, True), _weight(view, army, False), caution(view)
    found = []
    for row in rows:
        more = army + Counter({row.unit: 1})
        gain = (1 - share) * log(_weight(view, more, True) / attack)
        gain += share * log(_weight(view, more, False) / defense)
        found.append(gain / max(row.cost, each))
    best = max(found)
    return [max(one / best, 0.0) ** view.style.arms + 1e-9 for one in found]


def caution(view: View) -> float:
    """Return the weight of defense: more for a power whose strongest enemy has more troops and aircraft than itself."""
    have, units = Counter[str](), view.title.units
    for key, n in view.position.state.stacks.items():
        if units[key.unit].cls in ("land", "air"):
            have[key.power] += n * units[key.unit].cost
    mine = have[view.power]
    theirs = max((have[power] for power in rivals(view)), default=0)
    return min(MOST, max(LEAST, EVEN + LEAN * (theirs / max(1, mine + theirs) - 0.5)))


def troops(view: View) -> Counter[str]:
    """Return the power's land units that fight, on the lands around its factories."""
    held = view.position.state.control
    homes = [area for area in held if held[area] == view.power and view.has_factory(area)]
    region = spread(view.title, homes, lambda _, area: view.friendly(area))
    found, units = Counter[str](), view.title.units
    for key, n in view.position.stacks_of(view.power):
        if key.area in region and units[key.unit].cls == "land" and units[key.unit].attack:
            found[key.unit] += n
    return found


def _weight(view: View, army: Units, attacking: bool) -> int:
    force = (attackers if attacking else defenders)(view.book, army)
    return max(1, force.weight)
