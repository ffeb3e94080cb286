"""The Production Phase as far as it is played: choices of losses in raids, then spending PPs (sections 1.5, 1.6).

ResourceChanged tells why PPs come and go by its cause: `income` (1.3), `garrison` (1.4), `bombing` and `convoy` (1.5), `blitz-disc`,
`build` and `reinforce` (1.6), `unspent` for what is lost as the phase ends.
"""

from __future__ import annotations

from engine.families.blocks.production import build, reinforce, spending, strategic_war
from engine.families.blocks.production.collect import drop_unspent
from engine.families.blocks.production.orders import BuyDisc, Deploy, Draw, LoseSteps, Reinforce
from engine.orders import Order, unknown_names
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Phase, Position

UNKNOWN = Rule("production/unknown", spending.SECTION, FATAL)


class Production(Phase):
    """The camp on turn buys Blitz Discs, then draws and deploys new blocks, then reinforces blocks; what is left is lost."""

    slug = "production"
    takes = (BuyDisc, Draw, Deploy, Reinforce, LoseSteps)

    def pending(self, position: Position) -> Pending | None:
        """Return the losses of a raid to choose, or a drawn block to deploy."""
        return strategic_war.pending(position) or build.pending(position)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if wrong := unknown_names(order, position.title):
            return [UNKNOWN.broken(message, found=getattr(order, field), expected="a known name") for field, message in wrong]
        if isinstance(order, BuyDisc):
            return spending.check_disc(position, order)
        if isinstance(order, Draw):
            return build.check_draw(position, order)
        if isinstance(order, Deploy):
            return build.check_deploy(position, order)
        if isinstance(order, Reinforce):
            return reinforce.check_reinforce(position, order)
        return strategic_war.check(position, order) if isinstance(order, LoseSteps) else []

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the part of a purchase that can be paid for and carried out; nothing of one with unknown names."""
        if unknown_names(order, position.title):
            return None
        if isinstance(order, Draw):
            return build.salvage_draw(position, order)
        if isinstance(order, Reinforce):
            return reinforce.salvage_reinforce(position, order)
        return super().salvage(position, order, problems)

    def carry_out(self, play: Play, order: Order) -> None:
        """Make the order's events."""
        if isinstance(order, BuyDisc):
            spending.buy_disc(play, order)
        elif isinstance(order, Draw):
            build.carry_out_draw(play, order)
        elif isinstance(order, Deploy):
            build.carry_out_deploy(play, order)
        elif isinstance(order, Reinforce):
            reinforce.carry_out_reinforce(play, order)
        elif isinstance(order, LoseSteps):
            strategic_war.carry_out(play, order)

    def close(self, play: Play) -> None:
        """Decide what is left open as it is decided by default; PPs that were not spent are lost.

        Something is left open only where several phases are ended at once, over a raid that waits for a choice.
        """
        while due := self.pending(play.position):
            self.carry_out(play, due.default)
        drop_unspent(play)
