"""The politics phase: declarations of war, aid to allies, special army groups (global-1939, the parts that players decide)."""

from __future__ import annotations

from engine.families.axis_allies.economy import lend_lease
from engine.families.axis_allies.orders import Declare, Form, Lend
from engine.families.axis_allies.politics import relations
from engine.orders import Order
from engine.play import Play
from engine.problems import Problem
from engine.rules import Phase, Position
from engine.titles.global_1939 import elite


class Politics(Phase):
    """Declare war, allocate lend-lease, form a special army group."""

    slug = "politics"
    takes = (Declare, Lend, Form)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if isinstance(order, Declare):
            return relations.check_war(position, order.on)
        if isinstance(order, Lend):
            return lend_lease.check_lend(position, order)
        return elite.check_form(position, order) if isinstance(order, Form) else []

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the part that can be carried out: as much aid as there is; an illegal declaration of war is carried out as it is."""
        if isinstance(order, Lend):
            return lend_lease.salvage_lend(position, order)
        return super().salvage(position, order, problems)

    def carry_out(self, play: Play, order: Order) -> None:
        """Make the order's events."""
        if isinstance(order, Declare):
            relations.declare_war(play, play.position.power, order.on)
        elif isinstance(order, Lend):
            lend_lease.send(play, order)
        elif isinstance(order, Form):
            elite.form(play, order)

    def check_end(self, position: Position) -> list[Problem]:
        """Aid must be allocated while any power can receive it."""
        return lend_lease.check_spent(position)

    def owed(self, position: Position) -> list[Order]:
        """Return the orders that allocate the aid that is left."""
        return lend_lease.ways_to_spend(position)
