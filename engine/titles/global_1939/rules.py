"""The rules of Global 1939: its phases, and the automatic actions of rounds and turns (section Order of Play)."""

from __future__ import annotations

from engine.families.axis_allies import victory
from engine.families.axis_allies.combat import atomic
from engine.families.axis_allies.combat.steps.step import EXACTLY
from engine.families.axis_allies.economy import fees, lend_lease
from engine.families.axis_allies.economy.income import CollectIncome, pay_early
from engine.families.axis_allies.economy.purchase import PurchaseUnits
from engine.families.axis_allies.heirs import FALLEN
from engine.families.axis_allies.mobilization.mobilize import MobilizeUnits
from engine.families.axis_allies.politics import relations, schedule
from engine.families.axis_allies.turn_sequence import AxisAlliesRules
from engine.play import Play
from engine.title.contenders import contenders, way
from engine.titles.global_1939.battles import GENERAL_COMBAT, PARTISANS, STRATEGIC_BOMBING_RAID
from engine.titles.global_1939.moves import CarrierCombatMove, RailNoncombatMove
from engine.titles.global_1939.politics import Politics
from engine.titles.global_1939.research import ResearchPhase
from engine.titles.global_1939.weapons import ModernCombat

MOVES = frozenset({"combat-move", "conduct-combat", "noncombat-move"})
BUILDING = frozenset({"research", "purchase-units", "mobilize-units"})


class TitleRules(AxisAlliesRules):
    """Research and politics, then the phases of the family; a neutral power plays only the phases that its neutrality allows."""

    phases = (
        ResearchPhase(),
        Politics(),
        PurchaseUnits(),
        CarrierCombatMove(),
        ModernCombat(GENERAL_COMBAT, STRATEGIC_BOMBING_RAID, PARTISANS),
        RailNoncombatMove(),
        MobilizeUnits(),
        CollectIncome(),
    )
    without_capital = MOVES | {"politics"}
    odds = EXACTLY

    def set_up(self, play: Play) -> None:
        """Score the points held at the start and note which great powers are neutral."""
        super().set_up(play)
        relations.begin_neutral(play)

    def plays(self, play: Play, power: str, phase: str) -> bool:
        """A fallen power plays no phase; a neutral one neither moves nor builds where its neutrality forbids it."""
        position = play.position
        if position.state.standing.get(power) == FALLEN:
            return False
        curb = relations.curbs(position, power)
        if curb and not curb.moves and phase in MOVES:
            return False
        row = schedule.schedule_of(position, power)
        if row and row.idle_unless_threatened and phase in BUILDING and not schedule.is_mobilized(position, power):
            return False
        return super().plays(play, power, phase)

    def round_begun(self, play: Play) -> None:
        """Neutrals enter the war in their set round."""
        relations.round_begun(play)

    def turn_begun(self, play: Play) -> None:
        """The power on turn pays its debts; aid is granted or arrives."""
        fees.charge(play, play.position.power)
        pay_early(play)
        lend_lease.credit(play)
        lend_lease.deliver(play)

    def order_over(self, play: Play) -> None:
        """Units may have come near a neutral power."""
        schedule.note_threats(play)

    def turn_over(self, play: Play) -> None:
        """Let unused aid lapse, note fallen Berlin and threatened neutrals, and check conditions held for a complete turn."""
        lend_lease.lapse(play)
        relations.note_falls(play)
        atomic.forget(play)
        schedule.note_threats(play)
        if won := victory.hold(play):
            side = play.title.side_of[contenders(play.title)[won].powers[0]]
            self.stop(play, way(play.title, won), (side,))

    def round_over(self, play: Play) -> None:
        """Do nothing: victory is checked at the end of every turn."""
