"""After the fire of a land combat: retreats, and control of the area (sections 3.6, 3.6.1).

Steps of the battle: `defender` and `attacker` (that side may retreat or stand), `leave` (a side retreats).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.families.blocks import board
from engine.families.blocks.changes import eliminate
from engine.families.blocks.combat import retreat
from engine.families.blocks.combat.battle import (
    ATTACKER,
    DEFENDER,
    OTHER,
    SIDES,
    Battle,
    conclude,
    fielded,
    note_losses,
    open_battle,
)
from engine.families.blocks.combat.priorities import may_retreat, must_retreat
from engine.families.blocks.land import entry
from engine.families.blocks.vocabulary import LEAVES, STEP
from engine.rules import Position

if TYPE_CHECKING:
    from engine.play import Play

LEAVE = "leave"


def resolve(play: Play) -> None:
    """Continue after the last fire until the first choice."""
    battle = open_battle(play.position)
    if battle is None or _is_won(play, battle):
        return
    ask(play, battle, SIDES[::-1])


def ask(play: Play, battle: Battle, sides: tuple[str, ...]) -> None:
    """Ask each side that has a choice, in order, whether it retreats; then the rules decide."""
    for side in sides:
        if may_retreat(play.position, battle.area, side):
            STEP.set(play, side)
            return
    leave(play, battle, must_retreat(play.position, battle.area))


def stand(play: Play, battle: Battle) -> None:
    """Let the side being asked stand."""
    ask(play, battle, (ATTACKER,) if battle.step == DEFENDER else ())


def leave(play: Play, battle: Battle, side: str) -> None:
    """Let a side retreat, until it has a choice of destination; its forts are destroyed."""
    STEP.set(play, LEAVE)
    LEAVES.set(play, side)
    since = len(play.events)
    for key, count in fielded(play.position, battle.area, side):
        if board.is_fort(board.unit(play.position, key)):
            eliminate(play, key, retreat.CAUSE, count)
    note_losses(play, since)
    go_on(play, battle)


def go_on(play: Play, battle: Battle) -> None:
    """Retreat the blocks without a choice; the battle ends when all have left."""
    side = LEAVES.read(play.state)
    while stacks := fielded(play.position, battle.area, side):
        if retreat.is_choice(play.position, stacks):
            return
        key, found = retreat.leaving(play.position, stacks)[0]
        retreat.retreat(play, battle, key, next(iter(found.values()), None))
    _end(play, battle, OTHER[side], "retreat")


def _is_won(play: Play, battle: Battle) -> bool:
    """End the battle if a side has no blocks left; return whether it has ended."""
    left = {side: fielded(play.position, battle.area, side) for side in SIDES}
    if all(left.values()):
        return False
    winner = next((side for side in SIDES if left[side]), "none")
    _end(play, battle, winner, "eliminated")
    return True


def _end(play: Play, battle: Battle, winner: str, how: str) -> None:
    stacks = fielded(play.position, battle.area, ATTACKER)
    conclude(play, battle, winner, how)
    if winner == ATTACKER:
        entry.capture(play, occupier(play.position, battle, stacks), battle.area)


def occupier(position: Position, battle: Battle, stacks: board.Blocks) -> str:
    """Return the new controller of a captured area: the power named for the attack, or the one with the most steps left there."""
    steps: Counter[str] = Counter()
    for key, count in stacks:
        steps[key.power] += key.strength * count
    order = position.title.order
    return min(steps, key=lambda power: (power != battle.attacker, -steps[power], order.index(power)))
