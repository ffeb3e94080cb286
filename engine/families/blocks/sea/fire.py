"""Who fires at sea with how many dice, how many faces hit, and what the fire may strike (section 2.3)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.families.blocks.board import Blocks, cls, unit
from engine.families.blocks.combat.battle import ATTACKER, OTHER, SIDES, Battle, fielded
from engine.families.blocks.sea.discs import disc_power, opposition
from engine.families.blocks.sea.settings import SeaCombat
from engine.families.blocks.settings import read
from engine.families.blocks.supply import is_marked
from engine.families.blocks.vocabulary import SURPRISED
from engine.rules import Position
from engine.state import Stack

DISCS = 1
"""The step of fire of the Opposition Discs; ships fire in the step that units.csv says."""
DISC = "opposition-disc"
"""What DiceRolled calls an Opposition Disc, which is no unit."""


class Salvo(NamedTuple):
    """Dice of the ships of one power and type (or of discs): how many faces of each hit."""

    power: str
    unit: str
    faces: int
    dice: int


class Fire(NamedTuple):
    """What a side fires in a step, and what it may strike: undersea ships too (`hunts`), ships of its choice (`picks`)."""

    salvos: tuple[Salvo, ...] = ()
    hunts: bool = False
    picks: bool = False


def figures(position: Position) -> SeaCombat:
    """Return the figures of naval combat."""
    return read(position.title, "sea_combat", SeaCombat)


def fire_of(position: Position, battle: Battle, side: str, step: int) -> Fire:
    """Return what a side fires in a step of a battle, as both stand at its beginning."""
    own = fielded(position, battle.area, side)
    hunts = any(unit(position, key).has("hunts-undersea") for key, _ in own)
    if step == DISCS:
        return Fire(_discs(position, battle, side), hunts)
    firing = _of_class(position, own, step)
    opposed = is_opposed(position, battle, side, step)
    rows = [unit(position, key) for key, _ in firing]
    picks = any(row.has("picks-target") or (row.has("picks-target-unopposed") and not opposed) for row in rows)
    if any(row.has("undersea") for row in rows):
        hunts = False  # submarines cannot hit submarines, whatever sails beside them
    return Fire(_ships(position, battle, side, firing, opposed), hunts, picks)


def is_opposed(position: Position, battle: Battle, side: str, step: int) -> bool:
    """Return whether the enemy of a side has ships of the class that fires in a step."""
    return bool(_of_class(position, fielded(position, battle.area, OTHER[side]), step))


def _of_class(position: Position, stacks: Blocks, step: int) -> Blocks:
    return [item for item in stacks if cls(unit(position, item[0])) == step]


def dice_of(position: Position, key: Stack) -> int:
    """Return the dice of one ship: one a step; divided out of supply, rounded down, but never below one (1.5, 2.3)."""
    return max(1, key.strength // figures(position).unsupplied) if is_marked(key) else key.strength


def _ships(position: Position, battle: Battle, side: str, firing: Blocks, opposed: bool) -> tuple[Salvo, ...]:
    row, counts = figures(position), Counter[tuple[str, str, int]]()
    surprise = row.surprise if side == ATTACKER and _is_surprised(position, battle) else 0
    for key, count in firing:
        unopposed = row.unopposed if unit(position, key).has("capital-ship") and not opposed else 0
        counts[key.power, key.unit, row.faces + unopposed + surprise] += count * dice_of(position, key)
    units, order = list(position.title.units), position.title.order
    ranked = sorted(counts, key=lambda one: (units.index(one[1]), order.index(one[0])))
    return tuple(Salvo(power, unit, hit, counts[power, unit, hit]) for power, unit, hit in ranked)


def _is_surprised(position: Position, battle: Battle) -> bool:
    """Return whether a ship of the defender is of a power on which war has just been declared (1.1; 7.0 Surprise Bonus)."""
    enemies = fielded(position, battle.area, OTHER[ATTACKER])
    return any(SURPRISED.read(position.state, key.power) for key, _ in enemies)


def _discs(position: Position, battle: Battle, side: str) -> tuple[Salvo, ...]:
    """Return the Opposition Fire of a side: a die for each disc of its factions in the zone."""
    factions = {position.side_of(key.power) for key, _ in fielded(position, battle.area, side)}
    found = opposition(position, battle.area)
    return tuple(
        Salvo(disc_power(position.title, faction, battle.area), DISC, figures(position).faces, found[faction])
        for faction in sorted(factions)
        if found[faction]
    )


def last_step(position: Position) -> int:
    """Return the number of the last step of fire."""
    return len(figures(position).classes)


def may_strike(position: Position, stacks: Blocks, hunts: bool) -> Blocks:
    """Return the ships that fire may strike: undersea ones only when the firing side has what hunts them."""
    return stacks if hunts else [item for item in stacks if not unit(position, item[0]).has("undersea")]


def both(position: Position, battle: Battle, step: int) -> dict[str, Fire]:
    """Return what the two sides fire in a step."""
    return {side: fire_of(position, battle, side, step) for side in SIDES}
