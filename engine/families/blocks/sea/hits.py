"""Who takes hits at sea: ships of the class that fires, else the strongest; or whom a free aim chooses (section 2.3).

Hits that a side owes are kept as in land combat (see `hits.py`); markers `hunts/SIDE` and `picks/SIDE` say what the side that
fired may strike. Hits that can strike nothing are lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.blocks import board
from engine.families.blocks.board import Blocks
from engine.families.blocks.changes import lose_steps
from engine.families.blocks.choice import choose, describe
from engine.families.blocks.combat.battle import OTHER, Battle, fielded, note_losses
from engine.families.blocks.combat.hits import ANY, Toll, by_dearness, first_of, kind, owe, owed, strongest
from engine.families.blocks.sea.fire import DISCS, Fire, may_strike
from engine.families.blocks.sea.orders import Aim
from engine.families.blocks.vocabulary import HUNTS, PICKS
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack

if TYPE_CHECKING:
    from engine.play import Play

SECTION = "2.3 Naval Combat"

AIM = Rule("naval-combat/aim", SECTION, FATAL)
HITS = Rule("naval-combat/hits", SECTION)


def owe_fire(play: Play, side: str, step: int, hits: int, fire: Fire) -> None:
    """Let a side owe what the other has hit in a step, and keep what that one may strike."""
    by_class = step != DISCS and play.position.options.get("naval-hits") != "strongest"
    owe(play, side, {step if by_class else ANY: hits})
    HUNTS.set(play, "yes" if hits and fire.hunts else "", OTHER[side])
    PICKS.set(play, "yes" if hits and fire.picks else "", OTHER[side])


def debt(position: Position, side: str) -> tuple[int, int]:
    """Return the class that the hits strike which a side owes, and how many they are."""
    return next(iter(owed(position, side)), (ANY, 0))


def targets(position: Position, battle: Battle, side: str) -> Blocks:
    """Return the ships of a side that the hits it owes may strike."""
    firing, struck = OTHER[side], debt(position, side)[0]
    stacks = may_strike(position, fielded(position, battle.area, side), bool(HUNTS.read(position.state, firing)))
    if struck == ANY or PICKS.read(position.state, firing):
        return stacks
    return [item for item in stacks if board.cls(board.unit(position, item[0])) == struck] or stacks


def free_aim(position: Position, battle: Battle, side: str) -> Blocks:
    """Return the ships of a side among which the enemy has to choose, or none when he has no choice (left)."""
    hits, stacks = debt(position, side)[1], targets(position, battle, side)
    if not hits or not PICKS.read(position.state, OTHER[side]) or hits >= board.steps(stacks):
        return []
    several = len({(kind(key), key.strength) for key, _ in stacks}) > 1 or hits > 1
    return stacks if several and board.count_of(stacks) > 1 else []


def toll(position: Position, battle: Battle, side: str) -> Toll | None:
    """Return what a side has to take next from its strongest ships, or None when it owes nothing that can be taken so."""
    hits = debt(position, side)[1]
    top = strongest(targets(position, battle, side))
    if not hits or not top or PICKS.read(position.state, OTHER[side]):
        return None
    return Toll(min(hits, board.count_of(top)), by_dearness(position, top))


def settle(play: Play, battle: Battle, side: str) -> bool:
    """Let a side take what it owes as far as nobody has a choice; return whether all is taken."""
    while debt(play.position, side)[1] and targets(play.position, battle, side):
        if free_aim(play.position, battle, side):
            return False
        if due := toll(play.position, battle, side):
            if due.is_choice:
                return False
            take(play, side, first_of(due))
        else:
            strike(play, battle, side, usual_aim(play.position, targets(play.position, battle, side)))
    owe(play, side, {})
    return True


def take(play: Play, side: str, chosen: Blocks) -> None:
    """Take a step from each of some ships, and as many hits off those that the side owes."""
    since = len(play.events)
    for key, count in chosen:
        for _ in range(count):
            lose_steps(play, key, 1)
    _paid(play, side, board.count_of(chosen), since)


def strike(play: Play, battle: Battle, side: str, order: Aim) -> None:
    """Let the ship that the enemy has chosen take hits, as many as the order says and it has steps."""
    (key, _), *_ = choose(targets(play.position, battle, side), order.blocks)[0]
    owing, since = debt(play.position, side)[1], len(play.events)
    hits = min(order.hits or owing, owing, key.strength)
    lose_steps(play, key, hits)
    _paid(play, side, hits, since)


def _paid(play: Play, side: str, hits: int, since: int) -> None:
    struck, owing = debt(play.position, side)
    owe(play, side, {struck: owing - hits})
    note_losses(play, since)


def usual_aim(position: Position, stacks: Blocks) -> Aim:
    """Return the default aim: the ship that fires first of all, of several the one with most steps; it takes all hits."""

    def rank(key: Stack) -> tuple[object, ...]:
        return board.cls(board.unit(position, key)), -key.strength, position.title.order.index(key.power), key

    best = min((key for key, _ in stacks), key=rank)
    return Aim(describe([(best, 1)]))


def check_aim(position: Position, battle: Battle, side: str, order: Aim) -> list[Problem]:
    """Return what is wrong with an aim: it must name one of the ships that may be struck, and no more hits than there are."""
    stacks, hits = targets(position, battle, side), debt(position, side)[1]
    chosen, missing = choose(stacks, order.blocks)
    if missing or board.count_of(chosen) != 1:
        return [AIM.broken("fire is aimed at one ship that it may strike", found=order.units, expected=describe(stacks))]
    if order.hits > min(hits, chosen[0][0].strength):
        most = f"{min(hits, chosen[0][0].strength)} at most"
        return [HITS.broken("more hits than there are, or than the ship has steps", found=str(order.hits), expected=most)]
    return []
