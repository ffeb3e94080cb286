"""Answers to the decisions of games of blocks, drawn at random; the default where nothing else is known to be legal."""

from __future__ import annotations

from random import Random

from engine.families.blocks.board import Blocks, camp_on_turn, enemy_blocks, own_blocks
from engine.families.blocks.choice import describe
from engine.families.blocks.combat.battle import DEFENDER, contested, open_battle
from engine.families.blocks.combat.orders import ResolveCombat, Stand, Withdraw
from engine.families.blocks.politics.orders import AnswerArmistice
from engine.families.blocks.production import build, sites
from engine.families.blocks.production.orders import Deploy
from engine.families.blocks.sea.engagement import due
from engine.families.blocks.sea.orders import Aim
from engine.mechanics.orders import Lose
from engine.orders import Order
from engine.play import Play
from engine.rules import Pending

RETREAT = 0.15
"""Chance to withdraw from a battle without having to."""


def answer(play: Play, pending: Pending, rng: Random) -> Order:
    """Return an answer to a decision, legal or not."""
    if ResolveCombat in pending.takes:
        usual = [pending.default.area] if isinstance(pending.default, ResolveCombat) else []
        return ResolveCombat(rng.choice(contested(play.position) or due(play.position) or usual))
    if AnswerArmistice in pending.takes:
        return AnswerArmistice(rng.random() < 0.5)
    if Withdraw in pending.takes:
        return Withdraw() if rng.random() < RETREAT else Stand()
    if Deploy in pending.takes:
        return _deploy(play, pending, rng)
    if isinstance(pending.default, (Lose, Aim)):
        return _others(play, pending, rng)
    return pending.default


def _deploy(play: Play, pending: Pending, rng: Random) -> Order:
    drawn = build.waiting(play.position, camp_on_turn(play.position))
    power, name = rng.choice(drawn)
    where = sites.sites(play.position, power, name)
    return Deploy(name, rng.choice(where) if where else "", power)


def _others(play: Play, pending: Pending, rng: Random) -> Order:
    """As many blocks as the default names, of any that it might name."""
    battle = open_battle(play.position)
    if battle is None:
        return pending.default
    stacks = _foes(play, battle.area, pending) if isinstance(pending.default, Aim) else _own(play, battle.area, pending)
    wanted = sum(item.count for item in pending.default.blocks)
    each = [key for key, count in stacks for _ in range(count)]
    if len(each) < wanted:
        return pending.default
    taken = rng.sample(each, wanted)
    units = describe([(key, taken.count(key)) for key in dict.fromkeys(sorted(taken))])
    return Aim(units) if isinstance(pending.default, Aim) else Lose(units)


def _own(play: Play, area: str, pending: Pending) -> Blocks:
    position = play.position
    camp = camp_on_turn(position)
    return enemy_blocks(position, area, camp) if pending.side == DEFENDER else own_blocks(position, area, camp)


def _foes(play: Play, area: str, pending: Pending) -> Blocks:
    position = play.position
    camp = camp_on_turn(position)
    return own_blocks(position, area, camp) if pending.side == DEFENDER else enemy_blocks(position, area, camp)
