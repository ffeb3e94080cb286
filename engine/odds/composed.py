"""Battles set up alone, by their forces, and played many times through the rules of their title."""

from __future__ import annotations

from engine.odds.battle import FIGHT_ON, Forces, Retreat
from engine.odds.ends import Ended, result_of_ends
from engine.odds.fighters import Units
from engine.odds.result import Result
from engine.odds.steps_left import steps_left
from engine.odds.tree import Stop, Tree
from engine.orders import Order
from engine.rules import Position, load_rules
from engine.state import GameState
from engine.title.model import Title


class NoBattle(ValueError):
    """The rules begin no battle with these forces there."""


def sides_of(forces: Forces) -> tuple[list[str], list[str]]:
    """Return the powers that attack, and those that defend.

    Raises:
        NoBattle: nobody attacks, or nobody defends.
    """
    mine, theirs = (
        sorted({power for (_, power), n in units.items() if n}) for units in (forces.attackers, {**forces.defenders, **forces.guns})
    )
    if not mine or not theirs:
        raise NoBattle("a battle has two sides")
    return mine, theirs


def fight_to_the_end(retreat: Retreat) -> None:
    """Raise NoBattle if the attacker is to retreat by a rule of its own, where the title has its own rule of when sides retreat."""
    if retreat != FIGHT_ON:
        raise NoBattle("its own rules say when a side retreats")


def played(title: Title, state: GameState, order: Order, forces: Forces, games: int, seed: int | str) -> Result:
    """Return the odds of a battle, as the shares of so many that are played with the usual answers.

    Args:
        state: in which the order begins the battle, its first one.

    Raises:
        NoBattle: it does not begin, or does not end.
    """
    tree = Tree(load_rules(title), state.battles + 1, 0)
    node = tree.node(Position(title, state), order=order, before=())
    try:
        ends = [Ended(end, *steps_left(title, state, after, end)) for end, after in tree.play(node, games, f"odds {seed}")]
    except Stop:
        raise NoBattle("the rules do not begin or end such a battle") from None
    return result_of_ends(title, ends, forces.at_sea, (aircraft(title, forces.attackers), aircraft(title, forces.defenders)))


def aircraft(title: Title, units: Units) -> int:
    """Return how many aircraft are among units."""
    return sum(n for (unit, _), n in units.items() if title.units[unit].cls == "air")
