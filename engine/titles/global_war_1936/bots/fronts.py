"""Where the front of greedy bots needs troops most: new units and trains go there."""

from __future__ import annotations

from engine.derived import derived_from
from engine.families.axis_allies.bots.distances import spread
from engine.families.axis_allies.bots.greedy.view import View
from engine.rules import Position
from engine.titles.global_war_1936.bots import diplomacy

NEAR = 4
"""Steps over land within which a factory serves a front."""
HELD, NEEDY = 60.0, 0.0
"""How much more than an enemy can bring, in points of attack and defense, holds an area by far; and what is too little."""


def ease(view: View, area: str) -> float:
    """Return how little an area at the front needs more units: its defense, less what can attack it, now or soon, and its worth."""
    return _ease(view.position, view, area)


@derived_from("moment")
def _ease(_: Position, view: View, area: str) -> float:
    units, there = view.title.units, view.friendly_units(area)
    mine = sum(units[unit].defense * n for unit, n in there.items())
    theirs = sum(units[unit].attack * n for unit, n in (view.threats.on(area) + diplomacy.drawn_up(view, area)).items())
    return mine - theirs - view.worth(area)


def is_held(view: View, area: str, other: str) -> bool:
    """Return whether an area at the front is held by far, and another is in need."""
    return area != other and view.front.get(area) == 0 and ease(view, area) > HELD and ease(view, other) < NEEDY


def need(view: View, area: str) -> float:
    """Return how easy the front near a factory is where it is hardest: the less, the sooner units are placed there."""
    ours = view.ours
    near = spread(view.title, [area], lambda _, other: other in ours, NEAR)
    return min((ease(view, other) for other in near if view.front.get(other) == 0), default=0.0)
