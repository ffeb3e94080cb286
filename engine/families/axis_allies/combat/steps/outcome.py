"""Whether a battle goes on: checked before the first round and after each (Press Attack or Retreat, Conclude Combat)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.combat import retreats
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle
from engine.families.axis_allies.combat.ending import Verdict, conclude, destroy_defenceless, verdict
from engine.families.axis_allies.combat.steps.round import ROUND
from engine.families.axis_allies.combat.steps.step import EXACTLY, FIGHTS, ON, OVER, UNCHAINED, Step, wait
from engine.families.axis_allies.combat.submarines import strikers
from engine.families.axis_allies.orders import Press, Retreat
from engine.orders import Order
from engine.problems import Problem
from engine.rules import Pending, Position

if TYPE_CHECKING:
    from engine.play import Play

STAY = "stay"
"""The step for transports left without a fight."""


class IsOver(Step):
    """Whether the battle is over before the first shot."""

    slug = "check"
    odds = EXACTLY

    def run(self, play: Play, fight: OpenBattle) -> str:
        """End it, or go on."""
        return go_on(play, fight, before_fire=fight.round == 0)


class IsOverByDiving(Step):
    """Whether the battle is over because submarines have submerged."""

    slug = "dived"
    odds = EXACTLY

    def run(self, play: Play, fight: OpenBattle) -> str:
        """End it, or go on."""
        return go_on(play, fight, before_fire=fight.round == 1) if strikers(play.position) else ON


class PressOrRetreat(Step):
    """After a round: the battle is over, or the attacker presses on or retreats."""

    slug, takes = "press", (Press, Retreat)
    odds = EXACTLY
    on: str = ROUND
    """Where the battle goes when the attacker presses on."""

    def run(self, play: Play, fight: OpenBattle) -> str:
        """End the battle, or ask."""
        return go_on(play, fight, before_fire=False) or wait(play, self.slug)

    def pending(self, position: Position, fight: OpenBattle) -> Pending:
        """Return the choice; a record that breaks off here retreats where it can."""
        where = retreats.choices(position, fight)
        cut = Retreat(where[0]) if where else Retreat()
        return Pending("press", fight.attacker, (Press, Retreat), Press(), cut, ATTACKER)

    def check(self, position: Position, fight: OpenBattle, order: Order) -> list[Problem]:
        """Return what is wrong with a retreat."""
        return retreats.check_retreat(position, order, fight) if isinstance(order, Retreat) else []

    def salvage(self, position: Position, fight: OpenBattle, order: Order) -> Order:
        """Return the retreat that can be carried out."""
        return retreats.salvage_retreat(position, order, fight) if isinstance(order, Retreat) else order

    def answer(self, play: Play, fight: OpenBattle, order: Order) -> str:
        """Fight another round, or leave."""
        return _leave(play, fight, order, DEFENDER) if isinstance(order, Retreat) else self.on


class StayOrLeave(PressOrRetreat):
    """Attacking transports with nothing left to fight stay (press) or retreat. Reached by name only."""

    slug = STAY
    odds = EXACTLY

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """It is reached at sea alone."""
        return UNCHAINED if is_sea(position.title, fight.area) else FIGHTS

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Ask."""
        return wait(play, self.slug)

    def pending(self, position: Position, fight: OpenBattle) -> Pending:
        """Return the choice; by default they stay."""
        return Pending("stay", fight.attacker, (Press, Retreat), Press(), Press(), ATTACKER)

    def answer(self, play: Play, fight: OpenBattle, order: Order) -> str:
        """End the battle, or leave."""
        if isinstance(order, Retreat):
            return _leave(play, fight, order, _standing_verdict(play, fight).winner)
        conclude(play, *_standing_verdict(play, fight))
        return OVER


def go_on(play: Play, fight: OpenBattle, *, before_fire: bool) -> str:
    """End a battle that is over, or ask the remaining transports; return `ON` if it goes on."""
    destroy_defenceless(play, fight)
    end = verdict(play.position, fight, before_fire=before_fire)
    if end is None:
        return ON
    if _may_sail_off(play, fight, end):
        return STAY
    conclude(play, *end)
    return OVER


def _may_sail_off(play: Play, fight: OpenBattle, end: Verdict) -> bool:
    """Whether only attacking transports are left, and have a place to retreat to."""
    ships = is_sea(play.title, fight.area) and end.winner != ATTACKER and end.how != "stalemate"
    return ships and bool(retreats.ground(play.position, fight.area)) and bool(retreats.choices(play.position, fight))


def _standing_verdict(play: Play, fight: OpenBattle) -> Verdict:
    return verdict(play.position, fight, before_fire=False) or Verdict("none", "unfinished")


def _leave(play: Play, fight: OpenBattle, order: Retreat, winner: str) -> str:
    """Carry a retreat out; a retreat where none is possible breaks the battle off, seaborne units fight on."""
    where = retreats.choices(play.position, fight)
    if not where and not order.to:
        conclude(play, "none", "unfinished")
        return OVER
    if retreats.withdraw(play, fight, order.to or where[0], order):
        return ROUND
    conclude(play, winner, "retreat")
    return OVER
