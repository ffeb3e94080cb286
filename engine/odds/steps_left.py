"""What the survivors of a battle have left of their steps or hits: the ends of battles count units alone."""

from __future__ import annotations

from collections import Counter

from engine.condition import parse_condition
from engine.events import BattleEnded
from engine.forces import parse_units
from engine.state import GameState
from engine.title.model import Title

Kind = tuple[str, str]
"""A unit type, and its power."""


def steps_left(title: Title, before: GameState, after: GameState, end: BattleEnded) -> tuple[str, str]:
    """Return what the attackers and the defenders that are left have left: `9 of 12 steps`; empty where all have one alone.

    Args:
        before, after: the states that the battle began in and ended in. Survivors may have left the area; others of their
            kind elsewhere have not changed meanwhile.
    """
    sides = (end.attackers, end.attacker), (end.defenders, end.defender)
    attack, defend = (_side(title, before, after, end.area, *side) for side in sides)
    return attack, defend


def _side(title: Title, before: GameState, after: GameState, area: str, units: str, power: str) -> str:
    kinds = Counter[Kind]()
    for item in parse_units(units):
        kinds[item.unit, item.power or power] += item.count
    full = sum(title.units[unit].strength * count for (unit, _), count in kinds.items())
    if full <= kinds.total():
        return ""
    elsewhere = sum(
        key.strength * n
        for key, n in before.stacks.items()
        if (key.unit, key.power) in kinds and area not in (key.area, parse_condition(key.condition).target)
    )
    left = sum(key.strength * n for key, n in after.stacks.items() if (key.unit, key.power) in kinds) - elsewhere
    if not kinds.total() <= left <= full:
        return ""
    return f"{left} of {full} {'steps' if 'step-cost' in title.able else 'hits'}"
