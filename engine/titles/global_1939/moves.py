"""The move phases with technologies (sections Land Technology: Logistical Efficiency; Sea Technology: Improved Carriers)."""

from __future__ import annotations

from engine.families.axis_allies.movement.combat_move import CombatMove
from engine.families.axis_allies.movement.noncombat_move import NoncombatMove
from engine.families.axis_allies.movement.selection import Selection
from engine.families.axis_allies.orders import Move, Transfer
from engine.orders import Order, unknown_names
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_1939.launching import check_launch, note_launch
from engine.titles.global_1939.rails import check_transfer, transfer

WORDS = Rule("transfer/words", "Order of Play", FATAL)


class CarrierCombatMove(CombatMove):
    """The combat move, in which aircraft of damaged carriers attack land only."""

    def consequences(self, position: Position, order: Move, found: dict[str, Selection]) -> list[Problem]:
        """Return what is wrong with a Move whose units and path are right."""
        return super().consequences(position, order, found) + check_launch(position, order, found, self.slug)

    def carry_move(self, play: Play, order: Move) -> None:
        """Move units along their path."""
        note_launch(play, order, self.selected(play.position, order))
        super().carry_move(play, order)


class RailNoncombatMove(NoncombatMove):
    """The noncombat move, in which land units may also go by rail."""

    takes = (*NoncombatMove.takes, Transfer)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if not isinstance(order, Transfer):
            return super().check(position, order)
        wrong = unknown_names(order, position.title)
        return [WORDS.broken(message) for _, message in wrong] or (check_transfer(position, order))

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the part of an order that can be carried out; a transfer that is too large is carried out in full."""
        if isinstance(order, Transfer):
            return None if any(problem.fatal for problem in problems) else order
        return super().salvage(position, order, problems)

    def carry_out(self, play: Play, order: Order) -> None:
        """Make the order's events."""
        if isinstance(order, Transfer):
            transfer(play, order)
        else:
            super().carry_out(play, order)
