"""Which ground and air blocks may still act on land in a phase, and which of them an order means (section 3.2)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.condition import parse_condition
from engine.families.blocks.board import Blocks, camp_on_turn, is_fort, is_naval, own_blocks, unit
from engine.families.blocks.choice import choose, describe
from engine.families.blocks.land.engaging import enemies_in
from engine.families.blocks.politics.timetable import is_frozen
from engine.families.blocks.supply import is_marked
from engine.families.blocks.vocabulary import OPERATION, STRATEGIC
from engine.forces import BlockCount, show_blocks
from engine.rules import Position
from engine.state import Stack

DONE = frozenset({OPERATION, STRATEGIC})
"""Words of blocks that have acted in this phase and march no more."""


def idle(position: Position, area: str) -> Blocks:
    """Return the ground and air blocks of the camp on turn in a land area that may still act, those that have not moved first.

    Forts never move, unsupplied blocks do not, nor those that have engaged or have moved in another way.
    """
    camp = camp_on_turn(position)
    found = [item for item in own_blocks(position, area, camp) if can_act(position, item[0])]
    return sorted(found, key=lambda item: (parse_condition(item[0].condition).used, item[0]))


def can_act(position: Position, key: Stack) -> bool:
    """Return whether blocks of a stack may move on land now, their movement points left aside."""
    return not hindrance(position, key)


def hindrance(position: Position, key: Stack) -> str:
    """Return why blocks of a stack may not move on land now, empty when they may; their movement points are left aside."""
    row = unit(position, key)
    if is_naval(row):
        return "ships sail in the Naval Phase"
    if is_fort(row):
        return "forts never move"
    if is_marked(key):
        return "out of supply"
    if is_frozen(position, key):
        return "does not move before its date"
    if key.condition and not DONE.isdisjoint(parse_condition(key.condition).words):
        return "has acted in this phase"
    return "engaged with enemies" if enemies_in(position, key.area, key.power) else ""


def no_such_blocks(position: Position, units: Sequence[BlockCount], area: str, missing: str, there: Blocks) -> tuple[str, str, str]:
    """Return the message, found and expected of a problem: blocks that are not in an area, or cannot act there, and why."""
    own, _ = choose(own_blocks(position, area, camp_on_turn(position)), units)
    reasons = [f"{key.unit} of {key.power}: {why}" for key, _ in own if (why := hindrance(position, key))]
    said = f"no such blocks can move from {area}" + (f" ({'; '.join(reasons)})" if reasons else "")
    return said, missing or show_blocks(units) or "none", describe(there) or "none"


def ordered(position: Position, units: Sequence[BlockCount], area: str, need: int = 0) -> tuple[Blocks, str]:
    """Return the blocks in an area that an order means, and those of it that are not there or cannot act.

    Those come first that have `need` movement points left.
    """
    there = idle(position, area)
    able = [item for item in there if left_of(position, item[0]) >= need]
    chosen, missing = choose(able, units)
    return (chosen, missing) if not missing else choose(there, units)


def left_of(position: Position, key: Stack) -> int:
    """Return the movement points that blocks of a stack have left in this phase."""
    return unit(position, key).move - parse_condition(key.condition).used
