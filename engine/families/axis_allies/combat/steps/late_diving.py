"""Submarines that leave a battle after a round (ability `submerges-late`): the attacker's before he presses on, the others after it.

They submerge, or (option `submarines`) leave for another zone. The exact odds let them stay, as they do where nobody orders otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.combat import submarines
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle, fighting
from engine.families.axis_allies.combat.ending import conclude
from engine.families.axis_allies.combat.steps.outcome import PressOrRetreat, go_on
from engine.families.axis_allies.combat.steps.round import ROUND, SubmarinesDive
from engine.families.axis_allies.combat.steps.step import ASIDE, EXACTLY, ON, OVER, Step, wait
from engine.families.axis_allies.orders import Evade
from engine.orders import Order
from engine.problems import Problem
from engine.rules import Pending, Position

if TYPE_CHECKING:
    from engine.play import Play

LATE = "late-dive-"
"""Prefix of the steps in which a side's submarines may submerge after a round."""


class RoundIsOver(Step):
    """Whether the battle is over after a round, before submarines may submerge."""

    slug = "round-over"
    odds = ASIDE

    def run(self, play: Play, fight: OpenBattle) -> str:
        """End it, or go on."""
        return go_on(play, fight, before_fire=False)


class DiveAfterRound(SubmarinesDive):
    """A side's submarines may submerge after a round, where no enemy destroyer is left."""

    odds = ASIDE

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.slug = LATE + side

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Ask, unless an enemy destroyer prevents it."""
        return wait(play, self.slug) if submarines.may_submerge(play.position, fight.area, self.side, late=True) else ON


class Withdraw(Step):
    """A side's submarines may leave for another zone after a round, where no enemy destroyer is left."""

    takes = (Evade,)
    odds = ASIDE

    def __init__(self, side: str) -> None:
        self.side, self.slug = side, f"withdraw-{side}"

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Ask, if they can go anywhere."""
        return wait(play, self.slug) if submarines.havens(play.position, fight.area, self.side) else ON

    def pending(self, position: Position, fight: OpenBattle) -> Pending:
        """Return the choice of a zone; by default they stay."""
        boats = submarines.submarines(position, fight.area, self.side)
        return Pending("evade", boats[0][0].power, (Evade,), Evade(), None, self.side)

    def check(self, position: Position, fight: OpenBattle, order: Order) -> list[Problem]:
        """Return what is wrong with the zone."""
        assert isinstance(order, Evade)
        return submarines.check_withdraw(position, order, fight.area, self.side)

    def salvage(self, position: Position, fight: OpenBattle, order: Order) -> Order:
        """Return that they stay, where they cannot go there."""
        return Evade() if self.check(position, fight, order) else order

    def answer(self, play: Play, fight: OpenBattle, order: Order) -> str:
        """Let them go; the battle is over where nobody is left."""
        assert isinstance(order, Evade)
        if order.to:
            submarines.withdraw(play, fight.area, self.side, order.to)
        if fighting(play.position, fight.area, self.side):
            return ON
        conclude(play, *((DEFENDER, "retreat") if self.side == ATTACKER else ("none", "evaded")))
        return OVER


class PressThenDive(PressOrRetreat):
    """The attacker presses on or retreats; then the defender's submarines may submerge."""

    odds = EXACTLY
    on = ON


class NextRound(Step):
    """Another round, unless the battle is over because submarines have submerged."""

    slug = "next-round"
    odds = ASIDE

    def run(self, play: Play, fight: OpenBattle) -> str:
        """End it, or fight on."""
        return go_on(play, fight, before_fire=False) or ROUND
