"""Who must retreat after a land combat, and who may (section 3.6.1)."""

from __future__ import annotations

from collections import Counter

from engine.families.blocks import board
from engine.families.blocks.board import Blocks
from engine.families.blocks.combat.battle import ATTACKER, DEFENDER, OTHER, fielded
from engine.families.blocks.combat.firepower import FORT, class_of, has_fort, is_close
from engine.rules import Position


def must_retreat(position: Position, area: str) -> str:
    """Return the side that must retreat when neither does so of its own will: the attacker from close ground or a fort.

    Else the side with fewer classes; then whose best class is the lower one; then who has fewer steps of it; then the attacker.
    """
    theirs = fielded(position, area, DEFENDER)
    if is_close(position, area) or has_fort(position, theirs):
        return ATTACKER
    ranks = {side: rank(position, fielded(position, area, side)) for side in OTHER}
    return DEFENDER if ranks[DEFENDER] < ranks[ATTACKER] else ATTACKER


def rank(position: Position, stacks: Blocks) -> tuple[int, int, int]:
    """Return what a side's claim to an area is measured by: its classes, its best class (higher is better), the steps of that."""
    steps: Counter[int] = Counter()
    for key, count in stacks:
        steps[class_of(board.unit(position, key))] += key.strength * count
    best = min(steps, default=0)
    return len(steps), -best, steps[best]


def may_retreat(position: Position, area: str, side: str) -> bool:
    """Return whether a side has a choice to retreat: the defender with more than forts; the attacker when it need not."""
    if side == DEFENDER:
        return any(class_of(board.unit(position, key)) != FORT for key, _ in fielded(position, area, DEFENDER))
    return must_retreat(position, area) != ATTACKER
