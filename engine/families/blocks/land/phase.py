"""The Land Phase up to its combats: operations, moves, armistice, strategic moves (sections 3.1 to 3.4).

The four come in that order; a marker of the phase, `stage`, holds how far it has come. Recalling is allowed in all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.condition import parse_condition
from engine.families.blocks import movers
from engine.families.blocks.board import camp_on_turn
from engine.families.blocks.changes import mark
from engine.families.blocks.choice import choose, describe
from engine.families.blocks.land import airborne, gunfire, recall, seaborne, strategic_move
from engine.families.blocks.land import move as land_move
from engine.families.blocks.land.engaging import check_engaged, engaged, engagers, is_combined
from engine.families.blocks.land.orders import Airborne, Escort, Gunfire, March, Recall, Seaborne, StrategicMove
from engine.families.blocks.politics import armistice
from engine.families.blocks.vocabulary import COMBINED, STAGE
from engine.orders import Order, unknown_names
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Phase, Position

SECTION = "3.0 LAND PHASE"

UNKNOWN = Rule("land/unknown", SECTION, FATAL)
ORDER = Rule("land/order", SECTION)

STAGES = ("operations", "moves", "armistice", "strategic-moves")


class Handler(NamedTuple):
    """What takes an order of one type: its stage (empty for any), who checks it and who carries it out."""

    stage: str
    check: Callable[[Position, Any], list[Problem]]
    carry_out: Callable[[Play, Any], None]


HANDLERS: dict[type[Order], Handler] = {
    Seaborne: Handler("operations", seaborne.check_seaborne, seaborne.land),
    Airborne: Handler("operations", airborne.check_airborne, airborne.fly),
    Escort: Handler("operations", airborne.check_escort, airborne.fly),
    Gunfire: Handler("operations", gunfire.check_gunfire, gunfire.tell_off),
    March: Handler("moves", land_move.check_march, land_move.march),
    **{order: Handler("armistice", armistice.check, armistice.carry_out) for order in armistice.ORDERS},
    StrategicMove: Handler("strategic-moves", strategic_move.check_strategic, strategic_move.move_strategically),
    Recall: Handler("", recall.check_recall, recall.recall),
}


MISSING = frozenset({"land/missing", "land/recall", "strategic/missing", "operation/missing", "operation/gunners"})
"""The rules of blocks that an order names and that are not there."""


class LandMoves(Phase):
    """The camp on turn moves its ground and air blocks."""

    slug = "land"
    takes = tuple(HANDLERS)

    def pending(self, position: Position) -> Pending | None:
        """Return the answer due to a request for an armistice."""
        return armistice.pending(position)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if wrong := unknown_names(order, position.title):
            return [UNKNOWN.broken(message, found=getattr(order, field), expected="a known name") for field, message in wrong]
        handler = HANDLERS[type(order)]
        # All of it, so that what forgives a wrong time does not carry out what cannot be.
        return [
            *check_stage(position, handler.stage),
            *self._check_engagements(position, order),
            *handler.check(position, order),
        ]

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return an order for those of its blocks that are there, when all that cannot be is that others are not."""
        fatal = {problem.rule for problem in problems if problem.fatal}
        if fatal and fatal <= MISSING:
            less = _of_those_there(position, order)
            wrong = less is None or any(problem.fatal for problem in self.check(position, less))
            return None if wrong else less
        return None if fatal else order

    def _check_engagements(self, position: Position, order: Order) -> list[Problem]:
        """Engagements are complete before anybody moves strategically; from then on nobody is recalled, for room may be gone."""
        if isinstance(order, StrategicMove):
            return self.check_end(position)
        if isinstance(order, Recall) and stage_of(position) == STAGES[-1]:
            return [ORDER.broken("blocks are recalled before strategic moves", found=STAGES[-1], expected=STAGES[-2])]
        return []

    def carry_out(self, play: Play, order: Order) -> None:
        """Do what an order says, and go on to its stage."""
        handler = HANDLERS[type(order)]
        if handler.stage and handler.stage != STAGES[0]:
            STAGE.set(play, handler.stage)
        handler.carry_out(play, order)

    def check_end(self, position: Position) -> list[Problem]:
        """Return what engagements still lack."""
        return [problem for area in engaged(position) for problem in check_engaged(position, area)]

    def owed(self, position: Position) -> list[Order]:
        """Return recalls, one of which helps where an engagement lacks something."""
        return recall.cures(position)

    def close(self, play: Play) -> None:
        """Mark the blocks of Combined Operations (section 3.1.3); ships whose landing has been recalled give no gunfire (3.1.2)."""
        gunfire.stand_down(play)
        for area in engaged(play.position):
            if is_combined(play.position, area):
                for key, count in engagers(play.position, area, camp_on_turn(play.position)):
                    mark(play, key, COMBINED, count=count, cause=COMBINED)


def stage_of(position: Position) -> str:
    """Return how far a Land Phase has come."""
    return STAGE.read(position.state) or STAGES[0]


def check_stage(position: Position, stage: str) -> list[Problem]:
    """Return what is wrong with an order of a stage that is over: operations, moves, armistice, strategic moves come in order."""
    now = stage_of(position)
    if stage and STAGES.index(stage) < STAGES.index(now):
        return [ORDER.broken(f"{stage} come before {now}", found=stage, expected=f"{now} or later")]
    return []


def _of_those_there(position: Position, order: Order) -> Order | None:
    """Return an order without the blocks that are not there, or cannot act; None when nobody is left."""
    if isinstance(order, Recall):
        there = recall.recallable(position, order.area)
    elif isinstance(order, Gunfire):
        there = gunfire.gunners(position, order.way[0])
    else:
        there = movers.idle(position, order.way[0])
        if not isinstance(order, March):
            there = [item for item in there if not parse_condition(item[0].condition).used]
    chosen, _ = choose(there, order.blocks)
    return replace(order, units=describe(chosen)) if chosen else None
