"""A battle of a record that shall go the other way."""

from __future__ import annotations

import msgspec

from engine.errors import SitrepError
from engine.events import BattleEnded, BattleStarted
from engine.orders import Order
from engine.replay import Game
from engine.simulation.branch_point import Moment, before_battle
from engine.simulation.simulate import Simulation


class Flip(msgspec.Struct, frozen=True):
    """A battle that shall go the other way.

    Attributes:
        start: how it began. order: the record's order that began it, and perhaps other battles before it.
        winner: attacker, defender or none: the end that it must not have again.
    """

    start: BattleStarted
    order: Order
    winner: str

    @property
    def battle(self) -> int:
        """Its number."""
        return self.start.battle


def flip_of(game: Game, battle: int) -> tuple[Moment, Flip]:
    """Return the moment before the order that began a battle, and the battle that shall go the other way from there.

    Raises:
        SitrepError: there is no such battle, it has not ended, or the record is not one of orders.
    """
    moment = before_battle(game, battle)
    start = next(event for event in game.events if isinstance(event, BattleStarted) and event.battle == battle)
    end = next((event for event in game.events if isinstance(event, BattleEnded) and event.battle == battle), None)
    if end is None:
        raise SitrepError(f"{game.name}: battle {battle} has not ended in the record; expected one that has, to turn it")
    order = next(order for seq, order in game.orders if seq == moment.seq)
    return moment, Flip(start, order, end.winner)


def goes_otherwise(game: Simulation, flip: Flip) -> bool:
    """Give the order that began the battle, and play until it has ended; return whether it has ended otherwise.

    Not so where it does not come about: battles before it may leave nobody to fight it.
    """
    play, seen = game.play, len(game.play.events)
    play.submit(flip.order)
    while True:
        for event in play.events[seen:]:
            if isinstance(event, BattleStarted) and event.battle == flip.battle and not _is_same(event, flip.start):
                return False
            if isinstance(event, BattleEnded) and event.battle == flip.battle:
                return event.winner != flip.winner
        seen = len(play.events)
        if play.state.ended:
            return False
        game.step()


def _is_same(one: BattleStarted, two: BattleStarted) -> bool:
    return (one.kind, one.area, one.attacker) == (two.kind, two.area, two.attacker)
