"""The Blitz Phase: a second Land Phase on the fronts whose Blitz Disc a faction has (section 4.0)."""

from __future__ import annotations

from engine.condition import parse_condition
from engine.families.blocks.board import camp_on_turn, front, own_blocks
from engine.families.blocks.changes import recondition
from engine.families.blocks.choice import choose
from engine.families.blocks.land.engaging import enemies_in
from engine.families.blocks.land.orders import Airborne, Escort, March, Seaborne, StrategicMove
from engine.families.blocks.land.phase import LandMoves
from engine.families.blocks.land.strategic_move import FRONT
from engine.families.blocks.movers import ordered
from engine.families.blocks.production.blitz_discs import BLITZ, discs_of, has_disc, has_discs, return_discs
from engine.families.blocks.vocabulary import BUILT, REINFORCED, UNSUPPLIED
from engine.orders import Order
from engine.play import Play
from engine.problems import Problem
from engine.rules import Position

__all__ = ["BlitzMoves", "discs_of", "has_disc", "has_discs", "refresh", "return_discs"]

SECTION = "4.0 BLITZ PHASE"


STAYS = frozenset({UNSUPPLIED, REINFORCED, BUILT})
"""The words of a block's condition that the Land Phase leaves to the Blitz Phase."""
BOUND = (March, StrategicMove, Seaborne, Airborne, Escort)
"""The orders that the fronts of the discs in hand limit."""


def refresh(play: Play) -> None:
    """Take off all blocks what the Land Phase has put on them, so that they may act again."""
    for key, count in sorted(play.state.stacks.items()):
        if key.condition:
            kept = tuple(word for word in parse_condition(key.condition).words if word in STAYS or word.endswith("!"))
            recondition(play, key, " ".join(kept), count, "blitz")


class BlitzMoves(LandMoves):
    """The moves of the Blitz Phase: blocks start on the fronts of the discs in hand and fight only there."""

    slug = BLITZ

    def open(self, play: Play) -> None:
        """Let every block act again."""
        refresh(play)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order, and where it leaves the fronts of the discs in hand."""
        problems = super().check(position, order)
        return problems or (check_fronts(position, order) if isinstance(order, BOUND) else [])


def check_fronts(position: Position, order: Order) -> list[Problem]:
    """Return what is wrong with an order that starts, fights or moves strategically on a front without a disc."""
    here = own_blocks(position, order.way[0], camp_on_turn(position))
    for side in dict.fromkeys(position.side_of(key.power) for key, _ in choose(here, order.blocks)[0]):
        bound = _bound(position, order, side)
        wrong = next((area for area in bound if not has_disc(position, side, front(position.title, area))), "")
        if wrong:
            fronts = ", ".join(discs_of(position, side)) or "none"
            return [
                FRONT.broken(
                    f"{wrong} is on a front whose Blitz Disc is not in hand",
                    found=front(position.title, wrong) or "no front",
                    expected=fronts,
                )
            ]
    return []


def _bound(position: Position, order: Order, side: str) -> list[str]:
    """Return the areas of an order that must be on a front with a disc: its start, and what is assaulted or fought for.

    Blocks that have marched in this phase may go on wherever they are, for they have started on such a front. All of a strategic
    way must lie there, too, and is not found elsewhere (`strategic_ways.py`).
    """
    path = order.way
    if not isinstance(order, March):
        return [path[0], path[-1]]
    marched = all(parse_condition(key.condition).used for key, _ in ordered(position, order.blocks, path[0], len(path) - 1)[0])
    powers = (power for power in position.title.powers if position.side_of(power) == side)
    fights = any(enemies_in(position, path[-1], power) for power in powers)
    return [*([] if marched else path[:1]), *(path[-1:] if fights else ())]
