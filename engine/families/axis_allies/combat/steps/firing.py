"""A step of fire: one side rolls, the other takes the hits, with any choices (General Combat Sequence)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.families.axis_allies.combat import picking
from engine.families.axis_allies.combat.battle import ATTACKER, OTHER, OpenBattle, standing
from engine.families.axis_allies.combat.casualties import (
    Kind,
    Toll,
    check_lose,
    check_units,
    check_which,
    inflict,
    read_choice,
    readable,
    salvage_choice,
    toll_of,
    usual_loss,
)
from engine.families.axis_allies.combat.fire import Pools
from engine.families.axis_allies.combat.steps.step import ON, WAIT, Step, wait
from engine.families.axis_allies.orders import Lose, Pick
from engine.families.axis_allies.vocabulary import OWED, STEP
from engine.orders import Order
from engine.problems import Problem
from engine.rules import Pending, Position
from engine.vocabulary import show_pairs

if TYPE_CHECKING:
    from engine.play import Play

PICK = "pick-"
"""Prefix of a step's slug while the firing side picks its targets."""


class FireStep(Step):
    """A side fires; the other side assigns the hits, except those whose targets the firing side picks.

    Attributes:
        side: who fires. word: marks a unit that is hit until its removal; empty: it is removed at once.
    """

    side: str = ATTACKER
    word: str = ""
    takes = (Lose, Pick)

    @property
    def waits(self) -> tuple[str, ...]:
        """Waits for casualties under its own name, for picked targets under another."""
        return self.slug, PICK + self.slug

    @property
    def suffers(self) -> str:
        """The side that is fired at."""
        return OTHER[self.side]

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll the dice; return the hits by pool, empty if no unit fires."""
        raise NotImplementedError

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Fire, and let the other side take the hits."""
        return self.suffer(play, fight, self.pools(play, fight))

    def suffer(self, play: Play, fight: OpenBattle, pools: Pools) -> str:
        """Let the other side take hits, or wait for a choice by either side."""
        aimed, others = picking.split_pools(pools)
        if aimed:
            picked = picking.pick_toll(play.position, fight.area, self.suffers, aimed)
            if picked.free:
                OWED.set(play, show_pairs(sorted(pools.items())))
                return wait(play, PICK + self.slug)
            if picked.usual:
                play.told(Pick, lambda order: picking.check_pick(play.position, order, picked))
            others = self._struck(play, fight, picked.usual, others)
        return self._suffer_others(play, fight, others) if pools else ON

    def _struck(self, play: Play, fight: OpenBattle, chosen: Counter[Kind], others: Pools) -> Pools:
        """Give picked units their hits; return the hits of the step that are still to be taken."""
        self._lose(play, fight, chosen)
        return others

    def _suffer_others(self, play: Play, fight: OpenBattle, pools: Pools) -> str:
        toll = toll_of(play.position, fight.area, self.suffers, pools)
        if toll.free:
            OWED.set(play, show_pairs(sorted(pools.items())))
            return wait(play, self.slug)
        which = self._told_apart(play, fight, toll) if toll.usual else ""
        self._lose(play, fight, toll.usual, which)
        return ON

    def _told_apart(self, play: Play, fight: OpenBattle, toll: Toll) -> str:
        """Return how the record tells units apart that are lost without a choice; what it says wrongly is a defect."""
        side = self.suffers
        told = play.told(Lose, lambda order: check_units(play.position, order, toll, self._decider(fight, side)))
        if told is None or not told.which:
            return ""
        chosen, there = toll.usual, standing(play.position, fight.area, side)
        for problem in check_which(play.position, told, chosen, there):
            play.defect(problem)
        return readable(told.which)

    def _lose(self, play: Play, fight: OpenBattle, chosen: Counter[Kind], which: str = "") -> None:
        inflict(play, fight, self.suffers, chosen, self.word, which)

    def _picking(self, position: Position) -> bool:
        return STEP.read(position.state).startswith(PICK)

    def _target_toll(self, position: Position, fight: OpenBattle) -> Toll:
        return picking.pick_toll(position, fight.area, self.suffers, picking.split_pools(_owed(position))[0])

    def _decider(self, fight: OpenBattle, side: str) -> str:
        return fight.attacker if side == ATTACKER else fight.defender

    def pending(self, position: Position, fight: OpenBattle) -> Pending:
        """Return the choice of casualties, or of targets."""
        if self._picking(position):
            pick = picking.usual_pick(position, self._target_toll(position, fight))
            return Pending("pick", self._decider(fight, self.side), (Pick,), pick, pick, self.side)
        usual = usual_loss(position, toll_due(position, fight, self.suffers))
        return Pending("casualties", self._decider(fight, self.suffers), (Lose,), usual, usual, self.suffers)

    def check(self, position: Position, fight: OpenBattle, order: Order) -> list[Problem]:
        """Return what is wrong with a choice of casualties or targets."""
        if isinstance(order, Pick):
            return picking.check_pick(position, order, self._target_toll(position, fight))
        assert isinstance(order, Lose)
        toll = toll_due(position, fight, self.suffers)
        return check_lose(position, order, toll, self._decider(fight, self.suffers), fight.area, self.suffers)

    def salvage(self, position: Position, fight: OpenBattle, order: Order) -> Order:
        """Return the nearest legal choice."""
        if isinstance(order, Pick):
            return picking.salvage_pick(position, order, self._target_toll(position, fight))
        assert isinstance(order, Lose)
        return salvage_choice(position, order, toll_due(position, fight, self.suffers), self._decider(fight, self.suffers))

    def answer(self, play: Play, fight: OpenBattle, order: Order) -> str:
        """Give the chosen units their hits; after a pick the side takes the others of the step."""
        position = play.position
        if isinstance(order, Pick) != self._picking(position):
            return WAIT
        if isinstance(order, Pick):
            chosen = read_choice(position, order.forces, self._target_toll(position, fight), "")[0]
            return self._suffer_others(play, fight, self._struck(play, fight, chosen, picking.split_pools(_owed(position))[1]))
        assert isinstance(order, Lose)
        toll = toll_due(position, fight, self.suffers)
        chosen, _ = read_choice(position, order.forces, toll, self._decider(fight, self.suffers))
        self._lose(play, fight, chosen, order.which)
        return ON

    def break_off(self, play: Play, fight: OpenBattle) -> None:
        """Take the hits that are owed in the usual way."""
        others = picking.split_pools(_owed(play.position))[1]
        if self._picking(play.position):
            others = self._struck(play, fight, self._target_toll(play.position, fight).usual, others)
        self._settle(play, fight, others)

    def _settle(self, play: Play, fight: OpenBattle, pools: Pools) -> None:
        """Take hits in the usual way, without a choice."""
        self._lose(play, fight, toll_of(play.position, fight.area, self.suffers, pools).usual)


def toll_due(position: Position, fight: OpenBattle, side: str) -> Toll:
    """Return the casualties a side owes in the step that waits for them."""
    return toll_of(position, fight.area, side, picking.split_pools(_owed(position))[1])


def _owed(position: Position) -> Pools:
    return OWED.pairs(position.state)
