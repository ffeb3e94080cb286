"""The greedy bot: plans a phase, plays its plan order by order, and looks at each again before it plays it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from engine.bots.blocks import are_blocks
from engine.bots.blocks.player import BlockPlayer
from engine.bots.bot import can_end, dice_of_thought, may
from engine.bots.greedy.attack import next_attack
from engine.bots.greedy.buying import purchases, stipend
from engine.bots.greedy.conceding import is_lost
from engine.bots.greedy.deciding import decision
from engine.bots.greedy.diplomacy import dealings
from engine.bots.greedy.ferrying import escorts, ferries
from engine.bots.greedy.flying import flights_home
from engine.bots.greedy.marching import marches
from engine.bots.greedy.placing import placements
from engine.bots.greedy.raiding import next_raid
from engine.bots.greedy.science import strikes, studies
from engine.bots.greedy.style import Style
from engine.bots.greedy.view import View
from engine.bots.random_bot import RandomBot
from engine.mechanics.accounts import riders
from engine.mechanics.combat.due import battles_due
from engine.mechanics.orders import Battle, Buy, Declare, Load, Move, Place, Research
from engine.orders import Order
from engine.play import Play
from engine.rules import Concede, EndPhase

ENOUGH = 60
"""Plans in a phase after which it is ended: none should need so many."""


class GreedyBot:
    """Buys a mix, attacks at good odds, holds its capital, brings reserves up and lands its aircraft.

    Args:
        name, style: which of styles.toml's bots this is.
        seed: any integer or text; the same seed and game give the same orders.
    """

    def __init__(self, name: str, style: Style, seed: int | str) -> None:
        self.name, self.style = name, style
        self._rng = dice_of_thought(name, seed)
        self._helper = RandomBot(seed)
        self._blocks = BlockPlayer(name, style, seed)
        self._turn = (0, "")
        self._queue: deque[Order] = deque()
        self._plans: Iterator[list[Order]] = iter(())

    def decide(self, play: Play) -> Order:
        """Return a legal order; when its own plans leave the phase stuck, any legal one."""
        if are_blocks(play.title):
            return self._blocks.decide(play) or self._helper.decide(play)
        if pending := play.pending:
            order = decision(play, View(play.position, self.style), pending)
            return order if may(play, order) else pending.default
        self._open(play)
        for _ in range(ENOUGH):
            order = self._from_queue(play)
            if order:
                return order
            plan = next(self._plans, None)
            if plan is None:
                break
            self._queue.extend(plan)
        return EndPhase() if can_end(play) else self._helper.decide(play)

    def _open(self, play: Play) -> None:
        """Forget the plans of another phase."""
        clock = play.state.clock
        if self._turn != (clock.turn, clock.phase):
            self._turn = (clock.turn, clock.phase)
            self._queue.clear()
            self._view = View(play.position, self.style)
            self._plans = self._planning(play)
        self._view.position = play.position

    def _from_queue(self, play: Play) -> Order | None:
        while self._queue:
            order = self._queue.popleft()
            if may(play, order):
                return order
        return None

    def _planning(self, play: Play) -> Iterator[list[Order]]:
        """Return the plans of a phase, by the orders that it takes."""
        takes = play.phase.takes
        if Research in takes:
            return studies(play, self._view)
        if Declare in takes:
            return dealings(play, self._view)
        if Buy in takes:
            return self._buy(play)
        if Battle in takes:
            return self._fight(play)
        if Place in takes:
            return self._place(play)
        if Move in takes and Load in takes:
            return self._strike(play) if play.phase.slug == self._first_move(play) else self._gather(play)
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
        yield from strikes(play, self._view)
        while due := battles_due(play.position):
            before = play.state.seq
            yield [Battle(one.area, one.kind == "raid") for one in due[:1]]
            if play.state.seq == before:
                yield [Battle(one.area, one.kind == "raid") for one in due]
                return

    def _gather(self, play: Play) -> Iterator[list[Order]]:
        for choices in flights_home(self._view):
            yield [order for order in choices if may(play, order)][:1]
        for _ in range(ENOUGH // 3):
            orders = ferries(self._view)
            if not orders:
                break
            yield orders
        yield marches(self._view)
        yield escorts(self._view)

    def _place(self, play: Play) -> Iterator[list[Order]]:
        while order := next((order for order in placements(self._view) if may(play, order)), None):
            yield [order]
