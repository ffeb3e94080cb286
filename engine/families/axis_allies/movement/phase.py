"""The common part of the two move phases."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from engine.condition import Condition
from engine.families.axis_allies.board import condition_of, is_cargo, own_stacks
from engine.families.axis_allies.movement.combined_moves import (
    carrier_bar,
    check_drop,
    movers,
    rider_bar,
    riding,
    takes_infantry,
)
from engine.families.axis_allies.movement.dry_run import Trial
from engine.families.axis_allies.movement.landing import stranded
from engine.families.axis_allies.movement.launching import check_launch, is_launch, note_launch
from engine.families.axis_allies.movement.loading import disembark
from engine.families.axis_allies.movement.moving import carry_move, check_numbers, check_way, chosen, range_bar
from engine.families.axis_allies.movement.overflight import under_fire
from engine.families.axis_allies.movement.reach import reachable
from engine.families.axis_allies.movement.routes import Way
from engine.families.axis_allies.movement.selection import Selection, unreadable
from engine.families.axis_allies.movement.shore import ShorePhase
from engine.families.axis_allies.orders import Load, Move, Offload
from engine.families.axis_allies.politics.welcome import take_over
from engine.forces import show_units
from engine.orders import Order
from engine.play import Play
from engine.problems import Problem
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Unit


class MovePhase(ShorePhase):
    """A move phase. Subclasses define the barred units, further checks of a move, and the recorded cause.

    Attributes:
        peaceful: whether nothing may move into hostile spaces, and attacks are over rather than to come.
        words: what land and sea units are once they have moved.
    """

    takes: tuple[type[Order], ...] = (Move, Load, Offload)
    peaceful = False
    words: tuple[str, ...] = ()

    def consequences(self, position: Position, order: Move, found: dict[str, Selection]) -> list[Problem]:
        """Return what is wrong with a Move whose units and path are right."""
        return []

    def outlook(self, position: Position, order: Order, found: dict[str, Selection]) -> list[Problem]:
        """Return the problems of this order that no further order could fix; `found` are the units a Move takes."""
        return []

    def cause(self, unit: Unit) -> str:
        """Return the cause that a unit type's UnitsMoved tell."""
        return "move"

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order: of each rule it breaks, the first instance."""
        assert isinstance(order, (Move, Load, Offload))
        problems = unreadable(position, order, self.slug)
        if not problems and isinstance(order, Move):
            problems = self._check_move(position, order)
        elif not problems and isinstance(order, Load):
            problems = self.check_shore(position, order) or self.check_load(position, order)
        elif not problems and isinstance(order, Offload):
            problems = self.check_shore(position, order) or self.check_offload(position, order)
        first: dict[str, Problem] = {}
        for problem in problems:
            first.setdefault(problem.rule, problem)
        return list(first.values())

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the order with as many units as are there; None when its words, spaces or power are wrong."""
        if any(problem.fatal and problem.rule != f"{self.slug}/units" for problem in problems):
            return None
        assert isinstance(order, (Move, Load, Offload))
        aboard, there = isinstance(order, Offload), Counter[str]()
        for key, n in own_stacks(position, order.way[0], position.power):
            if is_cargo(key) == aboard:
                there[key.unit] += n
        counts = [(unit, min(count, there[unit])) for unit, count in order.counts if there[unit]]
        return replace(order, units=show_units(counts)) if counts else None

    def carry_out(self, play: Play, order: Order) -> None:
        """Make the order's events."""
        if isinstance(order, Move):
            self.carry_move(play, order)
        elif isinstance(order, Load):
            self.carry_load(play, order)
        elif isinstance(order, Offload):
            self.carry_offload(play, order)

    def carry_move(self, play: Play, order: Move) -> None:
        """Move units along their path, those that guns on the way do not shoot down."""
        found = under_fire(play, order.way, self.selected(play.position, order))
        note_launch(play, order)
        carry_move(play, order, found, self.cause, self.words)
        if any(play.title.units[unit].cls == "land" for unit in found):
            for area in order.way[1:]:
                take_over(play, area)

    def carry_offload(self, play: Play, order: Offload) -> None:
        """Put cargo ashore."""
        disembark(play, self.loose_plan(play.position, order), order.way[-1])
        take_over(play, order.way[-1])

    def selected(self, position: Position, order: Move) -> dict[str, Selection]:
        """Return unit type to the units a Move takes."""
        way, aboard = order.way, riding(position, order)
        infantry = self.peaceful and takes_infantry(position, order)

        def bar(unit: Unit, key: Stack, condition: Condition) -> Problem | None:
            problem = self.barred(position, unit, key, condition)
            if unit.unit in aboard:
                return rider_bar(unit, condition, self.slug, infantry) or problem
            if aboard and unit.cls == "air":
                problem = problem or carrier_bar(position, unit, condition, self.slug)
            return problem or range_bar(position, unit, key, condition, way, self.slug)

        return chosen(position, order, bar)

    def reachable(self, position: Position, key: Stack, risky: bool = False) -> dict[str, Way]:
        """Return where units of a stack can move in this phase, with a shortest path; see `movement.reach`."""
        if self.barred(position, position.title.units[key.unit], key, condition_of(key)):
            return {}
        return reachable(position, key, self.peaceful, risky)

    def loses(self, position: Position, order: Order) -> int:
        """Return how many aircraft can land now but not after the order, tried on a copy."""
        trial = Trial(position)
        self.carry_out(trial, order)
        after = stranded(trial.position, not self.peaceful)
        return max(0, after - stranded(position, not self.peaceful)) if after else 0

    def check_alone(self, position: Position, order: Move) -> list[Problem]:
        """Return what is wrong with a Move, whatever orders may follow."""
        return self._judge(position, order, self.selected(position, order))

    def _check_move(self, position: Position, order: Move) -> list[Problem]:
        found = self.selected(position, order)
        return self._judge(position, order, found) or self.outlook(position, order, found)

    def _judge(self, position: Position, order: Move, found: dict[str, Selection]) -> list[Problem]:
        way, problems = order.way, []
        aboard = riding(position, order)
        for unit, row in movers(position, order).items():
            problem = None if unit in aboard else check_way(position, row, way, self.slug, self.peaceful)
            if problem:
                problems.append(problem)
        problems += check_numbers(position, order, found, self.slug)
        launch = not self.peaceful and is_launch(position, order)
        problems += check_launch(position, order, self.slug) if launch else check_drop(position, order, self.slug, self.peaceful)
        return problems or self.consequences(position, order, found)
