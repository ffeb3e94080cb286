"""When a greedy bot concedes for its side."""

from __future__ import annotations

from collections import Counter

from engine.families.axis_allies.bots.greedy.view import View

TURNS = 2
"""Turns of income added to the value of the units."""


def is_lost(view: View) -> bool:
    """Return whether the side's share of all unit value and income is below its style's limit."""
    title, state = view.title, view.position.state
    weight: Counter[str] = Counter()
    for key, count in state.stacks.items():
        weight[title.side_of[key.power]] += title.units[key.unit].cost * count
    for area, power in state.control.items():
        weight[title.side_of[power]] += TURNS * title.areas[area].value
    return weight[title.side_of[view.power]] < view.style.concede_below * sum(weight.values())
