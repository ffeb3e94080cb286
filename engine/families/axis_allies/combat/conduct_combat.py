"""The conduct combat phase: raids, amphibious assaults and general combat, in the order the attacker chooses.

The attacker names a battle; it runs automatically until a player has a choice. The pending decision follows from the
state alone (see `combat/battle.py`), so a game cut off in mid-battle can continue from its events.

An impossible Retreat breaks the battle off as unfinished: a problem, but the only honest end for a record that stops in
mid-battle.
"""

from __future__ import annotations

from typing import Self

from engine.families.axis_allies.board import enemy_stacks, has_moved
from engine.families.axis_allies.combat import assault, displaced, following, pending_battles, scramble
from engine.families.axis_allies.combat.battle import ATTACKER, OpenBattle, fighting, open_fight
from engine.families.axis_allies.combat.beginning import begin
from engine.families.axis_allies.combat.sequence import CombatSequence, sequence_of
from engine.families.axis_allies.combat.steps.step import EXACTLY
from engine.families.axis_allies.orders import (
    Battle,
    Evade,
    Intercept,
    Land,
    Lose,
    Pick,
    Press,
    Retreat,
    Scramble,
    Submerge,
)
from engine.orders import Order, unknown_names
from engine.play import Play, tag
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Phase, Position

UNKNOWN = Rule("conduct-combat/unknown", "Conduct Combat", FATAL)
NO_DECISION = Rule("conduct-combat/no-decision", "Conduct Combat", FATAL)


class ConductCombat(Phase):
    """Resolve every battle that the combat moves have caused (Phase 3).

    Attributes:
        odds: whether the exact odds know what the phase adds to the steps of its battles, as of each step (`Step.odds`).
    """

    odds: str = EXACTLY

    slug = "conduct-combat"
    takes: tuple[type[Order], ...] = (Battle, Lose, Submerge, Press, Retreat, Land, Pick, Intercept, Scramble, Evade)

    def __init__(self, *sequences: CombatSequence) -> None:
        self.sequences = sequences

    def fought_by(self, *sequences: CombatSequence) -> Self:
        """Return the phase with other sequences of battle."""
        return type(self)(*sequences)

    def open(self, play: Play) -> None:
        """Cancel assaults that have no attackers left at sea, and take undefended areas.

        With option `lone-transports` at `destroyed`, enemy transports that ships moved to are sunk.
        """
        assault.call_off_stranded(play)
        if play.position.options.get("lone-transports") == "destroyed":
            for one in pending_battles.battles_due(play.position):
                if one.kind == "sea" and _meets_lone_transports(play.position, one.area):
                    begin(play, self.sequences, one)
        assault.occupy(play)

    def pending(self, position: Position) -> Pending | None:
        """Return the pending decision of the open battle; after all battles, the landing of displaced fighters."""
        fight = open_fight(position)
        if fight:
            step = self._sequence(fight).waiting(position)
            return step.pending(position, fight) if step else None
        if call := scramble.next_call(position):
            owner = call.ready[0][0].power
            usual = scramble.usual_scramble(call)
            return Pending("scramble", owner, (Scramble,), usual, usual)
        lost = displaced.displaced(position)
        if not lost or pending_battles.battles_due(position):
            return None
        landing = displaced.usual_landing(position, lost[0])
        return Pending("landing", next(iter(lost[0].owners)), (Land,), landing, landing)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if wrong := unknown_names(order, position.title):
            return [UNKNOWN.broken(message, found=getattr(order, field), expected="a known name") for field, message in wrong]
        fight = open_fight(position)
        if isinstance(order, Battle):
            one = pending_battles.battle_in(position, order.area, order.raid)
            problems = pending_battles.check_sequence(position, order, one) or assault.check_bombard(position, order)
            return problems or following.check_promises(position, one)
        if isinstance(order, Scramble):
            return scramble.check_scramble(position, order)
        if isinstance(order, Land):
            return displaced.check_land(position, order)
        if fight is None:
            message = "no battle is waiting for this answer"
            return [NO_DECISION.broken(message, found=tag(type(order)), expected="battle")]
        step = self._sequence(fight).waiting(position)
        return step.check(position, fight, order) if step and isinstance(order, step.takes) else []

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the nearest order that can be carried out."""
        fight = open_fight(position)
        if any(problem.fatal for problem in problems):
            return None
        step = self._sequence(fight).waiting(position) if fight else None
        if fight and step and isinstance(order, step.takes):
            return step.salvage(position, fight, order)
        return order

    def carry_out(self, play: Play, order: Order) -> None:
        """Fight on as far as the next decision."""
        if isinstance(order, Battle):
            one = pending_battles.battle_in(play.position, order.area, order.raid)
            if one and not play.state.battle:
                begin(play, self.sequences, one, assault.named_ships(order))
        elif isinstance(order, Scramble):
            scramble.carry_scramble(play, order)
            assault.call_off_stranded(play)
        elif isinstance(order, Land):
            displaced.land_fighters(play, order)
        elif fight := open_fight(play.position):
            self._sequence(fight).answer(play, fight, order)

    def check_end(self, position: Position) -> list[Problem]:
        """Return the battles that must still be fought."""
        return pending_battles.check_all_fought(position)

    def owed(self, position: Position) -> list[Order]:
        """Return the candidate battles, one of which must be fought next before the phase may end."""
        return [Battle(one.area, one.kind == "raid") for one in pending_battles.still_required(position)]

    def close(self, play: Play) -> None:
        """Break an open battle off, carry out unopposed landings, land displaced fighters."""
        if fight := open_fight(play.position):
            self._sequence(fight).break_off(play, fight)
        assault.occupy(play, at_end=True)
        scramble.come_home(play)
        displaced.land_all(play)

    def _sequence(self, fight: OpenBattle) -> CombatSequence:
        return sequence_of(self.sequences, fight.kind)


def _meets_lone_transports(position: Position, zone: str) -> bool:
    """Whether units other than transports moved this turn into a zone where the enemy has only transports."""
    units = position.title.units
    theirs = enemy_stacks(position, zone, position.power)
    if not all(units[key.unit].has("transport") or units[key.unit].cls == "land" for key, _ in theirs):
        return False
    mine = fighting(position, zone, ATTACKER)
    return any(has_moved(key) for key, _ in mine if not units[key.unit].has("transport"))
