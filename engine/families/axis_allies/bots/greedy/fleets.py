"""The warships of a sea zone, as a greedy bot counts them."""

from __future__ import annotations

from collections import Counter

from engine.families.axis_allies.bots.greedy.view import View


def idle(view: View, zone: str) -> Counter[str]:
    """Return the warships of a zone that have nothing to do and may leave it, without those that the title has stay there."""
    ships: Counter[str] = Counter()
    units = view.title.units
    for key, n, condition in view.idle(zone, "sea"):
        if units[key.unit].has("surface-warship") and not condition.cargo and units[key.unit].move > 1:
            ships[key.unit] += n
    return ships - view.moored(view, zone, ships, "") if view.moored and ships else ships


def warships(view: View, zone: str) -> Counter[str]:
    """Return the warships of the power's side in a zone."""
    return Counter({unit: n for unit, n in view.friendly_units(zone).items() if view.title.units[unit].has("surface-warship")})
