"""The rules of Global 1940: the phases of aa1942 with politics after the purchase, and raids that fighters meet in the air."""

from __future__ import annotations

from engine.families.axis_allies import victory
from engine.families.axis_allies.combat.conduct_combat import ConductCombat
from engine.families.axis_allies.combat.general_combat import GENERAL_COMBAT, STRATEGIC_BOMBING_RAID
from engine.families.axis_allies.combat.liberation import raise_units
from engine.families.axis_allies.combat.steps.step import EXACTLY
from engine.families.axis_allies.economy.income import CollectIncome
from engine.families.axis_allies.economy.purchase import PurchaseUnits
from engine.families.axis_allies.mobilization.mobilize import MobilizeUnits
from engine.families.axis_allies.movement.combat_move import CombatMove
from engine.families.axis_allies.movement.noncombat_move import NoncombatMove
from engine.families.axis_allies.politics import declarations, guards
from engine.families.axis_allies.politics.declarations import Politics
from engine.families.axis_allies.turn_sequence import AxisAlliesRules
from engine.play import Play
from engine.title.contenders import contenders, way


class Combat(ConductCombat):
    """The battles of a turn, and what they mean for nations under guard."""

    odds = EXACTLY  # guards look at who fights whom, before and after the battles

    def open(self, play: Play) -> None:
        """Note who is attacked near a guarded nation."""
        guards.note_attacks(play)
        super().open(play)

    def close(self, play: Play) -> None:
        """Hand over nations whose guard has been attacked, and raise what rises in freed areas."""
        super().close(play)
        guards.join_guards(play)
        raise_units(play)


class Mobilize(MobilizeUnits):
    """New units are placed; then powers enter the war whose round has come, before income."""

    def close(self, play: Play) -> None:
        """Keep what is not placed, and bring powers into the war."""
        super().close(play)
        declarations.enter(play)


class TitleRules(AxisAlliesRules):
    """The phases of a turn; a power without its capital plays only politics and the three between."""

    phases = (
        PurchaseUnits(),
        Politics(),
        CombatMove(),
        Combat(GENERAL_COMBAT, STRATEGIC_BOMBING_RAID),
        NoncombatMove(),
        Mobilize(),
        CollectIncome(),
    )
    without_capital = frozenset({"politics", "combat-move", "conduct-combat", "noncombat-move"})

    def turn_over(self, play: Play) -> None:
        """Note what gives cause for war."""
        super().turn_over(play)
        declarations.turn_over(play)

    def round_over(self, play: Play) -> None:
        """Stop when a side has won."""
        if play.position.options["game-end"] != "none" and (won := victory.hold(play)):
            side = play.title.side_of[contenders(play.title)[won].powers[0]]
            self.stop(play, way(play.title, won), (side,))
