"""Combat in Global 1939: one round for a neutral power, and the consequences of a fallen capital.

Sections Soviet Union; France, Vichy France and Free French.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.combat import retreats
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle, fighting, remove
from engine.families.axis_allies.combat.conduct_combat import ConductCombat
from engine.families.axis_allies.combat.ending import conclude
from engine.families.axis_allies.combat.steps.outcome import PressOrRetreat
from engine.families.axis_allies.combat.steps.step import EXACTLY, OVER, WAIT
from engine.families.axis_allies.orders import Press, Retreat
from engine.families.axis_allies.politics.relations import curbs
from engine.orders import Order
from engine.play import Play
from engine.problems import Problem, Rule
from engine.rules import Pending, Position
from engine.titles.global_1939 import fall

ROUNDS = Rule("conduct-combat/rounds", "Soviet Union")


class CurbedPress(PressOrRetreat):
    """A neutral power breaks off its battles after its limit of rounds.

    Ships that moved in from nowhere stay with the enemy's ships; land units that came by sea or air cannot retreat, as
    in the base game, and are lost.
    """

    odds = EXACTLY

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Ask as in the base game; an attacker that has fought its last round and cannot retreat stops here."""
        to = super().run(play, fight)
        if to == WAIT and _is_spent(play.position, fight) and not retreats.choices(play.position, fight):
            _end_without_retreat(play, fight)
            return OVER
        return to

    def pending(self, position: Position, fight: OpenBattle) -> Pending:
        """Return the choice; an attacker that may not press on retreats by default."""
        due = super().pending(position, fight)
        if not _must_break_off(position, fight):
            return due
        away = Retreat(retreats.choices(position, fight)[0])
        return replace(due, default=away, cut=away)

    def check(self, position: Position, fight: OpenBattle, order: Order) -> list[Problem]:
        """Return what is wrong with an answer, including pressing on beyond the last round."""
        problems = super().check(position, fight, order)
        if isinstance(order, Press) and _must_break_off(position, fight):
            curb = curbs(position, position.power)
            problems.append(
                ROUNDS.broken(
                    "a neutral power attacks for one round only",
                    found="press",
                    expected=f"retreat after round {curb.combat_rounds if curb else 1}",
                )
            )
        return problems

    def answer(self, play: Play, fight: OpenBattle, order: Order) -> str:
        """Fight another round, or leave; after the last round the battle ends."""
        if isinstance(order, Retreat) and _must_break_off(play.position, fight):
            _lose_stranded(play, fight)
        return super().answer(play, fight, order)


class FatefulCombat(ConductCombat):
    """Combat after which a power falls if it has lost its capital for good."""

    odds = EXACTLY

    def close(self, play: Play) -> None:
        """End the phase, then let powers fall."""
        super().close(play)
        fall.falls(play)


def _must_break_off(position: Position, fight: OpenBattle) -> bool:
    """Return whether the attacker of the open battle has fought its last round and can retreat."""
    return _is_spent(position, fight) and bool(retreats.choices(position, fight))


def _is_spent(position: Position, fight: OpenBattle) -> bool:
    curb = curbs(position, position.power)
    return bool(curb and curb.combat_rounds and fight.round >= curb.combat_rounds)


def _lose_stranded(play: Play, fight: OpenBattle) -> None:
    """Remove the attacking land units that cannot retreat."""
    position, units = play.position, play.title.units
    leaving = {key for key, _ in retreats.ground(position, fight.area)} if retreats.choices(position, fight) else set()
    for key, count in fighting(position, fight.area, ATTACKER):
        if units[key.unit].cls == "land" and not is_sea(play.title, fight.area) and key not in leaving:
            remove(play, fight, key, count, "stranded")


def _end_without_retreat(play: Play, fight: OpenBattle) -> None:
    if is_sea(play.title, fight.area):
        conclude(play, "none", "stalemate")
        return
    _lose_stranded(play, fight)
    conclude(play, DEFENDER, "eliminated")
