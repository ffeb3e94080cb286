"""Battles in rule tests: what the events of a game tell of them."""

from __future__ import annotations

from random import Random

from engine import events as ev
from engine.dice import SeededDice
from engine.families.axis_allies.bots.answers import answer
from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.orders import Battle
from engine.orders import Order
from engine.play import Play
from tests.axisallies.positions import Positions, again, rules_of


def fight_on(play: Play, *orders: Order) -> Play:
    """A game after these orders, each carried out by a game folded anew from the events so far."""
    for order in orders:
        play = again(play)
        play.submit(order)
    return play


def combat_on(board: Positions, power: str, stacks: dict[str, str], dice: list[int] | None = None, **position: object) -> Play:
    """The conduct combat phase of `power`."""
    return board.play_from(stacks, power, "conduct-combat", dice=dice or [], **position)  # type: ignore[arg-type]


def battle(area: str, bombard: str = "all") -> Battle:
    return Battle(area, bombard=bombard)


def rolls(play: Play) -> list[tuple]:
    """(purpose, power, unit, target, dice) of each group of dice."""
    dice = [event for event in play.events if isinstance(event, ev.DiceRolled)]
    return [(event.purpose, event.power, event.unit, event.target, event.dice) for event in dice]


def losses(play: Play) -> list[tuple]:
    """(power, unit, count, cause) of each removal."""
    gone = [event for event in play.events if isinstance(event, ev.UnitsRemoved)]
    return [(event.power, event.unit, event.count, event.cause) for event in gone]


def ends(play: Play) -> list[tuple]:
    """(kind, area, rounds, winner, how) of each battle that is over."""
    over = [event for event in play.events if isinstance(event, ev.BattleEnded)]
    return [(event.kind, event.area, event.rounds, event.winner, event.how) for event in over]


def last_end(play: Play) -> ev.BattleEnded:
    """The end of the last battle."""
    return next(event for event in reversed(play.events) if isinstance(event, ev.BattleEnded))


def started(play: Play) -> ev.BattleStarted:
    """The start of the last battle."""
    return next(event for event in reversed(play.events) if isinstance(event, ev.BattleStarted))


def due(play: Play) -> str:
    """What must be decided, by whom: `casualties germany`; empty when nothing is."""
    pending = play.pending
    return f"{pending.what} {pending.power}" if pending else ""


def fight_out(play: Play, seed: int) -> None:
    """Fight every battle with random answers, folding the game anew before each."""
    rng = Random(seed)
    play.dice = SeededDice(seed)
    for _ in range(400):
        pending = play.pending
        if pending:
            assert play.check(pending.default) == [], f"the default {pending.default} of {pending.what} is illegal"
            assert pending.cut is None or rules_of(play, pending.cut) in ([], ["retreat/nowhere"])
            order = answer(play, pending, rng)
            order = order if pending.accepts(order) and not play.check(order) else pending.default
        elif dues := battles_due(play.position):
            order = Battle(dues[0].area, dues[0].kind == "raid")
        else:
            return
        fresh = again(play)
        assert (fresh.state, fresh.pending) == (play.state, pending)
        play.submit(order)
    raise AssertionError(f"no end after 400 decisions: {play.events[-5:]}")
