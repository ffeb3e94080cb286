"""The greedy player of Axis & Allies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.bots.bot import may
from engine.bots.planner import Planner
from engine.families.axis_allies.bots.greedy import bonuses
from engine.families.axis_allies.bots.greedy.attack import next_attack
from engine.families.axis_allies.bots.greedy.buying import purchases, stipend
from engine.families.axis_allies.bots.greedy.campaign import beyond, looming
from engine.families.axis_allies.bots.greedy.claims import claims
from engine.families.axis_allies.bots.greedy.cover import covers, rallies
from engine.families.axis_allies.bots.greedy.deciding import decision
from engine.families.axis_allies.bots.greedy.diplomacy import dealings
from engine.families.axis_allies.bots.greedy.ferrying import ferries
from engine.families.axis_allies.bots.greedy.flying import flights_home, last_flights
from engine.families.axis_allies.bots.greedy.marching import marches
from engine.families.axis_allies.bots.greedy.placing import placements
from engine.families.axis_allies.bots.greedy.raiding import next_raid
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.bots.tactics import tactics
from engine.families.axis_allies.combat.pending_battles import PendingBattle, battles_due
from engine.families.axis_allies.economy.accounts import riders
from engine.families.axis_allies.orders import Battle, Buy, Declare, Load, Move, Place
from engine.orders import Order
from engine.play import Play
from engine.rules import Concede

FERRIES = 20
"""The most ships sent for land units in a phase; no sound plan needs so many."""

TURNS = 2
"""Turns of income added to the value of the units."""


class GreedyPlayer(Planner):
    """Buys a mix, attacks at good odds, holds its capital, brings reserves up and lands its aircraft."""

    def decide(self, play: Play) -> Order | None:
        """Return a legal order; None when its plans leave the phase stuck."""
        if pending := play.pending:
            order = decision(play, View(play.position, self.style), pending)
            return order if may(play, order) else pending.default
        return self.planned(play)

    def plan(self, play: Play) -> Iterator[Order]:
        """Yield the orders of a phase's plans, one plan after the other, looking at the result of each order."""
        self._view = View(play.position, self.style)
        _ = self._view.threats  # Those of the phase's start: they do not follow the orders to come.
        own = tactics(play.title)
        self._view.air_goals, self._view.looming, self._view.beyond = own.air_goals, own.looming, own.beyond
        if self.style.campaign:
            self._view.looming, self._view.beyond = own.looming or looming, own.beyond or beyond
            self._view.depth = own.depth
        self._view.guard = own.guard(self._view)
        self._view.prize, self._view.fetched = own.prize or (bonuses.prize if bonuses.asking(play.title) else None), own.fetched
        self._view.landlocked = own.landlocked(play.title)
        self._view.moored, self._view.toll = own.moored, own.toll
        self._view.hunters, self._view.nerve = own.hunters, own.nerve(self._view)
        for orders in self._plans(play):
            for order in orders:
                yield order
                self._view.position = play.position

    def _plans(self, play: Play) -> Iterator[list[Order]]:
        """Return the plans of a phase: those that come first, the family's, then those of the title's own orders."""
        for order, plans in tactics(play.title).first.items():
            if order in play.phase.takes:
                yield from plans(play, self._view)
        yield from self._usual_plans(play)
        for order, plans in tactics(play.title).plans.items():
            if order in play.phase.takes:
                yield from plans(play, self._view)
        if self._is_gathering(play):
            yield from self._landings(play, last_flights(self._view))

    def _landings(self, play: Play, flights: list[list[Order]]) -> Iterator[list[Order]]:
        for choices in flights:
            yield [order for order in choices if may(play, order)][:1]

    def _is_gathering(self, play: Play) -> bool:
        return {Move, Load} <= set(play.phase.takes) and play.phase.slug != self._first_move(play)

    def _usual_plans(self, play: Play) -> Iterator[list[Order]]:
        takes = set(play.phase.takes) - tactics(play.title).instead
        if Declare in takes:
            return dealings(play, self._view)
        if Buy in takes:
            return self._buy(play)
        if Battle in takes:
            return self._fight(play)
        if Place in takes:
            return self._place(play)
        if Move in takes and Load in takes:
            return self._gather(play) if self._is_gathering(play) else self._strike(play)
        return iter(())

    def _first_move(self, play: Play) -> str:
        return next(slug for slug in play.title.phases if Move in play.rules.by_slug[slug].takes)

    def _buy(self, play: Play) -> Iterator[list[Order]]:
        if is_lost(self._view):
            yield [Concede(play.title.side_of[play.position.power])]
        yield purchases(self._view, self._rng)
        yield [order for account in riders(play.title, self._view.power) for order in stipend(self._view, account)]

    def _strike(self, play: Play) -> Iterator[list[Order]]:
        closed: set[str] = set()
        while plan := next_attack(play, self._view, closed):
            closed.add(plan.area)
            yield plan.orders
        while raid := next_raid(play, self._view):
            yield [raid]

    def _fight(self, play: Play) -> Iterator[list[Order]]:
        yield from tactics(play.title).strikes(play, self._view)
        while due := self._wanted(play):
            before = play.state.seq
            yield [Battle(one.area, one.kind == "raid") for one in due[:1]]
            if play.state.seq == before:
                yield [Battle(one.area, one.kind == "raid") for one in due]
                return

    def _wanted(self, play: Play) -> list[PendingBattle]:
        """Return the battles that are to be fought: those that must be, and others that the title's bots do not decline."""
        declines = tactics(play.title).declines
        due = battles_due(play.position)
        return [one for one in due if one.required or not declines or not declines(self._view, one.area)]

    def _gather(self, play: Play) -> Iterator[list[Order]]:
        yield from self._landings(play, flights_home(self._view))
        for claim in claims(self._view):
            yield [claim] if may(play, claim) else []
        for _ in range(FERRIES):
            orders = ferries(self._view)
            if not orders:
                break
            yield orders
        yield marches(self._view)
        yield from covers(play, self._view)
        yield from rallies(play, self._view)

    def _place(self, play: Play) -> Iterator[list[Order]]:
        while order := next((order for order in placements(self._view) if may(play, order)), None):
            yield [order]


def is_lost(view: View) -> bool:
    """Return whether the side's share of all unit value and income is below its style's limit."""
    title, state = view.title, view.position.state
    weight: Counter[str] = Counter()
    for key, count in state.stacks.items():
        weight[title.side_of[key.power]] += title.units[key.unit].cost * count
    for area, power in state.control.items():
        weight[title.side_of[power]] += TURNS * title.areas[area].value
    return weight[title.side_of[view.power]] < view.style.concede_below * sum(weight.values())
