"""A naval battle: discs, then class by class, both sides together; nobody retreats (section 2.3).

The marker `step` is the next step of fire; what a step hits is taken before the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.dice import count_hits, labels
from engine.events import DiceRolled
from engine.families.blocks.combat import battle as battles
from engine.families.blocks.combat.battle import ATTACKER, DEFENDER, OTHER, SIDES, Battle, fielded, open_battle
from engine.families.blocks.combat.hits import usual_loss
from engine.families.blocks.sea.engagement import set_fought
from engine.families.blocks.sea.fire import DISCS, Fire, both, figures, last_step
from engine.families.blocks.sea.hits import free_aim, owe_fire, settle, toll, usual_aim
from engine.families.blocks.sea.orders import Aim
from engine.families.blocks.vocabulary import ROUND, STEP
from engine.mechanics.orders import Lose
from engine.rules import Pending, Position

if TYPE_CHECKING:
    from engine.play import Play

SUNK, PARTED = "sunk", "parted"
"""How a naval battle ends: a side has no ships left, or all have fired and both remain."""


def begin(play: Play, zone: str) -> None:
    """Begin the battle of a zone and fight it as far as the first choice."""
    battles.begin(play, zone, str(DISCS))
    run(play)


def run(play: Play) -> None:
    """Fight the open battle on as far as the next choice, or to its end."""
    while battle := open_battle(play.position):
        if not all([settle(play, battle, side) for side in SIDES]):
            return
        step = int(battle.step)
        if step > last_step(play.position) or not all(fielded(play.position, battle.area, side) for side in SIDES):
            _conclude(play, battle)
            return
        play.pause("sea", run)
        STEP.set(play, step + 1)
        _fire(play, battle, step)


def _fire(play: Play, battle: Battle, step: int) -> None:
    """Let both sides fire in a step: all dice fall before any hit is taken."""
    fires = both(play.position, battle, step)
    if not any(fire.salvos for fire in fires.values()):
        return
    ROUND.set(play, battle.round + 1)
    hits = {side: _roll(play, battle, side, step, fires[side]) for side in SIDES}
    for side in SIDES:
        owe_fire(play, OTHER[side], step, hits[side], fires[side])


def _roll(play: Play, battle: Battle, side: str, step: int, fire: Fire) -> int:
    """Roll for a side's salvos, all in one roll in their order; return the hits."""
    sides, hits, at = play.title.dice_sides, 0, 0
    purpose = figures(play.position).classes[step - 1]
    fired = ", ".join(f"{one.dice} of {one.unit} at {sides + 1 - one.faces} or more" for one in fire.salvos)
    alike = [(one.dice, labels(one.faces, sides, play.title.dice_hit)) for one in fire.salvos]
    rolled = play.roll(sum(one.dice for one in fire.salvos), f"{purpose} of the {side} in {battle.area}: {fired}", alike=alike)
    for one in fire.salvos:
        fell, at = rolled[at : at + one.dice], at + one.dice
        scored = count_hits(fell, one.faces, sides, play.title.dice_hit)
        play.emit(
            DiceRolled(
                battle.number,
                battle.area,
                one.power,
                side,
                purpose,
                battle.round + 1,
                one.unit,
                one.faces,
                fell,
                scored,
                one.dice * one.faces / sides,
            )
        )
        hits += scored
    return hits


def _conclude(play: Play, battle: Battle) -> None:
    left = {side: bool(fielded(play.position, battle.area, side)) for side in SIDES}
    winner = "none" if left[ATTACKER] == left[DEFENDER] else ATTACKER if left[ATTACKER] else DEFENDER
    battles.conclude(play, battle, winner, PARTED if all(left.values()) else SUNK)
    set_fought(play, battle.area)


def decision(position: Position, battle: Battle) -> Pending | None:
    """Return the choice due in the open battle: whom free fire strikes, or which of equally strong ships takes a hit."""
    for side in SIDES:
        if stacks := free_aim(position, battle, side):
            firing = OTHER[side]
            return Pending("targets", battle.power(firing), (Aim,), usual_aim(position, stacks), side=firing)
        due = toll(position, battle, side)
        if due and due.is_choice:
            return Pending("casualties", battle.power(side), (Lose,), usual_loss(position, due), side=side)
    return None
