"""The greedy player of blocks."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.bot import may
from engine.bots.planner import Planner
from engine.families.blocks import board
from engine.families.blocks.bots.attacking import attacks
from engine.families.blocks.bots.landing import landings
from engine.families.blocks.bots.moving import marches, strategic_moves
from engine.families.blocks.bots.outlook import Outlook
from engine.families.blocks.bots.sailing import sailings
from engine.families.blocks.bots.spending import deployment, purchases
from engine.families.blocks.land.orders import March
from engine.families.blocks.land.recall import cures
from engine.families.blocks.politics import armistice, war
from engine.families.blocks.politics.orders import AskArmistice, DeclareWar
from engine.families.blocks.production.orders import Deploy, Draw
from engine.families.blocks.sea.orders import Sail
from engine.families.blocks.season import GOOD, weather
from engine.orders import Order
from engine.play import Play
from engine.rules import Pending

EDGE = 1.15
"""By how much a camp outweighs all its enemies on land, the new one among them, before it attacks a major nation."""
BESIDE = 3
"""Blocks beside a nation's land without which it is left alone."""
LOST, HOPELESS = 2.0, 3.5
"""Enemy blocks beside a capital for each block in it, from which a nation gives itself up for lost: without plans, and with them."""


class BlockPlayer(Planner):
    """Declares wars it may win, builds, sails for control, attacks at good odds, keeps garrisons and brings reserves up."""

    def decide(self, play: Play) -> Order | None:
        """Return a legal order; None when the phase may not end and there is no plan left."""
        if pending := play.pending:
            return self._answer(play, pending)
        return self.planned(play)

    def _answer(self, play: Play, pending: Pending) -> Order:
        """Answer as the rules do by default, but deploy where the enemy is near."""
        order = deployment(play, Outlook(play.position, self.style)) if Deploy in pending.takes else None
        return order if order and may(play, order) else pending.default

    def plan(self, play: Play) -> Iterator[Order]:
        """Return the plan of a phase, by the orders that it takes."""
        takes = play.phase.takes
        if DeclareWar in takes:
            return declarations(self._look(play))
        if Draw in takes:
            return purchases(self._look(play), self._rng)
        if Sail in takes:
            return sailings(self._look(play))
        return self._campaign(play) if March in takes else iter(())

    def _look(self, play: Play) -> Outlook:
        return Outlook(play.position, self.style)

    def _campaign(self, play: Play) -> Iterator[Order]:
        """Yield operations, attacks (the board is looked at anew after each), marches, an armistice, strategic moves."""
        yield from landings(self._look(play))
        done: set[str] = set()
        while attack := next((one for one in attacks(self._look(play)) if one.area not in done), None):
            done.add(attack.area)
            yield from attack.orders
            yield from self._cures(play)
        yield from marches(self._look(play))
        yield from requests(self._look(play))
        yield from strategic_moves(self._look(play))
        yield from self._cures(play)

    def _cures(self, play: Play) -> Iterator[Order]:
        """Send back who engages an area without what that needs, because an order of the attack was not legal after all.

        Else the phase cannot end, and whoever is stuck plays any legal order. The player without plans does not see it.
        """
        before = -1
        while self.style.plans and before != play.state.seq:
            before = play.state.seq
            yield from cures(play.position)[:1]


def declarations(view: Outlook) -> Iterator[Order]:
    """Yield the wars that seem worth it: on minor nations beside which there are blocks, on major ones that are weaker."""
    for order in war.choices(view.position):
        if order.on in view.title.nations:
            drawn_in = view.plans and board.is_neutral(view.position, order.by)
            if not drawn_in and _beside(view, order.on) >= BESIDE and _fair(view, order.on):
                yield order
        elif _outweighs(view, order) and _fair(view, order.on):
            yield order


def _lands(view: Outlook, power: str) -> list[str]:
    return [area for area in view.land if view.position.state.control.get(area) == power]


def _beside(view: Outlook, power: str) -> int:
    near = {other for area in _lands(view, power) for other in board.land_neighbours(view.title, area)}
    return sum(view.ours(area) for area in near)


def _fair(view: Outlook, power: str) -> bool:
    lands = _lands(view, power)
    return not lands or any(weather(view.position, area) == GOOD for area in lands)


def _outweighs(view: Outlook, order: DeclareWar) -> bool:
    ours = {power for power in board.powers_of(view.position, view.camp) if board.at_war(view.position, power) or power == order.by}
    theirs = {*view.enemies, order.on}
    return _beside(view, order.on) >= BESIDE and view.total(ours) >= EDGE / view.style.attack_at * 0.72 * view.total(theirs)


def requests(view: Outlook) -> Iterator[Order]:
    """Yield a request for an armistice of each nation of the camp whose capital is about to fall."""
    for power in armistice.may_ask(view.position):
        capital = board.capital(view.title, power)
        lost = (HOPELESS if view.plans else LOST) * max(view.ours(capital), 1)
        if board.camp_of(view.position, power) == view.camp and view.threats(capital) > lost:
            yield AskArmistice(power)
