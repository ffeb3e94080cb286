"""Additions of technologies to combat other than unit values: partisans, rockets, the atomic bomb (Land and Air Technology)."""

from __future__ import annotations

from engine.families.axis_allies.combat import atomic
from engine.families.axis_allies.combat.conduct_combat import UNKNOWN
from engine.families.axis_allies.combat.rockets import RocketCombat
from engine.families.axis_allies.combat.steps.step import EXACTLY
from engine.families.axis_allies.orders import Battle, Partisans, Rocket
from engine.orders import Order, unknown_names
from engine.play import Play
from engine.problems import Problem
from engine.rules import Position
from engine.titles.global_1939 import partisans
from engine.titles.global_1939.combat import FatefulCombat


class ModernCombat(RocketCombat, FatefulCombat):
    """Combat with partisans, rockets and atomic bombs."""

    odds = EXACTLY

    takes = (*FatefulCombat.takes, Partisans, Rocket)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if isinstance(order, Partisans) and (wrong := unknown_names(order, position.title)):
            return [UNKNOWN.broken(message, found=getattr(order, field), expected="a known name") for field, message in wrong]
        if isinstance(order, Partisans):
            return partisans.check_partisans(position, order)
        problems = super().check(position, order)
        if isinstance(order, Battle) and order.atomic and not problems:
            return atomic.check_atomic(position, order)
        return problems

    def carry_out(self, play: Play, order: Order) -> None:
        """Fight on as far as the next decision."""
        if isinstance(order, Partisans):
            partisans.attack(play, self.sequences, order.area, min(order.attacks, partisans.left(play.position)))
            return
        if isinstance(order, Battle) and order.atomic:
            atomic.arm(play, order.area)
        super().carry_out(play, order)
