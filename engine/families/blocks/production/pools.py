"""Force pools: what can be drawn from them, at random, and what is added to them by the calendar (section 1.6; Sequence of Play).

A draw is made with dice: as many as it takes for every block to have its number; none among blocks that are all alike. The
dice are read as the digits of one number, each die less one, counted from 0; numbers that would favour some blocks are rolled
again. So of 13 blocks two dice choose: the first is worth six times the second, 0 to 25 count twice around, 26 to 35 are rolled
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from engine.events import UnitsPlaced
from engine.families.blocks.board import Blocks, at_war, count_of, is_naval, unit
from engine.families.blocks.changes import returns
from engine.families.blocks.choice import choose
from engine.families.blocks.production.nations import is_alive, pools_of, purse_of
from engine.families.blocks.season import moment, now
from engine.families.blocks.settings import rows
from engine.forces import BlockCount
from engine.play import Play
from engine.rules import Position
from engine.state import Stack

SMALL, LARGE = "small", "large"
ADDITION = "addition"
"""Cause of UnitsPlaced for blocks that the calendar adds to a force pool."""


class Addition(msgspec.Struct, frozen=True):
    """A row of [[addition]]: the (season, year) in which the blocks of reserves.csv of that occasion go to their pools."""

    slug: str
    when: tuple[str, int]
    source: str = ""


class Lot(NamedTuple):
    """How a number from 0 to `blocks` - 1 is read from dice: so many at a time, rolled again from `limit` on."""

    blocks: int
    dice: int
    limit: int


def drawable(position: Position, purse: str, size: str) -> Blocks:
    """Return the blocks that a purse may draw: small (ground and air) or large ones (ships), its own and its minors' at war.

    What cannot be rebuilt any more stays in the pool (section 6.3).
    """
    found = []
    for pool in pools_of(position, purse):
        for key, count in position.stacks(pool):
            own = purse_of(position, key.power) == purse and (key.power not in position.title.nations or at_war(position, key.power))
            if own and is_naval(unit(position, key)) == (size == LARGE) and returns(position, key):
                found.append((key, count))
    return found


def how_to_draw(blocks: int, sides: int) -> Lot:
    """Return how one of so many blocks is drawn with dice of so many sides; a single block needs none."""
    dice = 0
    while sides**dice < blocks:
        dice += 1
    return Lot(blocks, dice, sides**dice // blocks * blocks)


MOST_ROLLS = 40
"""Rolls for one block. Each counts with a chance above 1/2, so fair dice never need as many; dice that a record lacks stand for
sixes, which may never count."""


def draw(play: Play, purse: str, size: str) -> Stack:
    """Return the stack of which one block is drawn at random from what a purse may draw of a size."""
    stacks = drawable(play.position, purse, size)
    if len(stacks) == 1:
        return stacks[0][0]
    how = how_to_draw(count_of(stacks), play.title.dice_sides)
    for _ in range(MOST_ROLLS):
        number = 0
        for die in play.roll(how.dice, f"draw of {purse}: one of {how.blocks} {size} blocks"):
            number = number * play.title.dice_sides + die - 1
        if number < how.limit:
            break
    return _at(stacks, number % how.blocks)


def _at(stacks: Blocks, number: int) -> Stack:
    for key, count in stacks:
        if number < count:
            return key
        number -= count
    raise IndexError(f"no block of this number: {number} too many")


def named(position: Position, purse: str, units: Sequence[BlockCount]) -> tuple[Blocks, str]:
    """Return the blocks of a purse's pools that an order names, and as text what of them is not there."""
    return choose([*drawable(position, purse, SMALL), *drawable(position, purse, LARGE)], units)


def add_dated(play: Play) -> None:
    """Add the blocks that are due in a season that begins to their force pools; those of nations that are out stay out.

    The set-up of the first season has its additions already.
    """
    if play.state.clock.round < 2:
        return
    due = {slug for slug, row in rows(play.title, "addition", Addition).items() if moment(play.title, row.when) == now(play.position)}
    for row in play.title.reserves:
        if row.occasion in due and is_alive(play.position, row.power):
            strength = play.title.units[row.unit].strength
            play.emit(UnitsPlaced(row.power, row.unit, row.count, row.area, strength, ADDITION))
