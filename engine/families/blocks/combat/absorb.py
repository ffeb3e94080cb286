"""The Absorb Bonus: the first hits of a land combat, up to three, which the defender ignores (sections 3.5, 7.0)."""

from __future__ import annotations

from engine.families.blocks.combat.battle import DEFENDER, fielded
from engine.families.blocks.combat.firepower import has_fort, is_close
from engine.families.blocks.combat.settings import Absorb
from engine.rules import Position
from engine.title.settings import setting


def absorbed(position: Position, area: str) -> int:
    """Return how many first hits the defender of an area ignores: one each for close ground, a fort, its home fortress."""
    stacks = fielded(position, area, DEFENDER)
    row = setting(position.title, "absorb", Absorb) or Absorb()
    at_home = any(row.homes.get(key.power) == area for key, _ in stacks)
    return sum((is_close(position, area), has_fort(position, stacks), at_home))
