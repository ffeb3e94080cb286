"""How strong a fleet a greedy bot wants: one that the strongest of its enemies' fleets does not outdo."""

from __future__ import annotations

from collections import Counter

from engine.families.axis_allies.board import is_cargo
from engine.families.axis_allies.bots.greedy.sealift import ships
from engine.families.axis_allies.bots.greedy.view import View


def is_enough(view: View) -> bool:
    """Return whether more warships are of no use: no transport is in danger, and no enemy has a stronger fleet."""
    if not view.style.escort or any(view.danger_at_sea(zone) for zone in sorted({ship.zone for ship in ships(view)})):
        return False
    fleets = armadas(view)
    enemies = view.position.enemies_of(view.power)
    strongest = max((fleets[power] for power in fleets if power in enemies), default=0)
    return fleets[view.power] >= view.style.escort * strongest


def armadas(view: View) -> Counter[str]:
    """Return power to what its warships cost."""
    found, units = Counter[str](), view.title.units
    for key, n in view.position.state.stacks.items():
        row = units[key.unit]
        if row.cls == "sea" and row.attack + row.defense and not row.has("carries-land") and not is_cargo(key):
            found[key.power] += n * row.cost
    return found
