"""Guns that fire at aircraft on their way over them, before they go on (option `overflight-fire`).

One gun of each area fires a die at each aircraft that flies over it or takes off there, but in the area that they fly to: there it fires
in the battle. Nobody is shot down where an order is only tried out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.dice import labels
from engine.events import DiceRolled, UnitsRemoved
from engine.families.axis_allies.board import condition_of
from engine.families.axis_allies.combat.antiair import gun
from engine.families.axis_allies.combat.battle import DEFENDER
from engine.families.axis_allies.combat.pending_battles import is_contested
from engine.families.axis_allies.movement.dry_run import Trial
from engine.families.axis_allies.movement.selection import Selection
from engine.families.axis_allies.transports import declared
from engine.families.axis_allies.vocabulary import FOUGHT
from engine.mechanics.profile import profile_of
from engine.play import Play
from engine.state import Stack

OPTION, ALWAYS, COMBAT_MOVE = "overflight-fire", "always", "combat-move"


def under_fire(play: Play, way: tuple[str, ...], found: Mapping[str, Selection]) -> dict[str, Selection]:
    """Let the guns on the way of aircraft fire; return what is left to move, by unit type.

    Args:
        found: the units that an order moves, by unit type. way: the areas of its path.
    """
    left = dict(found)
    if isinstance(play, Trial) or not _fires(play):
        return left
    for area in way[:-1]:
        draws = [item for unit, one in left.items() if play.title.units[unit].cls == "air" for item in one.draws]
        # Over a battle that they have fought, guns have fired at them.
        planes = [key for key, n in draws for _ in range(n) if area != way[0] or FOUGHT not in condition_of(key)]
        battery = gun(play.position, area) if planes and not _is_taken(play, area) else None
        if battery is None:
            continue
        shot = _shoot(play, area, battery, planes)
        left = {unit: one._replace(draws=[(key, n - shot[key]) for key, n in one.draws if n > shot[key]]) for unit, one in left.items()}
    return left


def _is_taken(play: Play, area: str) -> bool:
    """Whether troops that land in an area take it, and its guns, without a battle."""
    return bool(declared(play.position, area)) and not is_contested(play.position, area)


def _fires(play: Play) -> bool:
    when = play.position.options.get(OPTION)
    return when == ALWAYS or (when == COMBAT_MOVE and play.state.clock.phase == "combat-move")


def _shoot(play: Play, area: str, battery: Stack, planes: list[Stack]) -> Counter[Stack]:
    """Roll for each aircraft and remove those that are hit; return them."""
    target, sides = profile_of(play.position, battery).number("anti-air"), play.title.dice_sides
    alike = [(1, labels(target, sides, hits=key)) for key in planes]
    dice = play.roll(len(planes), f"anti-aircraft fire over {area} at {len(planes)} aircraft", alike=alike)
    hits = sum(die <= target for die in dice)
    expected = len(planes) * target / sides
    play.emit(DiceRolled(0, area, battery.power, DEFENDER, "anti-air", 0, battery.unit, target, dice, hits, expected))
    shot = Counter(key for die, key in zip(dice, planes, strict=True) if die <= target)
    for (place, power, unit, strength, condition), count in sorted(shot.items()):
        play.emit(UnitsRemoved(power, unit, count, place, strength, "anti-air", condition))
    return shot
