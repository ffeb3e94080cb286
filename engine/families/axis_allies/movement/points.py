"""Movement points of units this turn (Unit Profiles; global-1939, Special Non-Combat Movement; bases of Global 1940)."""

from __future__ import annotations

import msgspec

from engine.families.axis_allies.board import condition_of, is_friendly, on_patrol
from engine.families.axis_allies.deck import is_held
from engine.families.axis_allies.facilities.facilities import base_bonus, best_bonus, working
from engine.families.axis_allies.vocabulary import BASED, REBASING
from engine.mechanics.profile import profile_of
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Unit
from engine.title.settings import setting

SPECIAL = (("submarine-base", "submarine"), ("seaplane-base", "hits-few"), ("naval-base", "hits-few"))
"""Ability of a base for some units alone, and the ability of those units."""


class Reach(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[reach]` of title.toml: in `phase`, land units of one space move up to `land` spaces, aircraft up to `air`."""

    phase: str
    land: int
    air: int
    source: str


def points(position: Position, key: Stack) -> int:
    """Return how many spaces the units of a stack can enter this turn, those they have entered included.

    Aircraft on patrol go home within their patrol range (global-war-1936, 8.7).
    """
    unit, condition = profile_of(position, key), condition_of(key)
    bonus = 0
    if unit.cls == "air" and is_held(position, key):
        return condition.used
    if unit.cls == "air" and on_patrol(key):
        return condition.used + unit.number("patrols")
    if BASED in condition.words:
        bonus = best_bonus(position.title, unit.cls)
    elif not condition.used:
        bonus = _base(position, key, unit)
    far = _far(position)
    if far and unit.cls == "land" and unit.move == 1:
        return far.land
    if far and unit.cls == "air" and REBASING in condition.words:
        return max(far.air, unit.move + bonus)
    if far and unit.cls == "air" and _may_rebase(position, key):
        return max(far.air + condition.used, unit.move + bonus)
    return unit.move + bonus


def _base(position: Position, key: Stack, unit: Unit) -> int:
    """Return how many spaces farther the units of a stack get from where they are: by a base for all, or for their like."""
    bonus = base_bonus(position, key.area, key.power, unit.cls)
    for base, able in SPECIAL:
        if unit.has(able) and base in position.title.able:
            near = (key.area, *position.title.neighbours[key.area]) if unit.cls == "sea" else (key.area,)
            bonus = max([bonus, *(working(position, area, base) for area in near if is_friendly(position, area, key.power))])
    return bonus


def points_left(position: Position, key: Stack) -> int:
    """Return how many more spaces the units of a stack can enter this turn; below 0 when they went too far."""
    return points(position, key) - condition_of(key).used


def begun(position: Position, key: Stack) -> tuple[str, ...]:
    """Return the words units get as they begin this turn's move: bonuses to their range stay with them."""
    unit, condition = profile_of(position, key), condition_of(key)
    words = []
    if not condition.used and _base(position, key, unit):
        words.append(BASED)
    if _far(position) and unit.cls == "air" and _may_rebase(position, key):
        words.append(REBASING)
    return tuple(words)


def _far(position: Position) -> Reach | None:
    if "reach" not in position.title.settings:
        return None
    far = setting(position.title, "reach", Reach)
    return far if far and position.state.clock.phase == far.phase else None


def _may_rebase(position: Position, key: Stack) -> bool:
    """Whether aircraft can begin the long flight: those that have not flown this turn, or all (option `rebase`)."""
    condition = condition_of(key)
    return REBASING not in condition.words and (not condition.used or position.options.get("rebase") == "all")
