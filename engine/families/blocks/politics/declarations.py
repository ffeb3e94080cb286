"""The first phase of a turn: what the calendar brings, declarations of war, supply, PPs, garrisons, strategic warfare.

Sections 1.1 to 1.5. Wars are declared while the phase is open; all the rest happens by itself as it opens and closes.
"""

from __future__ import annotations

from engine.families.blocks import supply
from engine.families.blocks.board import camp_on_turn
from engine.families.blocks.politics import minors, timetable, war
from engine.families.blocks.politics.orders import DeclareWar
from engine.families.blocks.production import strategic_war
from engine.families.blocks.production.collect import collect
from engine.families.blocks.production.garrison import check_garrisons
from engine.families.blocks.sea import control as sea_control
from engine.orders import Order, unknown_names
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Phase, Position

UNKNOWN = Rule("war/unknown", war.SECTION, FATAL)


class Declarations(Phase):
    """The camp on turn declares wars; as the phase closes, waters open, supply is checked, PPs come in."""

    slug = "declarations"
    takes = (DeclareWar,)

    def open(self, play: Play) -> None:
        """Bring in who joins or enters now, and give the areas that are due to who takes them over (section 9.0)."""
        camp = camp_on_turn(play.position)
        minors.enter_due(play)
        minors.join_due(play, camp)
        timetable.take_over(play, camp)
        sea_control.update(play)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if wrong := unknown_names(order, position.title):
            return [UNKNOWN.broken(message, found=getattr(order, field), expected="a known name") for field, message in wrong]
        return war.check_war(position, order) if isinstance(order, DeclareWar) else []

    def carry_out(self, play: Play, order: Order) -> None:
        """Make the order's events."""
        if isinstance(order, DeclareWar):
            war.declare(play, war.declarer(play.position, order), order.on)

    def close(self, play: Play) -> None:
        """Declare the wars that are overdue, check supply, collect, send what a pact demands, check garrisons, fight raids.

        A choice of losses that a raid leaves is asked in the Production Phase, which follows.
        """
        war.declare_due(play)
        sea_control.update(play)
        supply.check(play)
        collect(play)
        timetable.send_tribute(play, camp_on_turn(play.position))
        check_garrisons(play)
        strategic_war.begin(play)
