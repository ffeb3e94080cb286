"""Naval engagement and combat, and the control that comes of it (sections 2.2 to 2.4)."""

from __future__ import annotations

from engine.families.blocks.choice import choose
from engine.families.blocks.combat.battle import OTHER, Battle, open_battle
from engine.families.blocks.combat.hits import check_loss, salvage_loss
from engine.families.blocks.combat.orders import ResolveCombat
from engine.families.blocks.sea import battle as sea_battle
from engine.families.blocks.sea import control as sea_control
from engine.families.blocks.sea import engagement
from engine.families.blocks.sea.hits import SECTION, check_aim, strike, take, toll
from engine.families.blocks.sea.orders import Aim
from engine.mechanics.orders import Lose
from engine.orders import Order, unknown_names
from engine.play import Play, tag
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Phase, Position

UNKNOWN = Rule("naval-combat/unknown", SECTION, FATAL)
NO_DECISION = Rule("naval-combat/no-decision", SECTION, FATAL)
FIGHT = Rule("naval-combat/fight", SECTION, FATAL)
LOSSES = Rule("naval-combat/losses", SECTION)


class NavalCombat(Phase):
    """Where ships of both camps meet they may find each other; the camp on turn chooses the order of the battles."""

    slug = "naval-combat"
    takes = (ResolveCombat, Aim, Lose)

    def open(self, play: Play) -> None:
        """Roll for all zones in which enemies meet; a battle that is the only one begins."""
        engagement.roll_all(play)
        _go_on(play)

    def pending(self, position: Position) -> Pending | None:
        """Return the choice due in the open battle, else which of several battles comes next (default: the first of the waters)."""
        if battle := open_battle(position):
            return sea_battle.decision(position, battle)
        zones = engagement.due(position)
        return Pending("battle", position.power, (ResolveCombat,), ResolveCombat(zones[0])) if len(zones) > 1 else None

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if wrong := unknown_names(order, position.title):
            return [UNKNOWN.broken(message, found=getattr(order, field), expected="a known name") for field, message in wrong]
        if isinstance(order, ResolveCombat):
            return _check_fight(position, order)
        battle, asked = open_battle(position), self.pending(position)
        if not battle or not asked:
            return [NO_DECISION.broken("nobody has to choose anything now", found=tag(type(order)), expected="end")]
        if isinstance(order, Aim):
            return check_aim(position, battle, OTHER[asked.side], order)
        due = toll(position, battle, asked.side)
        return check_loss(order, due, LOSSES) if due and isinstance(order, Lose) else []

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the nearest order that can be carried out: losses that fit, an aim with as many hits as there are."""
        if any(problem.fatal for problem in problems):
            return None
        battle, asked = open_battle(position), self.pending(position)
        if battle and asked and isinstance(order, Lose) and (due := toll(position, battle, asked.side)):
            return salvage_loss(position, order, due)
        return order

    def carry_out(self, play: Play, order: Order) -> None:
        """Begin a battle, or carry a choice out and fight on."""
        battle = open_battle(play.position)
        if isinstance(order, ResolveCombat):
            sea_battle.begin(play, order.area)
        elif battle:
            _answer(play, battle, order)
        _go_on(play)

    def close(self, play: Play) -> None:
        """Fight what is left in the usual way, then lay and take off Control Discs (2.4)."""
        while asked := self.pending(play.position):
            self.carry_out(play, asked.default)
        sea_control.update(play)


def _go_on(play: Play) -> None:
    """Fight the open battle on; begin the only battle that is left."""
    sea_battle.run(play)
    zones = engagement.due(play.position)
    if not play.state.battle and len(zones) == 1:
        sea_battle.begin(play, zones[0])


def _answer(play: Play, battle: Battle, order: Order) -> None:
    asked = sea_battle.decision(play.position, battle)
    if asked is None:
        return
    if isinstance(order, Aim):
        strike(play, battle, OTHER[asked.side], order)
    elif isinstance(order, Lose) and (due := toll(play.position, battle, asked.side)):
        take(play, asked.side, choose(due.stacks, order.blocks)[0])


def _check_fight(position: Position, order: ResolveCombat) -> list[Problem]:
    zones = engagement.due(position)
    if order.area not in zones:
        return [FIGHT.broken("no naval battle is due there", found=order.area, expected=", ".join(zones) or "none")]
    return []
