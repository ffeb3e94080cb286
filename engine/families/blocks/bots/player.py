"""The greedy player of blocks."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.bot import may
from engine.bots.planner import Planner
from engine.families.blocks.bots.attacking import attacks
from engine.families.blocks.bots.landing import landings
from engine.families.blocks.bots.moving import marches, strategic_moves
from engine.families.blocks.bots.outlook import Outlook
from engine.families.blocks.bots.sailing import sailings
from engine.families.blocks.bots.spending import deployment, purchases
from engine.families.blocks.bots.warring import declarations, requests
from engine.families.blocks.land.orders import March
from engine.families.blocks.land.recall import cures
from engine.families.blocks.politics.orders import DeclareWar
from engine.families.blocks.production.orders import Deploy, Draw
from engine.families.blocks.sea.orders import Sail
from engine.orders import Order
from engine.play import Play
from engine.rules import Pending


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
