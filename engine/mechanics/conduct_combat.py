"""The conduct combat phase: raids, amphibious assaults and general combat, in the order the attacker chooses.

The attacker names a battle; it is fought by itself until somebody has a choice to make. What is pending follows from
the state alone (see `combat/battle.py`), so a game cut off in the middle of a battle goes on from its events.

A Retreat where none is possible breaks the battle off as unfinished: a problem, but the only honest end for a record
that stops in the middle of one.
"""

from __future__ import annotations

from engine.mechanics.board import enemy_stacks
from engine.mechanics.combat import (
    assault,
    casualties,
    displaced,
    due,
    evading,
    intercepting,
    picking,
    retreats,
    rounds,
    scramble,
    submarines,
)
from engine.mechanics.combat.battle import ATTACKER, DEFENDER, OTHER, Fight, fighting, open_fight
from engine.mechanics.combat.ending import conclude, verdict
from engine.mechanics.orders import Battle, Evade, Intercept, Land, Lose, Pick, Press, Retreat, Scramble, Submerge
from engine.orders import Order, unknown_names
from engine.play import Play
from engine.rules import Pending, Phase, Position, Problem


class ConductCombat(Phase):
    """Resolve every battle that the combat moves have brought about (Phase 3)."""

    slug = "conduct-combat"
    takes = (Battle, Lose, Submerge, Press, Retreat, Land, Pick, Intercept, Scramble, Evade)

    def open(self, play: Play) -> None:
        """Call off assaults that nobody is left to fight for at sea, take undefended areas.

        With option `lone-transports` at `destroyed`, enemy transports that ships moved to are sunk.
        """
        assault.call_off_stranded(play)
        if play.position.options.get("lone-transports") == "destroyed":
            for one in due.battles_due(play.position):
                if one.kind == "sea" and _meets_lone_transports(play.position, one.area):
                    rounds.begin(play, one)
        assault.occupy(play)

    def pending(self, position: Position) -> Pending | None:
        """Return the decision due in the open battle; after all battles, the landing of displaced fighters."""
        fight = open_fight(position)
        if fight:
            return _decision(position, fight, position.state.marker("battle", "step"))
        if call := scramble.next_call(position):
            owner = call.ready[0][0][1]
            usual = scramble.usual_scramble(call)
            return Pending("scramble", owner, (Scramble,), usual, usual)
        lost = displaced.displaced(position)
        if not lost or due.battles_due(position):
            return None
        landing = displaced.usual_landing(position, lost[0])
        return Pending("landing", next(iter(lost[0].owners)), (Land,), landing, landing)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if wrong := unknown_names(order, position.title):
            return [
                Problem(
                    "conduct-combat/unknown", "Conduct Combat", message, getattr(order, field), "a known name", True
                )
                for field, message in wrong
            ]
        fight = open_fight(position)
        if isinstance(order, Battle):
            one = due.battle_in(position, order.area, order.raid)
            return due.check_sequence(position, order, one) or assault.check_bombard(position, order)
        if isinstance(order, Scramble):
            return scramble.check_scramble(position, order)
        if isinstance(order, Land):
            return displaced.check_land(position, order)
        if fight is None:
            message = "no battle is being fought that this could answer"
            return [
                Problem(
                    "conduct-combat/no-decision",
                    "Conduct Combat",
                    message,
                    type(order).__name__.lower(),
                    "battle",
                    True,
                )
            ]
        return _check_decision(position, fight, order)

    def mend(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the nearest order that can be carried out."""
        fight = open_fight(position)
        if any(problem.fatal for problem in problems):
            return None
        if fight and isinstance(order, Lose):
            return casualties.mend_choice(position, order, rounds.toll_due(position, fight), _decider(position, fight))
        if fight and isinstance(order, Pick) and position.state.marker("battle", "step") in rounds.PICKS:
            return picking.mend_pick(position, order, rounds.toll_due(position, fight))
        if fight and isinstance(order, Retreat):
            return retreats.mend_retreat(position, order, fight)
        return order

    def carry_out(self, play: Play, order: Order) -> None:
        """Fight on as far as the next decision."""
        if isinstance(order, Battle):
            one = due.battle_in(play.position, order.area, order.raid)
            if one and not play.state.battle:
                rounds.begin(play, one, order.bombard)
        elif isinstance(order, Scramble):
            scramble.carry_scramble(play, order)
            assault.call_off_stranded(play)
        elif isinstance(order, Land):
            displaced.land_fighters(play, order)
        elif fight := open_fight(play.position):
            _answer(play, fight, order)

    def check_end(self, position: Position) -> list[Problem]:
        """Return the battles that must still be fought."""
        return due.check_all_fought(position)

    def owed(self, position: Position) -> list[Order]:
        """Return the battles of which one must be fought next, before the phase may end."""
        return [Battle(one.area, one.kind == "raid") for one in due.still_required(position)]

    def close(self, play: Play) -> None:
        """Break an open battle off, carry out unopposed landings, land displaced fighters."""
        rounds.break_off(play)
        assault.occupy(play, at_end=True)
        scramble.come_home(play)
        displaced.land_all(play)


def _meets_lone_transports(position: Position, zone: str) -> bool:
    """Whether units that moved this turn, other than transports, are in a zone with enemy transports and nothing else."""
    units = position.title.units
    theirs = enemy_stacks(position, zone, position.power)
    if not all(units[key[2]].has("transport") or units[key[2]].cls == "land" for key, _ in theirs):
        return False
    mine = fighting(position, zone, ATTACKER)
    return any("moved" in key[4].split() or "used=" in key[4] for key, _ in mine if not units[key[2]].has("transport"))


def _decider(position: Position, fight: Fight) -> str:
    step = position.state.marker("battle", "step")
    return fight.attacker if rounds.SUFFERS.get(step, ATTACKER) == ATTACKER else fight.defender


def _decision(position: Position, fight: Fight, step: str) -> Pending | None:
    if step in rounds.SUFFERS:
        usual = casualties.usual_loss(position, rounds.toll_due(position, fight))
        return Pending("casualties", _decider(position, fight), (Lose,), usual, usual, rounds.SUFFERS[step])
    if step in rounds.PICKS:
        side = OTHER[rounds.SUFFERS[rounds.PICKS[step]]]
        usual_pick = picking.usual_pick(position, rounds.toll_due(position, fight))
        who = fight.attacker if side == ATTACKER else fight.defender
        return Pending("pick", who, (Pick,), usual_pick, usual_pick, side)
    if step == "intercept":
        return Pending("intercept", fight.defender, (Intercept,), Intercept(""), Intercept(""))
    if step == "evade":
        return Pending("evade", evading.evader(position, fight), (Evade,), Evade(), Evade())
    if step in rounds.DIVES:
        side = rounds.DIVES[step]
        boats = submarines.submarines(position, fight.area, side)
        return Pending("submerge", boats[0][0][1], (Submerge,), Submerge(side, 0), None, side)
    if step == "press":
        cut = retreats.choices(position, fight)
        return Pending(
            "press", fight.attacker, (Press, Retreat), Press(), Retreat(cut[0]) if cut else Retreat(), ATTACKER
        )
    if step == "stay":
        return Pending("stay", fight.attacker, (Press, Retreat), Press(), Press(), ATTACKER)
    return None


def _check_decision(position: Position, fight: Fight, order: Order) -> list[Problem]:
    step = position.state.marker("battle", "step")
    if isinstance(order, Lose):
        return casualties.check_lose(position, order, rounds.toll_due(position, fight), _decider(position, fight))
    if isinstance(order, Pick) and step in rounds.PICKS:
        return picking.check_pick(position, order, rounds.toll_due(position, fight))
    if isinstance(order, Intercept):
        return intercepting.check_intercept(position, order, fight.area)
    if isinstance(order, Evade):
        return evading.check_evade(position, order, fight)
    if isinstance(order, Submerge):
        return submarines.check_submerge(position, order, fight.area, rounds.DIVES.get(step, ATTACKER))
    if isinstance(order, Retreat):
        return retreats.check_retreat(position, order, fight)
    return []


def _answer(play: Play, fight: Fight, order: Order) -> None:
    """Carry out a decision of the open battle; one that does not fit the step is passed by."""
    step = play.state.marker("battle", "step")
    if isinstance(order, Lose) and step in rounds.SUFFERS:
        toll = rounds.toll_due(play.position, fight)
        chosen, _ = casualties.read_choice(play.position, order.units, toll, _decider(play.position, fight))
        rounds.lose(play, fight, step, chosen)
        rounds.run(play, rounds.AFTER[step])
    elif isinstance(order, Pick) and step in rounds.PICKS:
        toll = rounds.toll_due(play.position, fight)
        chosen, _ = casualties.read_choice(play.position, order.units, toll, "")
        rounds.run(play, rounds.pick(play, fight, step, chosen))
    elif isinstance(order, Intercept) and step == "intercept":
        rounds.run(play, rounds.scrambled_up(play, fight, intercepting.chosen(play.position, order, fight.area)))
    elif isinstance(order, Evade) and step == "evade":
        rounds.run(play, rounds.evade(play, fight, order))
    elif isinstance(order, Submerge) and step in rounds.DIVES:
        submarines.submerge(play, fight, rounds.DIVES[step], order.count)
        rounds.run(play, rounds.AFTER[step])
    elif isinstance(order, Press) and step == "press":
        rounds.run(play, "round")
    elif isinstance(order, Press) and step == "stay":
        conclude(play, *_standing_verdict(play, fight))
    elif isinstance(order, Retreat) and step in ("press", "stay"):
        _retreat(play, fight, order)


def _standing_verdict(play: Play, fight: Fight) -> tuple[str, str]:
    end = verdict(play.position, fight, before_fire=False)
    return (end.winner, end.how) if end else ("none", "unfinished")


def _retreat(play: Play, fight: Fight, order: Retreat) -> None:
    where = retreats.choices(play.position, fight)
    to = order.to or (where[0] if where else "")
    if not where and not order.to:
        rounds.break_off(play)
        return
    winner = DEFENDER if play.state.marker("battle", "step") == "press" else _standing_verdict(play, fight)[0]
    if retreats.withdraw(play, fight, to):
        rounds.run(play, "round")
    else:
        conclude(play, winner, "retreat")
