"""How strong a fleet a greedy bot wants: one that no enemy's fleet near its convoys outdoes.

Fleets on other oceans do not count: two powers that watched each other across the globe would build warships for ever, and land nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.families.axis_allies.board import is_cargo
from engine.families.axis_allies.bots.distances import distances
from engine.families.axis_allies.bots.greedy.cover import main_convoy
from engine.families.axis_allies.bots.greedy.harbours import home_waters
from engine.families.axis_allies.bots.greedy.view import View
from engine.state import Stack

NEAR = 4
"""Sea zones from the main convoy, or from the home waters where there is none, within which an enemy's warships count."""


def is_enough(view: View) -> bool:
    """Return whether more warships are of no use: the main convoy is in no danger, and no enemy has a stronger fleet near it."""
    if not view.style.escort:
        return False
    convoy = main_convoy(view)
    if convoy and view.danger_at_sea(convoy):
        return False
    waters = {zone for home in ([convoy] if convoy else home_waters(view)) for zone in _around(view, home)}
    mine, theirs, enemies = 0, Counter[str](), view.position.enemies_of(view.power)
    for key, cost in _warships(view):
        if key.power == view.power:
            mine += cost
        elif key.power in enemies and key.area in waters:
            theirs[key.power] += cost
    return mine >= view.style.escort * max(theirs.values(), default=0)


def _around(view: View, zone: str) -> list[str]:
    """Return the sea zones near one, whoever may sail there now."""
    return [other for other, steps in distances(view.title, "sea")[zone].items() if steps <= NEAR]


def _warships(view: View) -> Iterator[tuple[Stack, int]]:
    """Yield all stacks of warships on the board, with what each costs in the main resource."""
    units = view.title.units
    for key, n in view.position.state.stacks.items():
        row = units[key.unit]
        if row.cls == "sea" and row.attack + row.defense and not row.has("carries-land") and not is_cargo(key):
            yield key, n * row.cost
