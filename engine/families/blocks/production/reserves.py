"""Blocks that come onto the board on an occasion: a nation is attacked or joins, a power enters the war (reserves.csv)."""

from __future__ import annotations

from itertools import permutations

from engine.errors import TitleError
from engine.events import UnitsPlaced
from engine.families.blocks.politics.settings import Drawn
from engine.families.blocks.settings import rows
from engine.play import Play
from engine.title.model import Reserve


def deploy(play: Play, occasion: str) -> None:
    """Place the blocks of an occasion, at full strength unless the table says how many steps; some are drawn at random."""
    listed = [row for row in play.title.reserves if row.occasion == occasion]
    drawn = rows(play.title, "drawn", Drawn)
    for row, unit, strength in _shuffled(play, listed) if occasion in drawn else _as_listed(play, listed):
        play.emit(UnitsPlaced(row.power, unit, row.count, row.area, strength, occasion))


def _as_listed(play: Play, listed: list[Reserve]) -> list[tuple[Reserve, str, int]]:
    return [(row, row.unit, row.strength or play.title.units[row.unit].strength) for row in listed]


def _shuffled(play: Play, listed: list[Reserve]) -> list[tuple[Reserve, str, int]]:
    """Return the rows with their blocks dealt out by one die: each face is one of the orders, the first face the listed one.

    Raises:
        TitleError: a die has not just as many faces as there are orders.
    """
    blocks = _as_listed(play, listed)
    orders = list(permutations(range(len(blocks))))
    if len(orders) != play.title.dice_sides:
        raise TitleError(
            f"{len(blocks)} blocks can be dealt out in {len(orders)} ways, and a die has {play.title.dice_sides} faces",
            file="reserves.csv",
            column=listed[0].occasion,
        )
    (face,) = play.roll(1, f"where the blocks of {listed[0].power} stand")
    return [(row, *blocks[place][1:]) for row, place in zip(listed, orders[face - 1], strict=True)]
