"""The rules of Global 1940: the phases of aa1942 with politics after the purchase, and raids that fighters meet in the air."""

from __future__ import annotations

from engine.families.axis_allies import victory
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER
from engine.families.axis_allies.combat.conduct_combat import ConductCombat
from engine.families.axis_allies.combat.sequence import CombatSequence
from engine.families.axis_allies.combat.steps.opening import AntiAircraftFire, Bombardment, RemoveShotDown
from engine.families.axis_allies.combat.steps.outcome import IsOver, IsOverByDiving, PressOrRetreat, StayOrLeave
from engine.families.axis_allies.combat.steps.raid import AirCombat, Bombs, Interception
from engine.families.axis_allies.combat.steps.round import BeginRound, Fire, SubmarinesDive, SurpriseStrike
from engine.families.axis_allies.combat.steps.step import EXACTLY, Remove
from engine.families.axis_allies.economy.income import CollectIncome
from engine.families.axis_allies.economy.purchase import PurchaseUnits
from engine.families.axis_allies.mobilization.mobilize import MobilizeUnits
from engine.families.axis_allies.movement.combat_move import CombatMove
from engine.families.axis_allies.movement.noncombat_move import NoncombatMove
from engine.families.axis_allies.politics import aftermath, declarations, guards
from engine.families.axis_allies.politics.declarations import Politics
from engine.families.axis_allies.turn_sequence import AxisAlliesRules
from engine.families.axis_allies.vocabulary import STRUCK
from engine.play import Play
from engine.title.contenders import contenders, way

GENERAL_COMBAT = CombatSequence(
    ("land", "amphibious", "sea"),
    (
        Bombardment(),
        AntiAircraftFire(),
        RemoveShotDown(),
        IsOver(),
        BeginRound(),
        SubmarinesDive(ATTACKER),
        SubmarinesDive(DEFENDER),
        IsOverByDiving(),
        SurpriseStrike(ATTACKER),
        SurpriseStrike(DEFENDER),
        Remove("strike-removal", (STRUCK,)),
        Fire(ATTACKER),
        Fire(DEFENDER),
        Remove("removal"),
        PressOrRetreat(),
        StayOrLeave(),
    ),
)

STRATEGIC_BOMBING_RAID = CombatSequence(
    ("raid",),
    (Interception(), AirCombat(ATTACKER), AirCombat(DEFENDER), Remove("dogfight-removal"), Bombs()),
)


class Combat(ConductCombat):
    """The battles of a turn, and what they mean for nations under guard, and for areas that are freed or taken."""

    odds = EXACTLY

    def open(self, play: Play) -> None:
        """Note who is attacked near a guarded nation."""
        guards.note_attacks(play)
        super().open(play)

    def close(self, play: Play) -> None:
        """Hand over nations whose guard has been attacked; troops rise in Paris, and China razes factories."""
        super().close(play)
        aftermath.follow_battles(play)
        guards.join_guards(play)


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
